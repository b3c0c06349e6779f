// Tests that the first message between two members takes as few clicks as possible.
import type { Browser, Page } from '@playwright/test'
import { findMessageInput, findMessageLog } from '#e2e/support/chat-page.ts'
import { createMember, expect, makeUnique, ownPassword, test } from '#e2e/support/fixtures.ts'
import {
  createEncryptionKeys,
  createRecoveryPhrase,
  openPageSignedInAsMember,
  openPagesOfTwoMembers,
} from '#e2e/support/members.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

test('a first message takes at most three clicks, and a recipient who is offline reads it later', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  const meiName = makeUnique('Mei')
  const meiMail = await createMember(meiName)
  const { ali, aliName, siti, sitiName } = await openPagesOfTwoMembers(browser)
  // The recipient has opened the chat once, so she has encryption keys, and she is offline now.
  await siti.goto('about:blank')

  await ali.setViewportSize({ width: 390, height: 844 })
  await ali.goto('/communication')
  let clicks = 0
  await ali.exposeFunction('clicked', () => {
    clicks += 1
  })
  await ali.evaluate('addEventListener("click", () => clicked(), true)')
  await ali.getByRole('searchbox', { name: 'Cari kumpulan atau ahli' }).fill(sitiName)
  await ali.getByRole('region', { name: 'Ahli', exact: true }).getByRole('button').first().click()
  await expect(findMessageInput(ali)).toBeFocused()
  await findMessageInput(ali).pressSequentially('Hai')
  await findMessageInput(ali).press('Enter')
  await expect(findMessageLog(ali).getByText('Hai', { exact: true })).toBeVisible()
  await expect(findMessageLog(ali).getByText(/Sedang dihantar|Disimpan pada/)).toHaveCount(0)
  expect(clicks).toBeLessThanOrEqual(3)
  await expect(ali.getByText('Simpan kunci anda', { exact: true })).toBeVisible()
  await expectAccessible(ali)
  await takeScreenshots(ali, 'first-words')

  await siti.goto('/dashboard')
  await siti.getByRole('button', { name: /^Pemberitahuan/ }).click()
  await siti.getByRole('link', { name: new RegExp(`${aliName} mahu berbual dengan anda`) }).click()
  await expect(findMessageLog(siti).getByText('Hai', { exact: true })).toBeVisible()

  // A message to a user without keys waits on the sender's device and is sent once the recipient has keys.
  await ali.goto('/communication')
  await ali.getByRole('searchbox', { name: 'Cari kumpulan atau ahli' }).fill(meiName)
  await ali.getByRole('region', { name: 'Ahli', exact: true }).getByRole('button').first().click()
  await findMessageInput(ali).fill('Selamat datang')
  await findMessageInput(ali).press('Enter')
  await expect(findMessageLog(ali).getByText(`selepas ${meiName} log masuk`, { exact: false })).toBeVisible()
  await ali.goto('/clubs')
  const mei = await openPageSignedInAsMember(browser, meiMail)
  await mei.goto('/communication?tab=custom')
  await mei.getByRole('button', { name: new RegExp(aliName) }).click()
  await expect(findMessageLog(mei).getByText('Selamat datang', { exact: true })).toBeVisible()
  for (const page of [ali, siti, mei]) await page.context().close()
})

/** Opens the chat on a device and returns a function that counts the user's clicks since then. */
async function openCountedDevice(browser: Browser, email: string, url = '/communication') {
  const page = await openPageSignedInAsMember(browser, email)
  let clicks = 0
  await page.exposeFunction('clicked', () => {
    clicks += 1
  })
  await page.addInitScript('addEventListener("click", event => event.isTrusted && clicked(), true)')
  await page.goto(url)
  return { page, countClicks: () => clicks }
}

/** Writes a first message to a person as a user would: search, choose, type, send. */
async function writeFirstMessage(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Cari kumpulan atau ahli' }).fill(name)
  await page.getByRole('region', { name: 'Ahli', exact: true }).getByRole('button').first().click()
  await findMessageInput(page).fill(text)
  await findMessageInput(page).press('Enter')
  await expect(findMessageLog(page).getByText(text, { exact: true })).toBeVisible()
  // The chat list shows a new message only after the server has accepted it.
  await expect(page.getByRole('button', { name: new RegExp(`Anda: ${text}`) })).toBeVisible()
}

/** Approves, on the first device, the new device's request for the encryption keys. */
async function approveNewDevice(first: Page, newDevice: Page): Promise<void> {
  await first.getByRole('button', { name: 'Semak' }).click()
  const dialog = first.getByRole('dialog', { name: /^Beri kunci anda kepada/ })
  await dialog.getByLabel('Kata laluan semasa').fill(ownPassword)
  await dialog.getByLabel('Kata laluan semasa').press('Enter')
  await dialog.getByRole('button', { name: 'Kod sama, beri kunci' }).click()
  await newDevice.getByRole('button', { name: 'Ya, kod sama' }).click()
}

test('a user writes the first message on a first, second and third device, whether or not another device is available', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const { ali: first, aliName, aliMail, siti, sitiName } = await openPagesOfTwoMembers(browser)

  // The second device can write without linking, because nothing is encrypted to the keys of the first device yet.
  await createEncryptionKeys(first)
  await first.goto('about:blank')
  const second = await openCountedDevice(browser, aliMail)
  // The device writes the vault (state shared by the user's devices) some seconds after it has pinned the keys of Siti.
  const vaultWritten = second.page.waitForResponse(
    response => response.url().endsWith('/api/keys/me/vault') && response.request().method() === 'PUT',
  )
  await writeFirstMessage(second.page, sitiName, 'Hai dari peranti kedua')
  expect(second.countClicks()).toBeLessThanOrEqual(1)
  await takeScreenshots(second.page, 'hai-second-device')
  const chatUrl = second.page.url()

  // The first device keeps its keys, asks the user what to do, and gets the new keys in two clicks.
  await first.goto('/communication')
  const question = first
    .getByRole('alert')
    .filter({ hasText: 'Kunci baharu dibuat pada peranti lain. Adakah itu anda?' })
  await expect(question).toBeVisible()
  await expectAccessible(first)
  await takeScreenshots(first, 'hai-first-device-asks')
  // In the encrypted conversation, the first device asks again whether the user created the new keys.
  // The conversation does not report that the vault (state shared by the user's devices) has a foreign signature.
  await first.goto(chatUrl)
  await expect(
    first.getByRole('heading', { name: 'Kunci baharu dibuat pada peranti lain. Adakah itu anda?' }),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Ya, saya' }).click()
  await expect(first).toHaveURL(/settings#encryption/)
  const settings = first.getByRole('region', { name: 'Penyulitan', exact: true })
  await settings.getByRole('button', { name: 'Sahkan pada peranti lain' }).click()
  await approveNewDevice(second.page, first)
  await expect(first.getByText('Peranti ini mempunyai kunci anda')).toBeVisible()
  await first.goto(chatUrl)
  await expect(findMessageLog(first).getByText('Hai dari peranti kedua', { exact: true })).toBeVisible()

  // The messages of the third device state the vault version that the device has read.
  expect((await vaultWritten).status()).toBe(204)

  // The user links a third device with the help of another of the user's devices.
  const third = await openCountedDevice(browser, aliMail, chatUrl)
  await takeScreenshots(third.page, 'hai-third-device')
  await third.page.getByRole('button', { name: 'Sahkan pada peranti lain' }).click()
  await approveNewDevice(first, third.page)
  await findMessageInput(third.page).fill('Hai dari peranti ketiga')
  await findMessageInput(third.page).press('Enter')
  await expect(
    findMessageLog(second.page).getByText('Hai dari peranti ketiga', { exact: true }),
  ).toBeVisible()
  expect(third.countClicks()).toBe(2)

  // The user adds a fourth device while no other device of the user is available.
  // On a new device, plaintext groups work at once, and the recovery phrase decrypts the encrypted groups.
  const recoveryPhrase = await createRecoveryPhrase(second.page)
  for (const page of [first, second.page, third.page]) await page.goto('about:blank')
  const fourth = await openCountedDevice(browser, aliMail, '/communication?tab=global')
  await fourth.page.getByRole('tabpanel').getByRole('button').first().click()
  await findMessageInput(fourth.page).fill('Boleh')
  await expect(fourth.page.getByRole('button', { name: 'Hantar' })).toBeEnabled()
  await fourth.page.goto(chatUrl)
  await fourth.page.getByRole('textbox', { name: 'Frasa pemulihan' }).fill(recoveryPhrase)
  await fourth.page.getByRole('button', { name: 'Pulihkan kunci', exact: true }).click()
  await expect(findMessageLog(fourth.page).getByText('Hai dari peranti kedua', { exact: true })).toBeVisible()

  // When the server withholds the vault (state shared by the user's devices), the new device detects it.
  // Each message of the user states which version of the vault existed when the message was sent.
  const fifth = await openPageSignedInAsMember(browser, aliMail)
  await fifth.route('/api/keys/me/vault', route =>
    route.request().method() === 'GET' ? route.fulfill({ json: { vault: null } }) : route.continue(),
  )
  await fifth.goto(chatUrl)
  await fifth.getByRole('textbox', { name: 'Frasa pemulihan' }).fill(recoveryPhrase)
  await fifth.getByRole('button', { name: 'Pulihkan kunci', exact: true }).click()
  await expect(fifth.getByRole('alert').filter({ hasText: 'penghantaran dihentikan' })).toBeVisible()
  await fifth.goto('about:blank')

  /**
   * If all devices and backups are lost, new keys are created, old messages stay unreadable, and the peer sees the
   * change.
   */
  const last = await openPageSignedInAsMember(browser, aliMail)
  await last.goto(chatUrl)
  await last.getByRole('button', { name: 'Saya tiada peranti, passkey atau frasa' }).click()
  await last.getByLabel('Kata laluan semasa').fill(ownPassword)
  await last.getByRole('button', { name: 'Teruskan' }).click()
  await last.getByRole('button', { name: 'Buat kunci baharu' }).click()
  await expect(last.getByText('Menunggu kunci...').first()).toBeVisible()
  await takeScreenshots(last, 'hai-everything-lost')
  await siti.goto(chatUrl)
  await expect(
    siti.getByText(`Kunci penyulitan ${aliName} telah berubah`, { exact: false }).first(),
  ).toBeVisible()
  for (const page of [siti, first, second.page, third.page, fourth.page, fifth, last])
    await page.context().close()
})
