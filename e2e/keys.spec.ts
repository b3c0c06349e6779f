import { readFileSync } from 'node:fs'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, holdNext, newMember, ownPassword, test, toast } from './fixtures.ts'
import { port } from './place.ts'

type Accessible = (page?: Page, within?: string) => Promise<void>

const part = (page: Page) => page.getByRole('region', { name: 'Penyulitan', exact: true })
const button = (page: Page, name: string) => part(page).getByRole('button', { name, exact: true })
const phrase = (page: Page) => part(page).getByRole('textbox', { name: 'Frasa pemulihan' })

async function openSettings(page: Page, email: string): Promise<void> {
  const data = { email, password: ownPassword }
  expect((await page.context().request.post('/api/auth/login', { data })).status()).toBe(200)
  await page.goto('/settings')
}

/** At a desk and on a phone: axe finds nothing, and nothing is wider than the screen. */
async function expectGood(page: Page, expectAccessible: Accessible, within = '#encryption'): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page, within)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

async function readWords(page: Page): Promise<string[]> {
  const words = part(page).getByRole('list', { name: 'Frasa pemulihan anda' }).getByRole('listitem')
  await expect(words).toHaveCount(12)
  return words.allTextContents()
}

/** The fields that ask for a word, with the word that each asks for. */
async function askedFor(page: Page, words: string[]) {
  const fields = part(page).getByRole('textbox', { name: /^Perkataan ke-/ })
  await expect(fields).toHaveCount(3)
  const names = await fields.evaluateAll(all => all.map(field => (field as HTMLInputElement).name))
  return names.map((name, at) => ({ field: fields.nth(at), word: words[Number(name.slice(4)) - 1] ?? '' }))
}

async function confirmWords(page: Page, words: string[]): Promise<void> {
  await button(page, 'Saya telah menyimpannya').click()
  for (const { field, word } of await askedFor(page, words)) await field.fill(word)
  await button(page, 'Sahkan dan siapkan').click()
}

async function restore(page: Page, words: string): Promise<void> {
  await phrase(page).fill(words)
  await button(page, 'Buka kunci').click()
}

/** Keys on this device, with the words that open them elsewhere. */
async function makeKeys(page: Page): Promise<string[]> {
  await button(page, 'Sediakan kunci saya').click()
  const words = await readWords(page)
  await confirmWords(page, words)
  return words
}

test('keys are made on the device, and only once their words are noted down', async ({
  page,
  context,
  expectAccessible,
}) => {
  const sent: string[] = []
  context.on('request', request => sent.push(request.postData() ?? ''))
  const email = await newMember('Kunci Binti Pertama')
  await openSettings(page, email)
  await expectGood(page, expectAccessible)

  await button(page, 'Sediakan kunci saya').press('Enter')
  await expect(part(page).getByRole('heading', { name: 'Simpan frasa pemulihan anda' })).toBeFocused()
  const words = await readWords(page)
  await expectGood(page, expectAccessible)
  const saving = page.waitForEvent('download')
  await button(page, 'Simpan sebagai teks').click()
  const sheet = readFileSync(await (await saving).path(), 'utf8')
  expect(sheet).toContain(words.map((word, at) => `${at + 1}. ${word}`).join('\n'))
  await page.emulateMedia({ media: 'print' })
  await expect(part(page).getByText('Frasa pemulihan Perantau')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await button(page, 'Saya telah menyimpannya').click()
  const asked = await askedFor(page, words)
  const [first, second] = asked.map(({ field }) => field) as [Locator, Locator]
  for (const { field, word } of asked) await field.fill(` ${word.toUpperCase()} `)
  await second.fill('layang')
  await button(page, 'Sahkan dan siapkan').click()
  await expect(part(page).getByText(/^Ini bukan perkataan ke-\d+\. Semak catatan anda\.$/)).toHaveCount(1)
  await expect(second).toBeFocused()
  await expect(first).toHaveValue(` ${asked[0]?.word.toUpperCase()} `)
  await expectGood(page, expectAccessible)
  await second.fill(asked[1]?.word ?? '')
  const release = await holdNext(page, '/api/keys/me')
  await button(page, 'Sahkan dan siapkan').click()
  await expect(button(page, 'Sedang menyimpan kunci...')).toBeDisabled()
  release()
  await expect(part(page).getByRole('heading', { name: 'Guna passkey pada peranti ini juga' })).toBeFocused()
  await expectGood(page, expectAccessible)
  await button(page, 'Langkau').click()
  await expect(part(page).getByText('Peranti ini mempunyai kunci anda')).toBeVisible()
  await expect(part(page).getByText('Sejak')).toBeVisible()
  // The words, and so the keys behind them, never left.
  expect(sent.filter(body => words.every(word => body.includes(word)))).toEqual([])
})

/** A server that shows others a key of its own as this person's. */
async function lie(page: Page): Promise<void> {
  await page.route('/api/keys/me', async route => {
    const response = await route.fetch()
    const { card, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, card: { ...card, box: card.sign } } })
  })
}

test('keys are opened elsewhere by their words, and made anew', async ({
  page,
  browser,
  expectAccessible,
}) => {
  const email = await newMember('Kunci Bin Kedua')
  await openSettings(page, email)
  const words = await makeKeys(page)
  await button(page, 'Langkau').click()
  const devicesOf = (one: Page) => part(one).getByRole('listitem').filter({ hasText: 'Menerima kunci' })
  await expect(devicesOf(page)).toHaveCount(1)

  const context = await browser.newContext({ baseURL: `http://localhost:${port}`, locale: 'ms-MY' })
  const phone = await context.newPage()
  await lie(phone)
  await openSettings(phone, email)
  await restore(phone, words.join(' '))
  await expect(part(phone).getByRole('alert')).toContainText('Jangan teruskan')
  await phone.unrouteAll()
  await phone.reload()
  const wrongs = [
    [words.slice(1).join(' '), 'mempunyai 12 perkataan; anda menaip 11'],
    [[...words.slice(1), 'layang'].join(' '), 'dalam mana-mana frasa: layang.'],
    ['abandon '.repeat(12), 'bukan satu frasa pemulihan'],
    [`${'abandon '.repeat(11)}about`, 'bukan untuk kunci anda sekarang'],
  ] as const
  for (const [wrong, reason] of wrongs) {
    await restore(phone, wrong)
    await expect(part(phone).getByText(reason)).toBeVisible()
    await expect(phrase(phone)).toBeFocused()
    await expect(phrase(phone)).toHaveValue(wrong)
  }
  await expectGood(phone, expectAccessible)
  await restore(phone, words.map((word, at) => `${at + 1}. ${word}`).join('\n'))
  await button(phone, 'Langkau').click()
  for (const one of [phone, page]) {
    await expect(devicesOf(one)).toHaveCount(2)
    await expect(part(one).getByText('Peranti ini', { exact: true })).toHaveCount(1)
  }

  await button(phone, 'Perbaharui kunci').click()
  const question = phone.getByRole('dialog', { name: 'Buat kunci baharu?' })
  await expect(question).toContainText('Semua ahli dalam kumpulan anda diberitahu')
  await phone.emulateMedia({ colorScheme: 'dark' })
  await expectGood(phone, expectAccessible, '[role=dialog]')
  await question.getByRole('button', { name: 'Buat kunci baharu' }).click()
  const newWords = await readWords(phone)
  await expect(part(phone).getByRole('heading', { name: 'Simpan frasa pemulihan anda' })).toBeFocused()
  await confirmWords(phone, newWords)
  await button(phone, 'Langkau').click()
  await expect(devicesOf(phone)).toHaveCount(1)

  await expect(part(page).getByText('Kunci anda telah diperbaharui pada peranti lain.')).toBeVisible()
  await restore(page, words.join(' '))
  await expect(part(page).getByText('bukan untuk kunci anda sekarang')).toBeVisible()
  await restore(page, newWords.join(' '))
  await button(page, 'Langkau').click()
  await expect(devicesOf(page)).toHaveCount(2)
})

/** The only one that this device has. */
async function useAuthenticator(cdp: CDPSession, abilities: { hasPrf: boolean; isUserVerified: boolean }) {
  await cdp.send('WebAuthn.disable')
  await cdp.send('WebAuthn.enable')
  const kind = { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' } as const
  const options = { ...kind, hasResidentKey: true, hasUserVerification: true, ...abilities }
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
}

async function addPasskeyBy(page: Page, words: string[]): Promise<void> {
  await phrase(page).fill(words.join(' '))
  await button(page, 'Teruskan').click()
}

test('keys are opened by a passkey, thrown away, and gone with the account', async ({
  page,
  expectAccessible,
}) => {
  const email = await newMember('Passkey Bin Ujian')
  const cdp = await page.context().newCDPSession(page)
  await useAuthenticator(cdp, { hasPrf: true, isUserVerified: false })
  await openSettings(page, email)
  const words = await makeKeys(page)
  await button(page, 'Guna passkey').click()
  await expect(part(page).getByText('Passkey tidak digunakan.')).toBeVisible()
  await useAuthenticator(cdp, { hasPrf: true, isUserVerified: true })
  await button(page, 'Guna passkey').click()
  await expect(part(page).getByText('Satu passkey')).toBeVisible()

  await button(page, 'Tambah passkey').click()
  await addPasskeyBy(page, words)
  await expect(part(page).getByText('Peranti ini sudah mempunyai passkey')).toBeVisible()
  await expectGood(page, expectAccessible)

  await button(page, 'Buang kunci daripada peranti ini').click()
  await page.getByRole('button', { name: 'Buang kunci', exact: true }).click()
  await expect(toast(page, 'Kunci telah dibuang daripada peranti ini')).toBeVisible()
  await button(page, 'Saya kehilangan frasa saya').click()
  await expect(page.getByRole('dialog')).toContainText('Mesej lama kekal tidak dapat dibaca')
  await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click()
  await button(page, 'Buka dengan passkey').click()
  await expect(part(page).getByText('Peranti ini mempunyai kunci anda')).toBeVisible()

  await useAuthenticator(cdp, { hasPrf: false, isUserVerified: true })
  await button(page, 'Tambah passkey').click()
  await addPasskeyBy(page, words)
  await expect(part(page).getByText('belum boleh menyimpan kunci')).toBeVisible()

  const countIdentities = () =>
    page.evaluate(
      () =>
        new Promise(resolve => {
          indexedDB.open('perantau-keys').onsuccess = ({ target }) => {
            const { result } = target as IDBOpenDBRequest
            result.transaction('identities').objectStore('identities').count().onsuccess = answer =>
              resolve((answer.target as IDBRequest).result)
          }
        }),
    )
  expect(await countIdentities()).toBe(1)
  await page.getByRole('button', { name: 'Padam akaun saya' }).click()
  await page.getByRole('dialog').getByLabel('Kata laluan semasa').fill(ownPassword)
  await page.getByRole('button', { name: 'Padam selama-lamanya' }).click()
  await expect(page).toHaveURL(/\/login/)
  // The page is left as a whole: whoever asks in between is cut off.
  await expect.poll(() => countIdentities().catch(() => undefined)).toBe(0)
})

test('encryption is explained, and refused where the browser cannot', async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('member')
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined }))
  await page.goto('/settings')
  await expect(part(page).getByText('Pelayar ini tidak dapat menggunakan penyulitan')).toBeVisible()
  await expect(button(page, 'Sediakan kunci saya')).toBeHidden()
  await expectGood(page, expectAccessible)
  await part(page).getByRole('link', { name: 'Apa yang dilindungi, dan apa yang tidak' }).click()
  await expect(page).toHaveURL('/help/encryption')
  await expect(page.getByRole('heading', { name: 'Apa yang tidak dilindungi' })).toBeVisible()
  await expectGood(page, expectAccessible, 'main')
  await page.getByRole('link', { name: 'Frasa pemulihan' }).click()
  await expect(page.getByRole('heading', { name: 'Frasa pemulihan' })).toBeInViewport()
  await page.getByRole('link', { name: 'Urus kunci saya dalam Tetapan' }).click()
  await expect(part(page)).toBeInViewport()
})
