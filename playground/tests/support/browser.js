// A browser to look at the page with: the system's Chromium, or the one that is named.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const PLACES = [
  process.env.MEMORYOS_TEST_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Where a Chromium is, if one is. */
export const executablePath = PLACES.find((place) => place && existsSync(place))

/** Why the tests that need a browser cannot run; `false` where they can. */
export const noBrowser = executablePath ? false : 'no Chromium here; MEMORYOS_TEST_CHROMIUM can name one'

export function launched() {
  // It shall talk to nobody but the server under test.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  return chromium.launch({ executablePath, args })
}

/** A page at a panel, which fails the test for whatever the browser complains of: the content security policy, say. */
export async function opened(browser, url, { panel = 'chat', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, locale: 'en-GB', ...options })
  const page = await context.newPage()
  const complaints = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(`${url}/#/${panel}`)
  await page.locator('.dot.on').waitFor()
  return { page, complaints, close: () => context.close() }
}
