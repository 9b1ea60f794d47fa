// The page stays small and quick: what it weighs, when it first paints, and that thousands of rows stay few.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const ASSETS = fileURLToPath(new URL('../dist/assets', import.meta.url))
/** Bytes of script, compressed, that a visit may cost. */
const MOST_BYTES = 150_000

test('the script of the page is small', { skip: existsSync(ASSETS) ? false : 'the page is not built' }, () => {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'))
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(ASSETS, file))).length, 0)
  assert.ok(bytes > 0 && bytes < MOST_BYTES, `${bytes} bytes`)
})
