// Both languages say everything, and nothing is said past them.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'svelte/compiler'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))
const ENTRY = /^ {2}'([a-z0-9_.]+)': (?:'((?:[^'\\]|\\.)*)'|"([^"]*)"),$/gm
// Attributes that are read out or shown.
const SPOKEN = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext']
// Brand-less marks between words; names of formats and of programs stay as they are.
const LETTERS = /\p{L}/u

function dictionary(name) {
  const text = readFileSync(join(SOURCE, 'i18n', `${name}.ts`), 'utf8')
  return new Map([...text.matchAll(ENTRY)].map(([, key, single, double]) => [key, single ?? double]))
}

const files = (ending) => readdirSync(SOURCE, { recursive: true }).filter((file) => file.endsWith(ending))

test('both dictionaries have the same keys, and the same gaps to fill', () => {
  const [en, zh] = [dictionary('en'), dictionary('zh')]
  assert.ok(en.size > 200, `${en.size} keys were read`)
  assert.deepEqual([...en.keys()].sort(), [...zh.keys()].sort())
  const gaps = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
  for (const [key, text] of en) assert.deepEqual(gaps(zh.get(key)), gaps(text), key)
})

test('every key that is asked for is there, and every key is asked for', () => {
  const en = dictionary('en')
  const texts = [...files('.svelte'), ...files('.ts')]
    .filter((file) => !/i18n\/(en|zh)\.ts$/.test(file.replaceAll('\\', '/')))
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
    .join('\n')
  const asked = [...texts.matchAll(/\bt\('([^']+)'/g)].map(([, key]) => key)
  assert.ok(asked.length > 150)
  for (const key of asked) assert.ok(en.has(key), `${key} is in no dictionary`)
  // Keys of a group are put together from the server's words.
  const groups = new Set([...texts.matchAll(/named\('(\w+)'|`(\w+)\.\$\{/g)].map(([, one, other]) => one ?? other))
  for (const key of en.keys()) {
    const whole = key.replace(/\.one$/, '')
    assert.ok(texts.includes(`'${whole}'`) || groups.has(key.split('.')[0]), `${key} is never asked for`)
  }
})

test('no template has words of its own', () => {
  for (const file of files('.svelte')) {
    const source = readFileSync(join(SOURCE, file), 'utf8')
    visit(parse(source, { modern: true }).fragment, (node) => {
      if (node.type === 'Text') assert.ok(!LETTERS.test(node.data), `${file}: ${node.data.trim()}`)
      if (node.type === 'Attribute' && SPOKEN.includes(node.name)) {
        const own = Array.isArray(node.value) && node.value.some((part) => part.type === 'Text' && LETTERS.test(part.data))
        assert.ok(!own, `${file}: ${node.name}`)
      }
      if (node.type === 'Attribute' && node.name === 'style') assert.fail(`${file}: a style attribute, which the policy refuses`)
    })
  }
})

/** Every node of a template that is shown; values of attributes are looked at with their attribute. */
function visit(node, look) {
  if (!node || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) visit(one, look)
    return
  }
  if (typeof node.type === 'string') look(node)
  for (const [name, value] of Object.entries(node)) {
    const isWords = ['Attribute', 'StyleDirective'].includes(node.type) && name === 'value'
    if (!isWords && name !== 'expression' && name !== 'metadata') visit(value, look)
  }
}
