// People of one's own at devices of their own, with keys.
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import type { Country } from '#shared/constants.ts'
import { newMember, ownPassword, password, unique } from './fixtures.ts'
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

/** Somebody of one's own who decides over this country; returns their address. This browser is left to headquarters. */
export async function makeApprover({ request }: Page, currentCountry: Country): Promise<string> {
  const email = await newMember(unique('Pelulus'))
  await request.post('/api/auth/login', { data: { email: 'hq_admin@demo.test', password } })
  const [{ id }] = await (await request.get(`/api/users?page=1&search=${email}`)).json()
  await request.put(`/api/users/${id}/placement`, { data: { currentCountry, clubId: null } })
  expect((await request.put(`/api/users/${id}/role`, { data: { role: 'country_admin' } })).status()).toBe(200)
  return email
}

/**
 * Those who wait a hundred to the page instead of ten: others register and are decided upon meanwhile, and a row that
 * moves to another page is not where it was looked for.
 */
export async function seeManyWaiting(page: Page): Promise<void> {
  await page.route(/\/api\/users\/pending\?/, route => {
    const url = new URL(route.request().url())
    url.searchParams.set('pageSize', '100')
    return route.continue({ url: url.href })
  })
}

/** They come by themselves to whoever looks in; from then on one can be written to and called. */
export async function comeByKeys(page: Page): Promise<void> {
  await page.goto('/communication')
  const card = async () => (await (await page.request.get('/api/keys/me')).json()).card
  await expect.poll(card).not.toBeNull()
}

const settings = (page: Page) => page.getByRole('region', { name: 'Penyulitan', exact: true })

/** The proof of who one is, before anything about one's keys. */
export async function prove(page: Page): Promise<void> {
  await settings(page).getByLabel('Kata laluan semasa').fill(ownPassword)
  await settings(page).getByRole('button', { name: 'Teruskan' }).click()
}

/** Types the three words that are asked for. */
export async function confirmWords(page: Page, words: string[]): Promise<void> {
  const inputs = page.getByRole('textbox', { name: /^Perkataan ke-/ })
  await expect(inputs).toHaveCount(3)
  for (const input of await inputs.all()) {
    const label = await input.evaluate((element: HTMLInputElement) => element.labels?.[0]?.textContent ?? '')
    await input.fill(words[Number(label.match(/\d+/)?.[0]) - 1] ?? '')
  }
  await page.getByRole('button', { name: 'Sahkan dan simpan' }).click()
}

export async function readWords(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Frasa pemulihan anda' }).getByRole('listitem')
  await expect(list).toHaveCount(12)
  return list.allInnerTexts()
}

/** On a page of its own of the same browser; gives back the phrase. */
export async function keepByPhrase(browserOf: Page): Promise<string> {
  const page = await browserOf.context().newPage()
  await page.goto('/settings#encryption')
  await settings(page)
    .getByRole('button', { name: /^Buat frasa/ })
    .click()
  await prove(page)
  const words = await readWords(page)
  await page.getByRole('button', { name: 'Saya telah menyimpannya' }).click()
  await confirmWords(page, words)
  await expect(settings(page).getByText('Frasa dibuat')).toBeVisible()
  await page.close()
  return words.join(' ')
}

export async function pick(page: Page, person: string): Promise<void> {
  await page.getByRole('dialog').getByRole('searchbox').fill(person)
  await page.getByRole('dialog').getByRole('checkbox', { name: person }).check()
}
