// Tests end-to-end encryption in the browser: groups, late members, removal, recovery phrase and safety numbers.
import type { Browser } from '@playwright/test'
import { findMessageInput, findMessageLog, sendChatMessage } from '#e2e/support/chat-page.ts'
import { createMember, expect, makeUnique, test } from '#e2e/support/fixtures.ts'
import {
  createEncryptionKeys,
  createRecoveryPhrase,
  openPageSignedInAsMember,
  selectPersonInDialog,
} from '#e2e/support/members.ts'

/**
 * Makes the server send an earlier, validly signed vault (state shared by a user's devices) to a new device. The device
 * detects this and sends no message.
 */
async function expectReplayedVaultDetected(
  { browser, email, phrase }: { browser: Browser; email: string; phrase: string },
  conversationUrl: string,
  earlierVault: unknown,
): Promise<void> {
  const tablet = await openPageSignedInAsMember(browser, email)
  await tablet.route('/api/keys/me/vault', route =>
    route.request().method() === 'GET' ? route.fulfill({ json: { vault: earlierVault } }) : route.continue(),
  )
  await tablet.goto(conversationUrl)
  await tablet.getByRole('textbox', { name: 'Frasa pemulihan' }).fill(phrase)
  await tablet.getByRole('button', { name: 'Pulihkan kunci', exact: true }).click()
  await expect(tablet.getByRole('alert').filter({ hasText: 'catatan kunci yang lapuk' })).toBeVisible()
  await expect(tablet.getByRole('button', { name: 'Hantar' })).toBeDisabled()
  // With the newest vault (state shared by the user's devices) the check succeeds, and the user can end the alarm.
  await tablet.unroute('/api/keys/me/vault')
  await tablet.reload()
  await tablet.getByRole('button', { name: 'Saya telah menyemaknya' }).click()
  await sendChatMessage(tablet, 'Dengan catatan terbaharu')
  await tablet.context().close()
}

const encryptionNotice = 'Dilindungi oleh penyulitan hujung ke hujung.'

test('in an encrypted group two members chat, a member added later reads only later messages, and a removed member reads no more', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const cspViolations: string[] = []
  const [aliName, sitiName, meiName] = [makeUnique('Ali'), makeUnique('Siti'), makeUnique('Mei')]
  const emails = await Promise.all([createMember(aliName), createMember(sitiName), createMember(meiName)])
  const [aliMail = '', sitiMail = '', meiMail = ''] = emails
  const ali = await openPageSignedInAsMember(browser, aliMail)
  const siti = await openPageSignedInAsMember(browser, sitiMail)
  const mei = await openPageSignedInAsMember(browser, meiMail)
  const name = makeUnique('Rahsia')
  for (const page of [ali, siti, mei]) {
    page.on('console', message => {
      if (message.text().includes('Content Security Policy')) cspViolations.push(message.text())
    })
  }

  // The creator of the group gets keys automatically. The message stays on the device until another member has keys.
  await ali.goto('/communication')
  await ali.getByRole('button', { name: 'Cipta kumpulan baharu' }).last().click()
  await ali
    .getByRole('dialog')
    .getByLabel(/^Nama kumpulan/)
    .fill(name)
  await selectPersonInDialog(ali, sitiName)
  await ali.getByRole('dialog').getByRole('button', { name: 'Cipta kumpulan' }).click()
  await expect(ali.getByText(encryptionNotice, { exact: false })).toBeVisible()
  await findMessageInput(ali).fill('Ada orang?')
  await findMessageInput(ali).press('Enter')
  await expect(findMessageLog(ali).getByText('Disimpan pada peranti anda.', { exact: false })).toBeVisible()
  // A message that waits to be sent survives a reload of the page.
  await ali.reload()
  await expect(findMessageLog(ali).getByText('Ada orang?')).toBeVisible()
  await expectAccessible(ali)

  // Once the second member has keys, the creator's device adds this member to the encrypted group.
  await siti.goto('/clubs')
  await siti.getByRole('button', { name: /^Pemberitahuan/ }).click()
  await siti.getByRole('link', { name: new RegExp(`${aliName} mahu berbual dengan anda`) }).click()
  await sendChatMessage(ali, 'Jumpa pukul lapan')
  await expect(findMessageLog(siti)).toContainText('Jumpa pukul lapan')
  await sendChatMessage(siti, 'Baik, saya datang')
  await expect(findMessageLog(ali)).toContainText('Baik, saya datang')
  await expect(siti.getByRole('button', { name: new RegExp(name) })).toContainText('Anda: Baik, saya datang')

  // A member added later can read only the messages sent after the addition.
  await ali.getByRole('button', { name: 'Maklumat kumpulan' }).click()
  await ali.getByRole('button', { name: 'Tambah ahli' }).click()
  await selectPersonInDialog(ali, meiName)
  await ali.getByRole('dialog').getByRole('button', { name: 'Tambah ahli' }).click()
  await expect(ali.getByRole('button', { name: `Keluarkan ${meiName}` })).toBeVisible()
  await expect(ali.getByText('2 orang dalam senarai pembaca boleh membaca mesej baharu.')).toBeVisible()
  await mei.goto('/communication?tab=custom')
  await mei.getByRole('button', { name: new RegExp(name) }).click()
  await expect(ali.getByText('3 orang dalam senarai pembaca boleh membaca mesej baharu.')).toBeVisible()
  await expectAccessible(ali)
  await sendChatMessage(siti, 'Selamat datang')
  await expect(findMessageLog(mei)).toContainText('Selamat datang')
  await expect(findMessageLog(mei).getByText('Dihantar semasa anda tiada dalam senarai pembaca')).toHaveCount(
    3,
  )
  await expect(findMessageLog(mei)).not.toContainText('Jumpa pukul lapan')

  // A removed member does not receive further messages.
  await ali.getByRole('button', { name: `Keluarkan ${sitiName}` }).click()
  await ali
    .getByRole('dialog', { name: `Keluarkan ${sitiName}` })
    .getByRole('button', { name: `Keluarkan ${sitiName}` })
    .click()
  await expect(siti.getByRole('heading', { name: 'Selamat datang ke Komunikasi' })).toBeVisible()
  await expect(ali.getByText('2 orang dalam senarai pembaca boleh membaca mesej baharu.')).toBeVisible()
  await ali.getByRole('dialog').getByRole('button', { name: 'Tutup', exact: true }).click()
  await sendChatMessage(ali, 'Antara kita berdua')
  await expect(findMessageLog(mei)).toContainText('Antara kita berdua')
  expect(cspViolations).toEqual([])
  for (const page of [ali, siti, mei]) await page.context().close()
})

test('a recovery phrase restores old messages on a new device, both users see the same safety number, and an outdated vault (state shared by the devices of one user) is detected', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const [aliName, meiName] = [makeUnique('Ali'), makeUnique('Mei')]
  const [aliMail, meiMail] = [await createMember(aliName), await createMember(meiName)]
  const mei = await openPageSignedInAsMember(browser, meiMail)
  await createEncryptionKeys(mei)
  const ali = await openPageSignedInAsMember(browser, aliMail)
  await ali.goto('/communication?tab=custom')
  await ali.getByRole('searchbox', { name: 'Cari kumpulan atau ahli' }).fill(meiName)
  await ali.getByRole('region', { name: 'Ahli', exact: true }).getByRole('button').first().click()
  await sendChatMessage(ali, 'Selamat datang')
  await mei.goto('/communication?tab=custom')
  await mei.getByRole('button', { name: new RegExp(aliName) }).click()
  await expect(findMessageLog(mei)).toContainText('Selamat datang')
  const phrase = await createRecoveryPhrase(mei)

  // In a new browser a wrong recovery phrase decrypts nothing.
  // The right recovery phrase decrypts all messages that the member could read before.
  const laptop = await openPageSignedInAsMember(browser, meiMail)
  await laptop.goto(new URL(mei.url()).pathname + new URL(mei.url()).search)
  const wrong = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  await laptop.getByRole('textbox', { name: 'Frasa pemulihan' }).fill(wrong)
  await laptop.getByRole('button', { name: 'Pulihkan kunci', exact: true }).click()
  await expect(laptop.getByText('bukan untuk kunci anda', { exact: false })).toBeVisible()
  await laptop.getByRole('textbox', { name: 'Frasa pemulihan' }).fill(phrase)
  await laptop.getByRole('button', { name: 'Pulihkan kunci', exact: true }).click()
  await expect(findMessageLog(laptop)).toContainText('Selamat datang')

  // The search on the device finds the message and leads to its position in the chat.
  await laptop.getByRole('link', { name: 'Cari dalam perbualan' }).click()
  await laptop.getByRole('searchbox', { name: 'Cari dalam mesej' }).fill('SELAMAT')
  const results = laptop.getByRole('list', { name: 'Mesej yang sepadan' })
  await expect(results.getByRole('link', { name: /Selamat datang/ })).toBeVisible()
  await expectAccessible(laptop)
  await results.getByRole('link', { name: /Selamat datang/ }).click()
  await expect(findMessageLog(laptop).getByText('Selamat datang')).toBeInViewport()

  // Both members see the same safety number of sixty digits.
  await sendChatMessage(ali, 'Hanya untuk Mei')
  await expect(findMessageLog(laptop)).toContainText('Hanya untuk Mei')
  const numbers: string[] = []
  for (const page of [ali, laptop]) {
    await page.getByRole('button', { name: 'Maklumat perbualan' }).click()
    numbers.push(await page.getByText(/^(\d{5} ){11}\d{5}$/).innerText())
  }
  expect(numbers[0]).toBe(numbers[1])

  // The laptop stores the verified key in a newer version of the vault (state shared by the user's devices).
  // The next message from the laptop names the newer version of the vault.
  const readVault = async () => (await (await laptop.request.get('/api/keys/me/vault')).json()).vault
  await expect.poll(readVault).not.toBeNull()
  const earlierVault = await readVault()
  const saving = laptop.waitForResponse(
    response => response.url().endsWith('/vault') && response.request().method() !== 'GET' && response.ok(),
  )
  await laptop.getByRole('button', { name: 'Nombor ini sama' }).click()
  await saving
  await laptop.getByRole('dialog').getByRole('button', { name: 'Tutup', exact: true }).click()
  await sendChatMessage(laptop, 'Nombor kita sama')
  await expect(findMessageLog(ali)).toContainText('Nombor kita sama')
  const conversationUrl = new URL(laptop.url()).pathname + new URL(laptop.url()).search
  await expectReplayedVaultDetected({ browser, email: meiMail, phrase }, conversationUrl, earlierVault)
  for (const page of [ali, mei, laptop]) await page.context().close()
})
