// Markdown to HTML, where the text is hostile: it may have been said by anyone, or written by a model.
import MarkdownIt from 'markdown-it'

const SAFE_LINK = /^(https?:|mailto:)/i

// HTML in the text is shown, not obeyed. Images would tell their server who reads.
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true }).disable('image')
markdown.validateLink = (address) => SAFE_LINK.test(address.trim())
markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('target', '_blank')
  tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow')
  return renderer.renderToken(tokens, index, options)
}
for (const cell of ['th_open', 'td_open']) {
  markdown.renderer.rules[cell] = (tokens, index, options, _env, renderer) => {
    // Alignment comes as a style attribute, which the content security policy refuses.
    const token = tokens[index]
    if (token) token.attrs = null
    return renderer.renderToken(tokens, index, options)
  }
}

/** Safe HTML of a text. */
export function rendered(text: string): string {
  return markdown.render(text)
}
