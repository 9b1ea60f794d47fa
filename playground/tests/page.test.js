// What a person does with the page, in a browser, against the program itself. No model: what is offline must work.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { launched, noBrowser, opened } from './support/browser.js'
import { noProgram, served } from './support/server.js'

const skip = noProgram || noBrowser
const SAMPLE = new URL('../../crates/memoryos-cli/data/demo.json', import.meta.url)
const PANELS = ['chat', 'short', 'mid', 'long', 'lab', 'transfer', 'status', 'settings']
/** Text that would run if it were let. */
const HOSTILE = '<img src=x onerror="alert(1)"> [click](javascript:alert(2)) ![see](http://evil.example/x.png) <script>alert(3)</script>'

let browser, server, look

before(async () => {
  if (skip) return
  browser = await launched()
  server = await served()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})
afterEach(async () => {
  const complaints = look?.complaints ?? []
  await look?.close()
  look = undefined
  assert.deepEqual(complaints, [])
})

async function at(panel, options) {
  look = await opened(browser, server.url, { panel, ...options })
  return look.page
}

async function said(page, text) {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('article').last().locator('.reply[aria-busy="false"]').waitFor()
}

test('what is said is kept, and comes back with its reasons, without a model', { skip }, async () => {
  const page = await at('chat')
  await said(page, 'My violin is called Aurelia.')
  await said(page, 'What is my violin called?')
  const reply = page.locator('article').last()
  await reply.getByText('No language model is connected').waitFor()
  await reply.locator('li', { hasText: 'Aurelia' }).first().waitFor()
  const reasons = page.getByRole('complementary', { name: 'What I remembered' })
  await reasons.getByText('Short-term').first().waitFor()
  await reasons.locator('.chip', { hasText: 'words' }).first().waitFor()
  await page.getByText('Connect a model').waitFor()
})

test('the tiers change while they are looked at', { skip }, async () => {
  const page = await at('short')
  const { tiers } = await server.ask('GET', '/status')
  await server.ask('POST', '/turns', { user: { text: 'I planted eleven cherry trees.' }, assistant: { text: 'Lovely.' } })
  await page.getByText('I planted eleven cherry trees.').waitFor()
  await page.locator('nav .badge', { hasText: `${tiers.short_term_pages + 1}/10` }).waitFor()
})

test('a file is imported, and the tiers fill', { skip }, async () => {
  const page = await at('transfer')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose files' }).click()])
  await chooser.setFiles({ name: 'talk.json', mimeType: 'application/json', buffer: readFileSync(SAMPLE) })
  await page.getByText(/\d+ turns added/).waitFor()
  await page.getByRole('link', { name: 'Mid-term' }).click()
  await page.locator('.segment').first().waitFor()
  await page.getByRole('link', { name: 'Short-term' }).click()
  await page.locator('.segmented, h1').first().waitFor()
  await page.locator('nav .badge', { hasText: '10/10' }).waitFor()
})

test('the sample conversation is a click away, and taking it again changes nothing', { skip }, async () => {
  const page = await at('transfer')
  await page.getByRole('button', { name: 'Load the sample conversation' }).click()
  await page.getByText('0 turns added').waitFor()
})

test('a file in no known format is refused with a reason', { skip }, async () => {
  const page = await at('transfer')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose files' }).click()])
  await chooser.setFiles({ name: 'poem.txt', mimeType: 'text/plain', buffer: Buffer.from('Roses are red.') })
  await page.getByText('These files are in no format that can be read.').waitFor()
  // The browser tells of every refused request; this one was meant.
  look.complaints.length = 0
})

test('a topic shows its pages, its heat ahead, and where each word was said', { skip }, async () => {
  await server.ask('POST', '/settle')
  const page = await at('mid')
  await page.locator('.segment').first().click()
  const segment = page.getByRole('region', { name: 'Segment' })
  await segment.getByText('visits + unread pages + recency').waitFor()
  const heat = page.locator('.segment .heat').first()
  const now = Number(await heat.textContent())
  await page.getByRole('slider').fill('15')
  await page.getByText(/left alone/).waitFor()
  assert.ok(Number(await heat.textContent()) <= now)
  await segment.locator('button.page').first().click()
  await page.getByRole('dialog', { name: 'Page' }).locator('section').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('long-term memory tells who the user is, and the words it knows it from', { skip }, async () => {
  const page = await at('long')
  await page.getByText('1993').first().waitFor()
  await page.getByRole('searchbox').fill('Biscuit')
  const fact = page.locator('article', { hasText: 'Biscuit' }).first()
  await fact.locator('button.link').first().click()
  await page.getByRole('dialog', { name: 'Page' }).locator('mark').waitFor()
})

test('what no longer holds is shown only when asked for, and as such', { skip }, async () => {
  const page = await at('long')
  await page.getByRole('searchbox').fill('moved to Lyon')
  await page.getByText('No fact has these words.').waitFor()
  await page.getByRole('checkbox', { name: 'past and archived too' }).check()
  const fact = page.locator('article.over', { hasText: 'moved to Lyon' })
  await fact.getByText(/no longer since/).waitFor()
  await fact.getByText(/^→ /).waitFor()
})

test('two settings of a recall stand side by side', { skip }, async () => {
  const page = await at('lab')
  await page.getByRole('textbox', { name: 'Question' }).fill('Where does Mara live?')
  await page.getByRole('button', { name: 'Recall', exact: true }).click()
  for (const name of ['Setting A', 'Setting B']) {
    const side = page.getByRole('region', { name })
    await side.locator('ol > li').first().waitFor()
    await side.getByRole('button', { name: 'Packed context' }).click()
    assert.match(await side.locator('pre').textContent(), /Lyon/)
  }
})

test('everything can be taken along', { skip }, async () => {
  const page = await at('transfer')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
  const lines = readFileSync(await download.path(), 'utf8').trim().split('\n')
  assert.equal(JSON.parse(lines[0]).type, 'export')
  assert.ok(lines.length > 20)
})

test('the page speaks Chinese at a click, and remembers it', { skip }, async () => {
  const page = await at('status')
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('heading', { name: '状态', level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '状态', level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans')
})

test('of thousands of topics and pages, a screenful is in the document', { skip }, async () => {
  const { items } = await server.ask('GET', '/segments?limit=1')
  const many = Array.from({ length: 2000 }, (_, n) => ({ ...items[0], id: `S${String(n).padStart(5, '0')}`, visits: n % 7 }))
  const pages = await server.ask('GET', '/pages?limit=1')
  const waiting = Array.from({ length: 10000 }, (_, n) => ({ ...pages.items[0], id: `P${n}`, place: 'pending', order: n }))
  look = await opened(browser, server.url, { panel: 'status' })
  const { page } = look
  const reply = (list) => (route) => route.fulfill({ json: { items: list, next: null } })
  await page.route(/\/segments\?/, reply(many))
  await page.route(/\/pages\?.*place=pending/, reply(waiting))
  await page.locator('nav a.mid').click()
  await page.locator('.segment').first().waitFor()
  await page.getByRole('region', { name: 'Topics' }).evaluate((list) => (list.scrollTop = list.scrollHeight / 2))
  await page.locator('li[aria-setsize="2000"][aria-posinset="1000"]').waitFor()
  assert.ok((await page.locator('.segment').count()) < 60)
  await page.locator('nav a.short').click()
  const list = page.getByRole('region', { name: 'Waiting to be consolidated' })
  await list.locator('li[aria-setsize="10000"]').first().waitFor()
  assert.ok((await list.locator('li').count()) < 60)
})

test('on a phone every panel fits the width', { skip }, async () => {
  const page = await at('chat', { viewport: { width: 375, height: 740 } })
  for (const panel of PANELS) {
    await page.locator(`nav a.${panel}`).click()
    await page.locator('h1').first().waitFor({ state: 'attached' })
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    assert.ok(widths[0] <= widths[1], `${panel} is ${widths[0]} wide`)
  }
})

test('hostile words are shown, and do nothing', { skip }, async () => {
  await server.ask('POST', '/turns', { user: { text: HOSTILE }, assistant: { text: HOSTILE } })
  const page = await at('chat')
  const reply = page.locator('article', { hasText: 'onerror' }).last()
  await reply.waitFor()
  for (const panel of ['chat', 'short']) {
    await page.locator(`nav a.${panel}`).click()
    await page.getByText('onerror').first().waitFor()
    assert.equal(await page.locator('main img, main script, a[href^="javascript"]').count(), 0)
  }
})

test('nobody is shut out: no serious fault in any panel, light or dark', { skip }, async () => {
  const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
  for (const colorScheme of ['light', 'dark']) {
    const page = await at('chat', { colorScheme })
    for (const panel of PANELS) {
      await page.locator(`nav a.${panel}`).click()
      await page.waitForFunction(() => !document.querySelector('.bars'))
      if (panel === 'mid') await page.locator('.segment').first().click()
      // Evaluated by the test, not by the page: its policy lets no other script in.
      await page.evaluate(axe)
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).slice(0, 3).join(' | ')}`)
      assert.deepEqual(told, [], `${panel}, ${colorScheme}`)
    }
    await look.close()
  }
})
