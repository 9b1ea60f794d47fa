// The program itself, serving a memory of its own in a folder that is thrown away.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const binary = process.env.MEMORYOS_BINARY ?? ''

/** Why the tests that need the program cannot run; `false` where they can. */
export const noProgram = existsSync(binary) ? false : 'MEMORYOS_BINARY names no program'

/** A running server. `ask` is REST, for what a test prepares and checks; `run` is the program on the same memory. */
export async function served(variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'memoryos-page-'))
  const env = { ...withoutSettings(), MEMORYOS_EMBEDDER__NAME: 'builtin', ...variables }
  const child = spawn(binary, ['--data', folder, 'serve', '--bind', '127.0.0.1:0'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const url = await address(child)
  return {
    url,
    run: (...parameters) => execFileSync(binary, ['--data', folder, '--json', ...parameters], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    ask: async (method, path, body) => {
      const response = await fetch(`${url}/v1/users/me${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whatever this machine's person has set is not what is tested. */
function withoutSettings() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(MEMORYOS_|OPENAI_)/.test(name)))
}

function address(child) {
  return new Promise((resolve, reject) => {
    const told = []
    createInterface({ input: child.stderr }).on('line', (line) => {
      told.push(line)
      const found = line.match(/http:\/\/127\.0\.0\.1:\d+/)
      if (found) resolve(found[0])
    })
    child.once('exit', () => reject(new Error(`the server ended: ${told.join('\n')}`)))
  })
}
