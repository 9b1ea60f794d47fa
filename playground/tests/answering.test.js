// The chat with a model: answers as they are written, stopped, failed, tried again; and none of it runs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { launched, noBrowser, opened } from './support/browser.js'
import { scripted } from './support/model.js'
import { noProgram, served } from './support/server.js'

const skip = noProgram || noBrowser
let browser

before(async () => {
  if (!skip) browser = await launched()
})
after(() => browser?.close())

/** Lets a test talk to a server whose model says these pieces. */
async function talking(pieces, options, talk) {
  const model = await scripted(pieces, options)
  const server = await served(model.variables)
  const look = await opened(browser, server.url)
  try {
    await talk({ ...look, model, server })
  } finally {
    await look.close()
    model.stop()
    await server.stop()
  }
}

async function send(page, text) {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await page.keyboard.press('Enter')
}

test('an answer is shown as it is written, then remembered', { skip }, async () => {
  await talking(['It is **Aurelia**', ', and', ' it is a violin.'], { hold: true }, async ({ page, model, server, complaints }) => {
    await send(page, 'What is my violin called?')
    await page.locator('article strong', { hasText: 'Aurelia' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    model.release()
    await page.getByText('it is a violin.').waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    await page.locator('nav .badge', { hasText: '1/10' }).waitFor()
    const { items } = await server.ask('GET', '/pages')
    assert.equal(items[0].assistant.text, 'It is **Aurelia**, and it is a violin.')
    assert.deepEqual(complaints, [])
  })
})

test('of a stopped answer nothing is kept, of the question everything; trying again adds the answer', { skip }, async () => {
  await talking(['Half an', ' answer.'], { hold: true }, async ({ page, model, server }) => {
    await send(page, 'Tell me everything.')
    await page.getByText('Half an').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Of this reply nothing is remembered').waitFor()
    await page.locator('nav .badge', { hasText: '1/10' }).waitFor()
    model.release()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Half an answer.').waitFor()
    await page.locator('nav .badge', { hasText: '2/10' }).waitFor()
    const { items } = await server.ask('GET', '/pages')
    assert.deepEqual(items.map((item) => [item.user.text, item.assistant.text]), [['Tell me everything.', ''], ['', 'Half an answer.']])
  })
})

test('a model that fails is told of, and what was recalled is shown all the same', { skip }, async () => {
  await talking([], {}, async ({ page, model, server }) => {
    await server.ask('POST', '/turns', { user: { text: 'My violin is called Aurelia.' } })
    model.stop()
    await send(page, 'What is my violin called?')
    await page.getByRole('alert').getByText('The language model failed.').waitFor()
    await page.getByRole('complementary').getByText('Aurelia').first().waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })
})

test('Markdown of a model runs nothing and leads nowhere but to the web', { skip }, async () => {
  const hostile = ['<img src=x onerror=alert(1)> ', '[bad](javascript:alert(2)) [data](data:text/html,x) ', '[good](https://example.org) ![pixel](http://evil.example/p.png)\n\n|a|b|\n|:-|-:|\n|1|2|']
  await talking(hostile, {}, async ({ page, complaints }) => {
    await send(page, 'Show me a table.')
    await page.locator('article td').first().waitFor()
    const links = await page.locator('article a').evaluateAll((all) => all.map((link) => [link.href, link.rel]))
    const rel = 'noopener noreferrer nofollow'
    // A picture becomes a link: whoever follows it has chosen to.
    assert.deepEqual(links, [['https://example.org/', rel], ['http://evil.example/p.png', rel]])
    assert.equal(await page.locator('article img, article [style]').count(), 0)
    assert.deepEqual(complaints, [])
  })
})
