// Tests reporting a message of an encrypted direct message to headquarters.
import { findMessageLog, openDirectMessage, sendChatMessageAndWait } from '#e2e/support/chat-page.ts'
import { expect, findToast, makeUnique, openPageSignedInAs, test } from '#e2e/support/fixtures.ts'
import { openPagesOfTwoMembers } from '#e2e/support/members.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

const hiddenText = 'Mesej ini disembunyikan oleh pentadbir'

test('a reported message of an encrypted chat is verified and hidden by headquarters, and both members see it as hidden', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const { ali, aliName, siti, sitiName } = await openPagesOfTwoMembers(browser)
  await openDirectMessage(ali, sitiName)
  const rudeText = makeUnique('Kata-kata kesat')
  await sendChatMessageAndWait(ali, 'Apa khabar?')
  await sendChatMessageAndWait(ali, rudeText)
  await sendChatMessageAndWait(ali, 'Sampai jumpa')

  // The recipient opens the report dialog by keyboard. The dialog explains who can read the reported message.
  await siti.goto('/communication?tab=custom')
  await siti.getByRole('button', { name: new RegExp(aliName) }).click()
  await expect(findMessageLog(siti).getByText(rudeText)).toBeVisible()
  await findMessageLog(siti).focus()
  await siti.keyboard.press('Tab')
  await siti.keyboard.press('ArrowUp')
  await expect(
    siti.getByRole('button', { name: new RegExp(`^Tindakan untuk mesej ${aliName}`) }).nth(1),
  ).toBeFocused()
  await takeScreenshots(siti, 'reports-conversation')
  await siti.keyboard.press('Enter')
  await expect(siti.getByRole('menuitem', { name: 'Laporkan mesej' })).toBeVisible()
  await expectAccessible(siti)
  await siti.getByRole('menuitem', { name: 'Laporkan mesej' }).click()
  const dialog = siti.getByRole('dialog', { name: 'Laporkan mesej' })
  await expect(dialog.getByText(rudeText)).toBeVisible()
  await expect(dialog.getByText('Hanya mesej di atas', { exact: false })).toBeVisible()
  await expect(dialog.getByText('Dibaca oleh pentadbir ibu pejabat.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Hantar laporan' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Kata-kata kesat' }).check()
  await dialog.getByLabel('Keterangan (tidak wajib)').fill('Kepada saya')
  await expectAccessible(siti)
  await takeScreenshots(siti, 'reports-dialog')
  await dialog.getByRole('button', { name: 'Hantar laporan' }).click()
  await expect(findToast(siti, 'Laporan dihantar')).toBeVisible()

  // Headquarters opens the report. The browser has verified the sender's signature and shows who reported the message.
  const hq = await openPageSignedInAs(browser, 'hq_admin')
  await hq.goto('/communication')
  await hq.getByRole('link', { name: /^Laporan mesej, \d+ menunggu keputusan/ }).click()
  const report = hq.getByRole('listitem', { name: aliName })
  await expect(report.getByText(rudeText)).toBeVisible()
  await expect(report.getByText('Tandatangan disahkan')).toBeVisible()
  await expect(report.getByRole('definition').filter({ hasText: sitiName })).toBeVisible()
  await expect(report.getByText('Dilaporkan oleh')).toBeVisible()
  await expect(hq.getByText('Apa khabar?')).toHaveCount(0)
  await expectAccessible(hq)
  await takeScreenshots(hq, 'reports-list')
  await report.getByRole('button', { name: 'Sembunyikan mesej' }).click()
  await expect(hq.getByRole('dialog').getByRole('radio', { name: 'Kata-kata kesat' })).toBeChecked()
  await expectAccessible(hq)
  await hq.getByRole('dialog').getByRole('button', { name: 'Sembunyikan mesej' }).click()
  await expect(findToast(hq, 'Mesej disembunyikan')).toBeVisible()
  await expect(report).toHaveCount(0)

  // Both members see that the message is hidden, also after a reload, and the sender can still send messages.
  for (const page of [ali, siti]) await expect(findMessageLog(page).getByText(hiddenText)).toBeVisible()
  for (const page of [ali, siti]) {
    await page.reload()
    await expect(findMessageLog(page).getByText(hiddenText)).toBeVisible()
    await expect(findMessageLog(page).getByText('Sampai jumpa')).toBeVisible()
    await expect(findMessageLog(page).getByText(rudeText)).toHaveCount(0)
  }
  await sendChatMessageAndWait(ali, 'Maaf')
  await expect(findMessageLog(siti).getByText('Maaf')).toBeVisible()
  await expect(findMessageLog(siti).getByText(/hilang|gagal disahkan/)).toHaveCount(0)
  await expectAccessible(siti)
  await takeScreenshots(siti, 'reports-hidden')

  // The sender and the reporter of the message each get a different notification.
  await ali.getByRole('button', { name: /^Pemberitahuan/ }).click()
  await expect(
    ali.getByText('Mesej anda telah disembunyikan oleh pentadbir. Sebab: Kata-kata kesat.'),
  ).toBeVisible()
  await siti.getByRole('button', { name: /^Pemberitahuan/ }).click()
  await expect(
    siti.getByText('Mesej yang anda laporkan telah disembunyikan.', { exact: false }),
  ).toBeVisible()
  for (const page of [ali, siti, hq]) await page.context().close()
})
