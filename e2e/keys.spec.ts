import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { log, say } from './conversation.ts'
import { type Accessible, expect, newMember, ownPassword, test, toast, unique } from './fixtures.ts'
import { comeByKeys, confirmWords, enterAs, keepByPhrase, prove, readWords } from './people.ts'

const part = (page: Page) => page.getByRole('region', { name: 'Penyulitan', exact: true })
const button = (page: Page, name: string) => part(page).getByRole('button', { name, exact: true })
const phrase = (page: Page) => part(page).getByRole('textbox', { name: 'Frasa pemulihan' })
const has = (page: Page) => part(page).getByText('Peranti ini mempunyai kunci anda')
const devicesOf = (page: Page) =>
  part(page)
    .getByRole('listitem')
    .filter({ hasText: /Menerima kunci \d/ })

/** At a desk and on a phone: axe finds nothing, and nothing is wider than the screen. */
async function expectGood(page: Page, expectAccessible: Accessible, within = '#encryption'): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    if (width === 1280) await expectAccessible(page, within)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

/** In a browser of their own, on the page with their keys. */
async function atSettings(browser: Browser, email: string): Promise<Page> {
  const page = await enterAs(browser, email, { locale: 'ms-MY' })
  await page.goto('/settings#encryption')
  return page
}

async function restore(page: Page, words: string): Promise<void> {
  await phrase(page).fill(words)
  await button(page, 'Buka kunci').click()
}

const myKeys = async (page: Page) => (await page.request.get('/api/keys/me')).json()

test('keys come by themselves, once, and go with the account', { tag: '@long' }, async ({
  browser,
  expectAccessible,
}) => {
  const email = await newMember('Kunci Binti Pertama')
  const page = await enterAs(browser, email)
  const sent: string[] = []
  page.context().on('request', request => sent.push(request.postData() ?? ''))
  // Two windows at once, and nobody is asked for anything.
  const second = await page.context().newPage()
  await Promise.all([page.goto('/communication'), second.goto('/communication')])
  await expect.poll(async () => (await myKeys(page)).name).not.toBeNull()
  const { card, devices, wraps, name } = await myKeys(page)
  expect([card.gen, devices.length, wraps]).toEqual([1, 1, []])
  expect(JSON.parse(name.body)).toMatchObject({ rev: 1, name: 'Kunci Binti Pertama' })
  expect(sent.filter(body => body.includes('"card"'))).toHaveLength(1)

  await page.goto('/settings#encryption')
  await expect(has(page)).toBeVisible()
  await expect(part(page).getByText('Belum ada cara lain untuk membuka kunci anda.')).toBeVisible()
  await expectGood(page, expectAccessible)

  // A name that the server has made up is shown beside the signed one, and signed by nobody but oneself.
  await page.route('/api/auth/me', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), fullName: 'Orang Lain' } })
  })
  await page.reload()
  await expect(part(page).getByText('tetapi pelayan menunjukkan "Orang Lain"')).toBeVisible()
  expect(JSON.parse((await myKeys(page)).name.body).name).toBe('Kunci Binti Pertama')
  await page.unrouteAll()

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
  await page.getByRole('button', { name: /^Padam akaun Untuk/ }).click()
  await page.getByRole('button', { name: 'Padam akaun saya' }).click()
  await page.getByRole('dialog').getByLabel('Kata laluan semasa').fill(ownPassword)
  await page.getByRole('button', { name: 'Padam selama-lamanya' }).click()
  await expect(page).toHaveURL(/\/login/)
  // The page is left as a whole: whoever asks in between is cut off.
  await expect.poll(() => countIdentities().catch(() => undefined)).toBe(0)
  await page.context().close()
})

/** A server that shows others a key of its own as this person's. */
async function lie(page: Page): Promise<void> {
  await page.route('/api/keys/me', async route => {
    const response = await route.fetch()
    const { card, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, card: { ...card, box: card.sign } } })
  })
}

test('keys are kept by a phrase, opened by it elsewhere, and a foreign card is told in red', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  const email = await newMember('Kunci Bin Kedua')
  const page = await atSettings(browser, email)
  await expect(has(page)).toBeVisible()
  await button(page, 'Buat frasa').press('Enter')
  await expect(part(page).getByRole('heading', { name: 'Simpan kunci dengan frasa pemulihan' })).toBeFocused()
  await expectGood(page, expectAccessible)
  await part(page).getByLabel('Kata laluan semasa').fill('salah')
  await button(page, 'Teruskan').click()
  await expect(part(page).getByText('Kata laluan semasa tidak betul', { exact: false })).toBeVisible()
  await prove(page)
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
  await confirmWords(
    page,
    words.map(() => 'layang'),
  )
  await expect(part(page).getByText(/^Ini bukan perkataan ke-\d+\. Semak catatan anda\.$/)).toHaveCount(3)
  await expectGood(page, expectAccessible)
  await confirmWords(page, words)
  await expect(part(page).getByText('Frasa dibuat')).toBeVisible()

  const phone = await enterAs(browser, email, { locale: 'ms-MY' })
  await lie(phone)
  await phone.goto('/settings#encryption')
  await restore(phone, words.join(' '))
  await expect(part(phone).getByRole('alert')).toContainText('Jangan teruskan')
  await phone.unrouteAll()
  await phone.reload()
  const wrongs = [
    [words.slice(1).join(' '), 'mempunyai 12 perkataan; anda menaip 11'],
    [[...words.slice(1), 'layang'].join(' '), 'dalam mana-mana frasa: layang.'],
    ['abandon '.repeat(12), 'bukan frasa pemulihan'],
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
  for (const one of [phone, page]) {
    await expect(devicesOf(one)).toHaveCount(2)
    await expect(part(one).getByText('Peranti ini', { exact: true })).toHaveCount(1)
  }

  // Somebody else's keys in one's own name: on every page, also after a reload, and until it is over.
  const alarm = phone.getByRole('alert').filter({ hasText: 'Ada kunci lain diterbitkan atas nama anda' })
  await lie(phone)
  await phone.goto('/communication')
  await expect(alarm).toContainText('Tukar kata laluan anda')
  await phone.unrouteAll()
  await phone.route('/api/keys/me', () => {})
  await phone.goto('/dashboard')
  await expect(alarm).toBeVisible()
  await phone.emulateMedia({ colorScheme: 'dark' })
  await expectGood(phone, expectAccessible, 'main')
  await phone.unrouteAll()
  await phone.goto('/communication')
  await expect(alarm).toBeHidden()
  for (const one of [page, phone]) await one.context().close()
})

test('a new device is linked by its digits; renewed keys read on, also on a fresh device', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const [aliName, sitiName] = [unique('Ali'), unique('Siti')]
  const [aliMail, sitiMail] = [await newMember(aliName), await newMember(sitiName)]
  const [ali, siti] = [await enterAs(browser, aliMail), await enterAs(browser, sitiMail)]
  await comeByKeys(siti)
  await ali.goto('/communication?tab=custom')
  await ali.getByRole('searchbox', { name: 'Cari kumpulan atau orang' }).fill(sitiName)
  await ali.getByRole('region', { name: 'Orang' }).getByRole('button').first().click()
  await say(ali, 'Sebelum diperbaharui')
  const address = new URL(ali.url())

  // The code is good for one device of the same person; the wrong digits find nothing.
  const laptop = await enterAs(browser, aliMail)
  await laptop.goto('/settings#encryption')
  await button(laptop, 'Gunakan peranti saya yang lain').click()
  await expect(part(laptop).getByRole('img', { name: 'Kod QR untuk menyambung peranti ini' })).toBeVisible()
  await expect(part(laptop).getByRole('timer')).toContainText('saat lagi')
  await expectGood(laptop, expectAccessible)
  const digits = await part(laptop)
    .getByText(/^(\d{5} ){5}\d{5}$/)
    .innerText()
  await ali.goto('/settings#encryption')
  await button(ali, 'Sambungkan peranti lain').click()
  await prove(ali)
  await expect(part(ali).getByText('Kamera tidak dapat digunakan.', { exact: false })).toBeVisible()
  const typed = part(ali).getByRole('textbox', { name: 'Nombor pada peranti baharu' })
  await typed.fill('12345')
  await button(ali, 'Teruskan').click()
  await expect(part(ali).getByText('Ini bukan kod untuk menyambungkan', { exact: false })).toBeVisible()
  await typed.fill('1'.repeat(30))
  await button(ali, 'Teruskan').click()
  await expect(part(ali).getByText('Kod ini tidak dikenali', { exact: false })).toBeVisible()
  await expectGood(ali, expectAccessible)
  await typed.fill(digits)
  await button(ali, 'Teruskan').click()
  await expect(
    part(ali).getByRole('heading', { name: /^Beri kunci anda kepada Chrome di Linux/ }),
  ).toBeVisible()
  await expectGood(ali, expectAccessible)
  await button(ali, 'Beri kunci').click()
  await expect(has(laptop)).toBeVisible()
  await button(ali, 'Selesai').click()
  await expect(devicesOf(ali)).toHaveCount(2)
  await laptop.goto(address.pathname + address.search)
  await expect(log(laptop)).toContainText('Sebelum diperbaharui')

  // Renewed on one: the other is told, and a third that opens the new ones reads what was said before.
  await button(ali, 'Perbaharui kunci').click()
  await prove(ali)
  await expect(part(ali).getByText('Mesej lama kekal dapat dibaca', { exact: false })).toBeVisible()
  await expectGood(ali, expectAccessible)
  await button(ali, 'Buat kunci baharu').click()
  await expect(part(ali).getByText('Belum ada cara lain untuk membuka kunci anda.')).toBeVisible()
  expect((await myKeys(ali)).card.gen).toBe(2)
  await expect(laptop.getByText('Kunci anda telah diperbaharui pada', { exact: false }).first()).toBeVisible()
  const words = await keepByPhrase(ali)
  const fresh = await enterAs(browser, aliMail)
  await fresh.goto(address.pathname + address.search)
  await fresh.getByRole('textbox', { name: 'Frasa pemulihan' }).fill(words)
  await fresh.getByRole('button', { name: 'Buka kunci' }).click()
  await expect(log(fresh)).toContainText('Sebelum diperbaharui')

  // Signing out: where there is another way the keys go with the session.
  await fresh.getByRole('button', { name: 'Menu akaun' }).click()
  await fresh.getByRole('menuitem', { name: 'Log Keluar' }).click()
  await expect(fresh).toHaveURL(/\/login/)
  expect((await myKeys(ali)).devices).toHaveLength(1)

  // Where there is none, and something is sealed to them, it asks.
  await siti.goto(address.pathname + address.search)
  await expect(log(siti)).toContainText('Sebelum diperbaharui')
  await siti.getByRole('button', { name: 'Menu akaun' }).click()
  await siti.getByRole('menuitem', { name: 'Log Keluar' }).click()
  const question = siti.getByRole('dialog', { name: 'Simpan kunci sebelum log keluar?' })
  await expect(question).toBeVisible()
  await expectGood(siti, expectAccessible, '[role=dialog]')
  await question.getByRole('button', { name: 'Simpan kunci dahulu' }).click()
  await expect(siti).toHaveURL(/settings#encryption/)
  for (const page of [ali, siti, laptop, fresh]) await page.context().close()
})

/** The only one that this device has. */
async function useAuthenticator(cdp: CDPSession, abilities: { hasPrf: boolean; isUserVerified: boolean }) {
  await cdp.send('WebAuthn.disable')
  await cdp.send('WebAuthn.enable')
  const kind = { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' } as const
  const options = { ...kind, hasResidentKey: true, hasUserVerification: true, ...abilities }
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
}

test('keys are kept by a passkey, thrown away and opened again, and it is removed', { tag: '@long' }, async ({
  page,
  expectAccessible,
}) => {
  const email = await newMember('Passkey Bin Ujian')
  const cdp = await page.context().newCDPSession(page)
  await useAuthenticator(cdp, { hasPrf: true, isUserVerified: false })
  const data = { email, password: ownPassword }
  expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
  await page.goto('/settings#encryption')
  await button(page, 'Tambah passkey').click()
  await prove(page)
  await button(page, 'Cipta passkey').click()
  await expect(part(page).getByText('Passkey tidak digunakan.')).toBeVisible()
  await useAuthenticator(cdp, { hasPrf: true, isUserVerified: true })
  await button(page, 'Cipta passkey').click()
  const kept = part(page).getByRole('listitem').filter({ hasText: 'Passkey hanya untuk kunci' })
  await expect(kept).toHaveCount(1)
  await expectGood(page, expectAccessible)
  await button(page, 'Tambah passkey').click()
  await prove(page)
  await button(page, 'Cipta passkey').click()
  await expect(part(page).getByText('Peranti ini sudah mempunyai passkey')).toBeVisible()
  await button(page, 'Batal').click()

  await button(page, 'Buang kunci daripada peranti ini').click()
  await page.getByRole('button', { name: 'Buang kunci', exact: true }).click()
  await expect(toast(page, 'Kunci telah dibuang daripada peranti ini')).toBeVisible()
  await button(page, 'Saya tidak dapat membukanya lagi').click()
  await prove(page)
  await expect(part(page).getByText('Mesej lama tidak dapat dibaca lagi.', { exact: false })).toBeVisible()
  await button(page, 'Batal').click()
  await button(page, 'Buka dengan passkey').click()
  await expect(has(page)).toBeVisible()

  await kept.getByRole('button', { name: 'Buang' }).click()
  await prove(page)
  await expect(part(page).getByText('Ini satu-satunya cara lain', { exact: false })).toBeVisible()
  await button(page, 'Buang').click()
  await expect(kept).toHaveCount(0)
  await useAuthenticator(cdp, { hasPrf: false, isUserVerified: true })
  await button(page, 'Tambah passkey').click()
  await prove(page)
  await button(page, 'Cipta passkey').click()
  await expect(part(page).getByText('belum boleh menyimpan kunci')).toBeVisible()

  // Nothing was ever sealed to these: they go without a word.
  await page.getByRole('button', { name: 'Menu akaun' }).click()
  await page.getByRole('menuitem', { name: 'Log Keluar' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.request.post('/api/auth/login', { data })
  expect(await myKeys(page)).toMatchObject({ card: null, gen: 1 })
})

test('encryption is explained, and refused where the browser cannot', { tag: '@long' }, async ({
  page,
  login,
  expectAccessible,
}) => {
  await login('member')
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined }))
  await page.goto('/settings#encryption')
  await expect(part(page).getByText('Pelayar ini tidak dapat menggunakan penyulitan')).toBeVisible()
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
