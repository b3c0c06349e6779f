// Creates members and approvers for tests, and operates the screens for their encryption keys.
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import type { Country } from '#shared/countries/countries.ts'
import { createMember, makeUnique, ownPassword, password } from './fixtures.ts'
import { port } from './ports.ts'

/** Opens a page in a new browser context that is signed in as the given member. */
export async function openPageSignedInAsMember(
  browser: Browser,
  email: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://localhost:${port}`, ...options })
  const data = { email, password: ownPassword }
  expect((await context.request.post('/api/auth/login', { data })).status()).toBe(200)
  return context.newPage()
}

/**
 * Creates an approver for the given country and returns the approver's email address. Afterwards `page` is
 * signed in as an administrator of headquarters.
 */
export async function createApprover({ request }: Page, currentCountry: Country): Promise<string> {
  const email = await createMember(makeUnique('Pelulus'))
  await request.post('/api/auth/login', { data: { email: 'hq_admin@demo.test', password } })
  const [{ id }] = await (await request.get(`/api/users?page=1&search=${email}`)).json()
  await request.put(`/api/users/${id}/placement`, { data: { currentCountry, clubId: null } })
  expect((await request.put(`/api/users/${id}/role`, { data: { role: 'country_admin' } })).status()).toBe(200)
  return email
}

/**
 * Requests a hundred pending applicants per page instead of ten. Other tests add applicants and decide about them at
 * the same time, which could move a row to another page.
 */
export async function showHundredApplicantsPerPage(page: Page): Promise<void> {
  await page.route(/\/api\/users\/pending\?/, route => {
    const url = new URL(route.request().url())
    url.searchParams.set('pageSize', '100')
    return route.continue({ url: url.href })
  })
}

/**
 * Opens the chat, which creates the user's encryption keys, and waits for the keys, which others need to write or call.
 */
export async function createEncryptionKeys(page: Page): Promise<void> {
  await page.goto('/communication')
  const readCard = async () => (await (await page.request.get('/api/keys/me')).json()).card
  await expect.poll(readCard).not.toBeNull()
}

/**
 * Creates two members with unique names and opens one page for each, in separate browser contexts. Siti has encryption
 * keys, so that Ali can write to her at once.
 */
export async function openPagesOfTwoMembers(
  browser: Browser,
  options?: BrowserContextOptions,
  sitiFullName = 'Siti',
) {
  const [aliName, sitiName] = [makeUnique('Ali'), makeUnique(sitiFullName)]
  const [aliMail, sitiMail] = [await createMember(aliName), await createMember(sitiName)]
  const siti = await openPageSignedInAsMember(browser, sitiMail, options)
  await createEncryptionKeys(siti)
  const ali = await openPageSignedInAsMember(browser, aliMail, options)
  return { ali, aliName, aliMail, siti, sitiName, sitiMail }
}

const findSettings = (page: Page) => page.getByRole('region', { name: 'Penyulitan', exact: true })

/** Enters the password that the encryption settings ask for. */
export async function enterPasswordInEncryptionSettings(page: Page): Promise<void> {
  await findSettings(page).getByLabel('Kata laluan semasa').fill(ownPassword)
  await findSettings(page).getByRole('button', { name: 'Teruskan' }).click()
}

/** Enters the three requested words of the recovery phrase. */
export async function confirmRecoveryPhraseWords(page: Page, words: string[]): Promise<void> {
  const inputs = page.getByRole('textbox', { name: /^Perkataan ke-/ })
  await expect(inputs).toHaveCount(3)
  for (const input of await inputs.all()) {
    const label = await input.evaluate((element: HTMLInputElement) => element.labels?.[0]?.textContent ?? '')
    await input.fill(words[Number(label.match(/\d+/)?.[0]) - 1] ?? '')
  }
  await page.getByRole('button', { name: 'Sahkan dan simpan' }).click()
}

export async function readRecoveryPhraseWordsFromPage(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Frasa pemulihan anda' }).getByRole('listitem')
  await expect(list).toHaveCount(12)
  return list.allInnerTexts()
}

/** Creates a recovery phrase in a new window of the same browser and returns the phrase. */
export async function createRecoveryPhrase(existingPage: Page): Promise<string> {
  const page = await existingPage.context().newPage()
  await page.goto('/settings#encryption')
  await findSettings(page)
    .getByRole('button', { name: /^Buat frasa/ })
    .click()
  await enterPasswordInEncryptionSettings(page)
  const words = await readRecoveryPhraseWordsFromPage(page)
  await page.getByRole('button', { name: 'Saya telah menyimpannya' }).click()
  await confirmRecoveryPhraseWords(page, words)
  await expect(findSettings(page).getByText('Frasa dibuat')).toBeVisible()
  await page.close()
  return words.join(' ')
}

export async function selectPersonInDialog(page: Page, person: string): Promise<void> {
  await page.getByRole('dialog').getByRole('searchbox').fill(person)
  await page.getByRole('dialog').getByRole('checkbox', { name: person }).check()
}
