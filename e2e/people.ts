// People of one's own at devices of their own, with keys.
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { ownPassword } from './fixtures.ts'
import { port } from './place.ts'

/** Signed in, in a browser that knows nothing else. */
export async function enterAs(
  browser: Browser,
  email: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://localhost:${port}`, ...options })
  const data = { email, password: ownPassword }
  expect((await context.request.post('/api/auth/login', { data })).status()).toBe(200)
  return context.newPage()
}

/** Through the words and their confirmation; gives back the phrase. */
export async function setUpKeys(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Sediakan kunci saya' }).click()
  const list = page.getByRole('list', { name: 'Frasa pemulihan anda' }).getByRole('listitem')
  await expect(list).toHaveCount(12)
  const words = await list.allInnerTexts()
  await page.getByRole('button', { name: 'Saya telah menyimpannya' }).click()
  const inputs = page.getByRole('textbox', { name: /^Perkataan ke-/ })
  await expect(inputs).toHaveCount(3)
  for (const input of await inputs.all()) {
    const label = await input.evaluate((element: HTMLInputElement) => element.labels?.[0]?.textContent ?? '')
    await input.fill(words[Number(label.match(/\d+/)?.[0]) - 1] ?? '')
  }
  await page.getByRole('button', { name: 'Sahkan dan siapkan' }).click()
  await page.getByRole('button', { name: 'Langkau' }).click()
  return words.join(' ')
}

export async function pick(page: Page, person: string): Promise<void> {
  await page.getByRole('dialog').getByRole('searchbox').fill(person)
  await page.getByRole('dialog').getByRole('checkbox', { name: person }).check()
}
