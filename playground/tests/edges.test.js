// Servers that are set otherwise: one that asks for a key, one whose mid-term memory is full, one that goes away.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launched, noBrowser, opened } from './support/browser.js'
import { noProgram, served } from './support/server.js'

const skip = noProgram || noBrowser
const SAMPLE = fileURLToPath(new URL('../../crates/memoryos-cli/data/demo.json', import.meta.url))
let browser

before(async () => {
  if (!skip) browser = await launched()
})
after(() => browser?.close())

test('a server that asks for a key shows nothing until it has one', { skip }, async () => {
  const server = await served()
  const context = await browser.newContext({ locale: 'en-GB' })
  try {
    await server.ask('POST', '/turns', { user: { text: 'My violin is called Aurelia.' } })
    const { secret } = JSON.parse(server.run('keys', 'create', '--for', 'me'))
    const page = await context.newPage()
    await page.goto(`${server.url}/`)
    await page.getByRole('alert').getByText('The server asks for a key.').waitFor()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByLabel('Key for this server').fill(secret)
    await page.getByRole('button', { name: 'Use' }).click()
    await page.getByRole('link', { name: 'Short-term' }).click()
    await page.getByText('Aurelia').first().waitFor()
    assert.equal(await page.evaluate((secret) => JSON.stringify(localStorage).includes(secret), secret), false)
  } finally {
    await context.close()
    await server.stop()
  }
})

test('what went into the archive is there, and comes back when asked for', { skip }, async () => {
  const server = await served({ MEMORYOS_MID_TERM__CAPACITY: '5' })
  let look
  try {
    server.run('import', SAMPLE)
    const { tiers } = await server.ask('GET', '/status')
    assert.ok(tiers.archived_segments > 0)
    look = await opened(browser, server.url, { panel: 'mid' })
    await look.page.getByRole('button', { name: /^Archive/ }).click()
    await look.page.locator('.segment').first().click()
    await look.page.getByRole('button', { name: 'Restore' }).click()
    await look.page.getByRole('button', { name: `Archive ${tiers.archived_segments - 1}` }).waitFor()
    assert.deepEqual(look.complaints, [])
  } finally {
    await look?.close()
    await server.stop()
  }
})

test('a server that goes away is told of', { skip }, async () => {
  const server = await served()
  const look = await opened(browser, server.url)
  await server.stop()
  await look.page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
  await look.close()
})
