// Tests encryption keys in the settings: creation, recovery phrase, linked devices, renewal and passkeys.
import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { findMessageLog, openDirectMessage, sendChatMessage } from '#e2e/support/chat-page.ts'
import {
  type AccessibilityCheck,
  approveOrDeactivateMember,
  createMember,
  expect,
  findToast,
  ownPassword,
  test,
} from '#e2e/support/fixtures.ts'
import {
  confirmRecoveryPhraseWords,
  createRecoveryPhrase,
  enterPasswordInEncryptionSettings,
  openPageSignedInAsMember,
  openPagesOfTwoMembers,
  readRecoveryPhraseWordsFromPage,
} from '#e2e/support/members.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

const findKeysSection = (page: Page) => page.getByRole('region', { name: 'Penyulitan', exact: true })
const findKeysButton = (page: Page, name: string) =>
  findKeysSection(page).getByRole('button', { name, exact: true })
const findPhraseField = (page: Page) =>
  findKeysSection(page).getByRole('textbox', { name: 'Frasa pemulihan' })
const findKeysPresent = (page: Page) => findKeysSection(page).getByText('Peranti ini mempunyai kunci anda')
const findDeviceList = (page: Page) =>
  findKeysSection(page)
    .getByRole('listitem')
    .filter({ hasText: /Menerima kunci \d/ })

/** Checks a page at desktop and phone width for accessibility violations and horizontal scrolling. */
async function expectAccessibleAndFitting(
  page: Page,
  expectAccessible: AccessibilityCheck,
  within = '#encryption',
): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    if (width === 1280) await expectAccessible(page, within)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

/** Opens the encryption settings of a member in a new browser context. */
async function openEncryptionSettings(browser: Browser, email: string): Promise<Page> {
  const page = await openPageSignedInAsMember(browser, email, { locale: 'ms-MY' })
  await page.goto('/settings#encryption')
  return page
}

async function enterRecoveryPhrase(page: Page, recoveryPhrase: string): Promise<void> {
  await findPhraseField(page).fill(recoveryPhrase)
  await findKeysButton(page, 'Pulihkan kunci').click()
}

const readStoredKeys = async (page: Page) => (await page.request.get('/api/keys/me')).json()

test('encryption keys are created automatically and only once, and are deleted together with the account', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  const email = await createMember('Kunci Binti Pertama')
  const page = await openPageSignedInAsMember(browser, email)
  const postedBodies: string[] = []
  page.context().on('request', request => postedBodies.push(request.postData() ?? ''))
  // Two windows that are open at once create keys only once, without a question to the user.
  const second = await page.context().newPage()
  await Promise.all([page.goto('/communication'), second.goto('/communication')])
  await expect.poll(async () => (await readStoredKeys(page)).name).not.toBeNull()
  const { card, devices, wraps, name } = await readStoredKeys(page)
  expect([card.gen, devices.length, wraps]).toEqual([1, 1, []])
  expect(JSON.parse(name.body)).toMatchObject({ rev: 1, name: 'Kunci Binti Pertama' })
  expect(postedBodies.filter(body => body.includes('"card"'))).toHaveLength(1)

  await page.goto('/settings#encryption')
  await expect(findKeysPresent(page)).toBeVisible()
  // Before the first conversation, the page does not urge the user to back up the keys.
  await expect(
    findKeysSection(page).getByText('Belum ada cara lain yang pasti', { exact: false }),
  ).toBeHidden()
  await expectAccessibleAndFitting(page, expectAccessible)

  // When the server invents another name for a user, the signed name is shown beside it; only the user can sign a name.
  await page.route('/api/auth/me', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), fullName: 'Orang Lain' } })
  })
  await page.reload()
  await expect(findKeysSection(page).getByText('tetapi pelayan menunjukkan “Orang Lain”')).toBeVisible()
  expect(JSON.parse((await readStoredKeys(page)).name.body).name).toBe('Kunci Binti Pertama')
  await page.unrouteAll({ behavior: 'wait' })

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
  // Erasing the account reloads the page, which may interrupt the query that counts keys in the browser's database.
  await expect.poll(() => countIdentities().catch(() => undefined)).toBe(0)
  await page.context().close()
})

/** Simulates a server that publishes another key in the name of the given user. */
async function serveForeignKey(page: Page): Promise<void> {
  await page.route('/api/keys/me', async route => {
    const response = await route.fetch()
    const { card, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, card: { ...card, box: card.sign } } })
  })
}

test('encryption keys are restored from a recovery phrase, and a key forged in the name of the user raises an alarm', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  const email = await createMember('Kunci Bin Kedua')
  const page = await openEncryptionSettings(browser, email)
  await expect(findKeysPresent(page)).toBeVisible()
  await findKeysButton(page, 'Buat frasa').press('Enter')
  await expect(
    findKeysSection(page).getByRole('heading', { name: 'Simpan kunci dengan frasa pemulihan' }),
  ).toBeFocused()
  await expectAccessibleAndFitting(page, expectAccessible)
  await findKeysSection(page).getByLabel('Kata laluan semasa').fill('salah')
  await findKeysButton(page, 'Teruskan').click()
  await expect(
    findKeysSection(page).getByText('Kata laluan semasa tidak betul', { exact: false }),
  ).toBeVisible()
  await enterPasswordInEncryptionSettings(page)
  const words = await readRecoveryPhraseWordsFromPage(page)
  await expectAccessibleAndFitting(page, expectAccessible)
  const saving = page.waitForEvent('download')
  await findKeysButton(page, 'Simpan sebagai teks').click()
  const sheet = readFileSync(await (await saving).path(), 'utf8')
  expect(sheet).toContain(words.map((word, index) => `${index + 1}. ${word}`).join('\n'))
  await page.emulateMedia({ media: 'print' })
  await expect(findKeysSection(page).getByText('Frasa pemulihan Perantau')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await findKeysButton(page, 'Saya telah menyimpannya').click()
  await confirmRecoveryPhraseWords(
    page,
    words.map(() => 'layang'),
  )
  await expect(
    findKeysSection(page).getByText(/^Ini bukan perkataan ke-\d+\. Semak catatan anda\.$/),
  ).toHaveCount(3)
  await expectAccessibleAndFitting(page, expectAccessible)
  await confirmRecoveryPhraseWords(page, words)
  await expect(findKeysSection(page).getByText('Frasa dibuat')).toBeVisible()

  const phone = await openPageSignedInAsMember(browser, email, { locale: 'ms-MY' })
  await serveForeignKey(phone)
  await phone.goto('/settings#encryption')
  await enterRecoveryPhrase(phone, words.join(' '))
  await expect(findKeysSection(phone).getByRole('alert')).toContainText('Jangan teruskan')
  await phone.unrouteAll({ behavior: 'wait' })
  await phone.reload()
  const wrongPhrases = [
    [words.slice(1).join(' '), 'mempunyai 12 perkataan. Anda menaip 11'],
    [[...words.slice(1), 'layang'].join(' '), 'dalam mana-mana frasa: layang.'],
    ['abandon '.repeat(12), 'bukan frasa pemulihan'],
    [`${'abandon '.repeat(11)}about`, 'bukan untuk kunci anda sekarang'],
  ] as const
  for (const [wrongPhrase, reason] of wrongPhrases) {
    await enterRecoveryPhrase(phone, wrongPhrase)
    await expect(findKeysSection(phone).getByText(reason)).toBeVisible()
    await expect(findPhraseField(phone)).toBeFocused()
    await expect(findPhraseField(phone)).toHaveValue(wrongPhrase)
  }
  await expectAccessibleAndFitting(phone, expectAccessible)
  await enterRecoveryPhrase(phone, words.map((word, index) => `${index + 1}. ${word}`).join('\n'))
  for (const device of [phone, page]) {
    await expect(findDeviceList(device)).toHaveCount(2)
    await expect(findKeysSection(device).getByText('Peranti ini', { exact: true })).toHaveCount(1)
  }

  // A foreign key published in the name of the user raises an alarm on every page, also after a reload.
  // The alarm about a foreign key ends when the server no longer publishes this key.
  const alarm = phone.getByRole('alert').filter({ hasText: 'Ada kunci lain diterbitkan atas nama anda' })
  await serveForeignKey(phone)
  await phone.goto('/communication')
  await expect(alarm).toContainText('Tukar kata laluan anda')
  await phone.unrouteAll({ behavior: 'wait' })
  await phone.route('/api/keys/me', () => {})
  await phone.goto('/dashboard')
  await expect(alarm).toBeVisible()
  await phone.emulateMedia({ colorScheme: 'dark' })
  await expectAccessibleAndFitting(phone, expectAccessible, 'main')
  await phone.unrouteAll({ behavior: 'wait' })
  await phone.goto('/communication')
  await expect(alarm).toBeHidden()
  for (const device of [page, phone]) await device.context().close()
})

/** Approves the link request shown on the page, and returns the number of clicks that this took. */
async function approveNewDevice(page: Page, newDevice: Page, place: string): Promise<number> {
  const prompt = page.getByRole('alert').filter({ hasText: 'Peranti baharu meminta kunci anda' })
  await expect(prompt).toContainText(place)
  let clicks = 0
  await page.exposeFunction('clickedToApprove', () => {
    clicks += 1
  })
  await page.evaluate('addEventListener("click", event => event.isTrusted && clickedToApprove(), true)')
  await prompt.getByRole('button', { name: 'Semak' }).click()
  const dialog = page.getByRole('dialog', { name: /^Beri kunci anda kepada/ })
  await dialog.getByLabel('Kata laluan semasa').fill(ownPassword)
  await dialog.getByRole('button', { name: 'Teruskan' }).click()
  const [own, other] = await Promise.all(
    [dialog, newDevice].map(shown => shown.getByRole('region', { name: 'Kod perbandingan' }).innerText()),
  )
  expect(own).toMatch(/^\d{3} \d{3}$/)
  expect(own).toBe(other)
  await takeScreenshots(page, 'approve-device')
  await takeScreenshots(newDevice, 'new-device-code')
  await dialog.getByRole('button', { name: 'Kod sama, beri kunci' }).click()
  await expect(dialog).toBeHidden()
  await newDevice.getByRole('button', { name: 'Ya, kod sama' }).click()
  return clicks
}

test('a new device is linked in three clicks or by a numeric code, and after a renewal of the keys all devices still read old messages', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const { ali, aliMail, siti, sitiName } = await openPagesOfTwoMembers(browser)
  await openDirectMessage(ali, sitiName)
  await sendChatMessage(ali, 'Sebelum diperbaharui')
  const chatUrl = new URL(ali.url())

  // A device that is already open shows the new device's request for the keys, with name, location and time.
  const tablet = await openPageSignedInAsMember(browser, aliMail, { timezoneId: 'Asia/Tokyo' })
  await tablet.goto(chatUrl.pathname + chatUrl.search)
  await expect(tablet.getByText('Kunci anda ada pada peranti lain.', { exact: false })).toBeVisible()
  await tablet.getByRole('button', { name: 'Sahkan pada peranti lain' }).click()
  expect(await approveNewDevice(ali, tablet, 'Tokyo')).toBeLessThanOrEqual(3)
  await expect(findMessageLog(tablet)).toContainText('Sebelum diperbaharui')

  // A numeric code links one device of the same user, and wrong digits are rejected.
  const laptop = await openPageSignedInAsMember(browser, aliMail)
  await laptop.goto('/settings#encryption')
  await findKeysButton(laptop, 'Sahkan pada peranti lain').click()
  await expect(
    findKeysSection(laptop).getByRole('img', { name: 'Kod QR untuk menyambung peranti ini' }),
  ).toBeVisible()
  await expect(findKeysSection(laptop).getByRole('timer')).toContainText('saat lagi')
  await expectAccessibleAndFitting(laptop, expectAccessible)
  const digits = await findKeysSection(laptop)
    .getByText(/^(\d{5} ){5}\d{5}$/)
    .innerText()
  await ali.goto('/settings#encryption')
  await findKeysButton(ali, 'Sambungkan peranti lain').click()
  await enterPasswordInEncryptionSettings(ali)
  await expect(
    findKeysSection(ali).getByText('Kamera tidak dapat digunakan.', { exact: false }),
  ).toBeVisible()
  const codeField = findKeysSection(ali).getByRole('textbox', { name: 'Nombor pada peranti baharu' })
  await codeField.fill('12345')
  await findKeysButton(ali, 'Teruskan').click()
  await expect(
    findKeysSection(ali).getByText('Ini bukan kod untuk menyambungkan', { exact: false }),
  ).toBeVisible()
  await codeField.fill('1'.repeat(30))
  await findKeysButton(ali, 'Teruskan').click()
  await expect(findKeysSection(ali).getByText('Kod ini tidak dikenali', { exact: false })).toBeVisible()
  await expectAccessibleAndFitting(ali, expectAccessible)
  await codeField.fill(digits)
  await findKeysButton(ali, 'Teruskan').click()
  await expect(
    findKeysSection(ali).getByRole('heading', { name: /^Beri kunci anda kepada Chrome di Linux/ }),
  ).toBeVisible()
  await expectAccessibleAndFitting(ali, expectAccessible)
  await findKeysButton(ali, 'Beri kunci').click()
  await expect(findKeysPresent(laptop)).toBeVisible()
  await findKeysButton(ali, 'Selesai').click()
  await expect(findDeviceList(ali)).toHaveCount(3)
  await laptop.goto(chatUrl.pathname + chatUrl.search)
  await expect(findMessageLog(laptop)).toContainText('Sebelum diperbaharui')

  // After the keys were renewed on one device, the second device shows a text about the renewal.
  // A third device restores the keys and reads old messages.
  await findKeysButton(ali, 'Perbaharui kunci').click()
  await enterPasswordInEncryptionSettings(ali)
  await expect(
    findKeysSection(ali).getByText('Mesej lama kekal dapat dibaca', { exact: false }),
  ).toBeVisible()
  await expectAccessibleAndFitting(ali, expectAccessible)
  await findKeysButton(ali, 'Buat kunci baharu').click()
  await expect(
    findKeysSection(ali).getByText('Belum ada cara lain yang pasti', { exact: false }),
  ).toBeVisible()
  expect((await readStoredKeys(ali)).card.gen).toBe(2)
  // The second device does not accept the new keys as the user's own before the user confirms them.
  const question = laptop.getByRole('alert').filter({ hasText: 'Adakah itu anda?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Ya, saya' }).click()
  await expect(findKeysButton(laptop, 'Sahkan pada peranti lain')).toBeVisible()
  const recoveryPhrase = await createRecoveryPhrase(ali)
  const newDevice = await openPageSignedInAsMember(browser, aliMail)
  await newDevice.goto(chatUrl.pathname + chatUrl.search)
  await newDevice.getByRole('textbox', { name: 'Frasa pemulihan' }).fill(recoveryPhrase)
  await newDevice.getByRole('button', { name: 'Pulihkan kunci', exact: true }).click()
  await expect(findMessageLog(newDevice)).toContainText('Sebelum diperbaharui')

  // When the keys can be restored from a backup, signing out deletes them from the device.
  await newDevice.getByRole('button', { name: 'Menu akaun' }).click()
  await newDevice.getByRole('menuitem', { name: 'Log Keluar' }).click()
  await expect(newDevice).toHaveURL(/\/login/)
  expect((await readStoredKeys(ali)).devices).toHaveLength(1)

  // When the keys cannot be restored and messages are encrypted to them, signing out asks for confirmation.
  await siti.goto(chatUrl.pathname + chatUrl.search)
  await expect(findMessageLog(siti)).toContainText('Sebelum diperbaharui')
  await siti.getByRole('button', { name: 'Menu akaun' }).click()
  await siti.getByRole('menuitem', { name: 'Log Keluar' }).click()
  const confirmation = siti.getByRole('dialog', { name: 'Simpan kunci sebelum log keluar?' })
  await expect(confirmation).toBeVisible()
  await expectAccessibleAndFitting(siti, expectAccessible, '[role=dialog]')
  await confirmation.getByRole('button', { name: 'Simpan kunci dahulu' }).click()
  await expect(siti).toHaveURL(/settings#encryption/)
  for (const page of [ali, siti, laptop, tablet, newDevice]) await page.context().close()
})

/** Replaces the browser's virtual authenticator with a new one. */
async function useAuthenticator(cdp: CDPSession, abilities: { hasPrf: boolean; isUserVerified: boolean }) {
  await cdp.send('WebAuthn.disable')
  await cdp.send('WebAuthn.enable')
  const kind = { protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal' } as const
  const options = { ...kind, hasResidentKey: true, hasUserVerification: true, ...abilities }
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
}

test('encryption keys are saved with a passkey, removed from the device and restored, and the passkey is removed', {
  tag: '@long',
}, async ({ page, expectAccessible }) => {
  const email = await createMember('Passkey Bin Ujian')
  const cdp = await page.context().newCDPSession(page)
  await useAuthenticator(cdp, { hasPrf: true, isUserVerified: false })
  const data = { email, password: ownPassword }
  expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
  await page.goto('/settings#encryption')
  await findKeysButton(page, 'Tambah passkey').click()
  await enterPasswordInEncryptionSettings(page)
  await findKeysButton(page, 'Cipta passkey').click()
  await expect(findKeysSection(page).getByText('Passkey tidak digunakan.')).toBeVisible()
  await useAuthenticator(cdp, { hasPrf: true, isUserVerified: true })
  await findKeysButton(page, 'Cipta passkey').click()
  const savedPasskeys = findKeysSection(page)
    .getByRole('listitem')
    .filter({ hasText: 'Passkey hanya untuk kunci' })
  await expect(savedPasskeys).toHaveCount(1)
  await expectAccessibleAndFitting(page, expectAccessible)
  await findKeysButton(page, 'Tambah passkey').click()
  await enterPasswordInEncryptionSettings(page)
  await findKeysButton(page, 'Cipta passkey').click()
  await expect(findKeysSection(page).getByText('Peranti ini sudah mempunyai passkey')).toBeVisible()
  await findKeysButton(page, 'Batal').click()

  await findKeysButton(page, 'Buang kunci daripada peranti ini').click()
  await page.getByRole('button', { name: 'Buang kunci', exact: true }).click()
  await expect(findToast(page, 'Kunci telah dibuang daripada peranti ini')).toBeVisible()
  await findKeysButton(page, 'Saya tiada peranti, passkey atau frasa').click()
  await enterPasswordInEncryptionSettings(page)
  await expect(
    findKeysSection(page).getByText('Anda tidak dapat membaca mesej lama lagi.', { exact: false }),
  ).toBeVisible()
  await findKeysButton(page, 'Batal').click()
  await findKeysButton(page, 'Pulihkan dengan passkey').click()
  await expect(findKeysPresent(page)).toBeVisible()

  await savedPasskeys.getByRole('button', { name: 'Buang' }).click()
  await enterPasswordInEncryptionSettings(page)
  await expect(findKeysSection(page).getByText('Ini satu-satunya cara lain', { exact: false })).toBeVisible()
  await findKeysButton(page, 'Buang').click()
  await expect(savedPasskeys).toHaveCount(0)
  await useAuthenticator(cdp, { hasPrf: false, isUserVerified: true })
  await findKeysButton(page, 'Tambah passkey').click()
  await enterPasswordInEncryptionSettings(page)
  await findKeysButton(page, 'Cipta passkey').click()
  await expect(findKeysSection(page).getByText('belum boleh menyimpan kunci')).toBeVisible()

  // Signing out asks for confirmation, because keys restored from a backup may be in use on another server.
  await page.getByRole('button', { name: 'Menu akaun' }).click()
  await page.getByRole('menuitem', { name: 'Log Keluar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log keluar dan padam kunci' }).click()
  await expect(page).toHaveURL(/\/login/)
  // Nothing is encrypted to the published keys, so the next sign-in replaces the keys without asking the user.
  await page.request.post('/api/auth/login', { data })
  await page.goto('/communication')
  await expect.poll(async () => (await readStoredKeys(page)).card.gen).toBe(2)
  // Signing out before anything was encrypted to the keys revokes the keys without asking the user.
  await page.getByRole('button', { name: 'Menu akaun' }).click()
  await page.getByRole('menuitem', { name: 'Log Keluar' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.request.post('/api/auth/login', { data })
  expect(await readStoredKeys(page)).toMatchObject({ card: null, gen: 2 })
})

test('the help page explains encryption, and the settings say when the browser does not support it', {
  tag: '@long',
}, async ({ page, login, expectAccessible }) => {
  await login('member')
  await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined }))
  await page.goto('/settings#encryption')
  await expect(
    findKeysSection(page).getByText('Pelayar ini tidak dapat menggunakan penyulitan'),
  ).toBeVisible()
  await expectAccessibleAndFitting(page, expectAccessible)
  await findKeysSection(page).getByRole('link', { name: 'Perlindungan dan hadnya' }).click()
  await expect(page).toHaveURL('/help/encryption')
  await expect(page.getByRole('heading', { name: 'Perkara yang tidak dilindungi' })).toBeVisible()
  await expectAccessibleAndFitting(page, expectAccessible, 'main')
  await page.getByRole('link', { name: 'Frasa pemulihan' }).click()
  await expect(page.getByRole('heading', { name: 'Frasa pemulihan' })).toBeInViewport()
  await page.getByRole('link', { name: 'Urus kunci saya dalam Tetapan' }).click()
  await expect(findKeysSection(page)).toBeInViewport()
})

test('when a deactivated user signs out, the page asks about the encryption keys, which then stay on the device or are deleted', {
  tag: '@long',
}, async ({ browser }) => {
  const { ali, aliMail, sitiName } = await openPagesOfTwoMembers(browser)
  await openDirectMessage(ali, sitiName)
  await sendChatMessage(ali, 'Jumpa esok')
  await expect(findMessageLog(ali).getByText('Jumpa esok')).toBeVisible()
  await approveOrDeactivateMember(aliMail, 'deactivate')
  await expect(ali.getByRole('heading', { name: 'Akaun Tidak Aktif' })).toBeVisible()
  const signOut = ali.getByRole('button', { name: 'Log Keluar', exact: true })
  const dialog = ali.getByRole('dialog', { name: 'Tinggalkan kunci pada peranti ini?' })

  // Closing the dialog about the encryption keys cancels the sign-out.
  await signOut.click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Simpan kunci dahulu' })).toBeHidden()
  await ali.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(ali.getByRole('heading', { name: 'Akaun Tidak Aktif' })).toBeVisible()

  await signOut.click()
  await dialog.getByRole('button', { name: 'Log keluar dan padam kunci' }).click()
  await expect(ali).toHaveURL(/\/login/)
})
