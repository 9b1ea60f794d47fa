// Server-sent events over `fetch`: an EventSource can send neither a body nor an Authorization header.

export interface ServerEvent {
  event: string
  data: string
}

/** The events of a response, as they come. Ends when the server ends, throws when the connection breaks. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let unread = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      unread += value
      const blocks = unread.split(/\r?\n\r?\n/)
      unread = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parsed(block)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function parsed(block: string): ServerEvent | undefined {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [field, value] = split(line)
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }
  return data.length ? { event, data: data.join('\n') } : undefined
}

function split(line: string): [string, string] {
  const colon = line.indexOf(':')
  if (colon < 0) return [line, '']
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}
