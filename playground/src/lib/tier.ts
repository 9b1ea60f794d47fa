// Which tier a kind of memory comes from, as the name of its colour.

export function tierOf(kind: string): 'short' | 'mid' | 'long' {
  if (kind === 'short_term_page') return 'short'
  return kind === 'fact' || kind === 'trait' ? 'long' : 'mid'
}
