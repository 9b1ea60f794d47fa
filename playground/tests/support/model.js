// A language model that says what a test tells it to, piece by piece, over the OpenAI protocol on loopback.
import { createServer } from 'node:http'

/** `pieces` are what it streams for an answer; with `hold`, the last waits until `release` is called. */
export async function scripted(pieces, { hold = false } = {}) {
  let release = () => {}
  const held = hold ? new Promise((resolve) => (release = resolve)) : Promise.resolve()
  const asked = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const chat = body ? JSON.parse(body) : {}
    asked.push(chat)
    if (!chat.stream) return refused(response)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const [index, content] of pieces.entries()) {
      if (index === pieces.length - 1) await held
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`)
    }
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`)
    response.end('data: [DONE]\n\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  return {
    asked,
    release: () => release(),
    variables: { MEMORYOS_LLM__URL: `http://127.0.0.1:${port}/v1`, MEMORYOS_LLM__MODEL: 'scripted', MEMORYOS_LLM__RETRIES: '0' },
    stop: () => {
      release()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What settles in the background is not answered: it waits, which is all right. */
function refused(response) {
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message: 'only answers are scripted' } }))
}
