// Tests message features in an encrypted group between two browsers: replies, reactions, edits, pins and more.
import type { Page } from '@playwright/test'
import { findMessageInput, findMessageLog, sendChatMessageAndWait } from '#e2e/support/chat-page.ts'
import { expect, findToast, makeUnique, test } from '#e2e/support/fixtures.ts'
import { createEncryptionKeys, openPagesOfTwoMembers } from '#e2e/support/members.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

const findMessage = (page: Page, text: string) =>
  findMessageLog(page)
    .locator('[id^=message-]')
    .filter({ has: page.getByText(text, { exact: true }) })
    .first()

async function chooseMessageAction(page: Page, text: string, action: string): Promise<void> {
  await findMessage(page, text).hover()
  await findMessage(page, text)
    .getByRole('button', { name: /^Tindakan/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('messages in an encrypted group can be replied to, reacted to, edited, pinned and deleted, and members can be mentioned', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const { ali, aliName, siti, sitiName } = await openPagesOfTwoMembers(browser)
  await createEncryptionKeys(ali)
  const searchResponse = await ali.request.get(`/api/people?search=${encodeURIComponent(sitiName)}`)
  const [{ id: sitiId }] = await searchResponse.json()
  const created = await ali.request.post('/api/groups', {
    data: { name: makeUnique('Jawatankuasa'), memberIds: [sitiId] },
  })
  const { id, name } = await created.json()
  await ali.goto(`/communication?group=${id}`)
  await ali.getByRole('button', { name: 'Beri akses' }).click()
  await sendChatMessageAndWait(ali, 'Latihan jadi petang ini?')
  await siti.goto(`/communication?group=${id}`)
  await sendChatMessageAndWait(siti, 'Saya boleh datang')
  await expect(findMessageLog(ali).getByText('Saya boleh datang')).toBeVisible()

  // A reply shows the quoted message. A click on the quotation leads to that message.
  await chooseMessageAction(ali, 'Saya boleh datang', 'Balas')
  await expect(ali.getByText(`Membalas ${sitiName}`)).toBeVisible()
  await sendChatMessageAndWait(ali, 'Bagus!')
  await expect(findMessage(siti, 'Bagus!').getByRole('button', { name: /yang dibalas$/ })).toContainText(
    'Saya boleh datang',
  )

  // Each member has one reaction per message, which a second reaction replaces. The emoji picker is in Malay.
  await chooseMessageAction(siti, 'Bagus!', 'Reaksi ❤️')
  await expect(findMessage(ali, 'Bagus!').getByRole('button', { name: 'Reaksi ❤️, 1 orang' })).toBeVisible()
  await chooseMessageAction(siti, 'Bagus!', 'Emoji lain')
  await siti.getByRole('searchbox', { name: 'Cari emoji' }).fill('layang-layang')
  await siti.getByRole('dialog').getByRole('button').filter({ hasText: '🪁' }).click()
  await expect(findMessage(ali, 'Bagus!').getByRole('button', { name: 'Reaksi 🪁, 1 orang' })).toBeVisible()

  // After a message was edited, only the new text is shown.
  await chooseMessageAction(ali, 'Latihan jadi petang ini?', 'Sunting')
  await findMessageInput(ali).fill('Latihan jadi pukul lima?')
  await ali.getByRole('button', { name: 'Simpan' }).click()
  await expect(findMessage(siti, 'Latihan jadi pukul lima?')).toContainText('disunting')
  await expect(findMessageLog(siti).getByText('Latihan jadi petang ini?')).toHaveCount(0)

  // A mention is marked in the group list while the mentioned member has another page open.
  await siti.goto('/communication')
  await findMessageInput(ali).fill('')
  await findMessageInput(ali).pressSequentially(`@${sitiName.slice(0, 6)}`)
  await ali.getByRole('option', { name: new RegExp(sitiName) }).click()
  await findMessageInput(ali).press('End')
  await findMessageInput(ali).pressSequentially('ya')
  await takeScreenshots(ali, 'composing')
  await findMessageInput(ali).press('Enter')
  await expect(findMessageLog(ali).locator('strong', { hasText: `@${sitiName}` })).toBeVisible()
  await expect(siti.getByRole('button', { name: new RegExp(name) })).toContainText('Anda disebut')

  // Muting and pinning a group are personal settings, whereas a pinned message is visible to all members.
  await chooseMessageAction(ali, 'Bagus!', 'Sematkan mesej')
  await siti.getByRole('button', { name: new RegExp(name) }).click()
  await expect(siti.getByRole('button', { name: 'Pergi ke mesej yang disematkan: Bagus!' })).toBeVisible()
  await siti.getByRole('button', { name: 'Maklumat kumpulan' }).click()
  await siti.getByRole('combobox', { name: 'Bisukan pemberitahuan' }).click()
  await siti.getByRole('option', { name: 'Selama 8 jam' }).click()
  await expect(siti.getByText(/^Dibisukan hingga/)).toBeVisible()
  await siti.getByLabel('Sematkan di bahagian atas senarai').click()
  await expect(siti.getByLabel('Sematkan di bahagian atas senarai')).toBeChecked()
  await takeScreenshots(siti, 'drawer')
  await siti.keyboard.press('Escape')
  await findMessageInput(ali).pressSequentially('Se')
  await expect(siti.getByText(`${aliName} sedang menaip...`)).toBeVisible()
  await findMessageInput(ali).fill('')
  await expect(findMessage(ali, 'Bagus!').getByLabel('Dibaca', { exact: true })).toBeVisible()
  const first = siti.getByRole('region', { name: 'Kumpulan' }).getByRole('listitem').first()
  await expect(first).toContainText(name)
  await expect(first.getByLabel('Dibisukan')).toBeVisible()
  await takeScreenshots(siti, 'list')

  // A deleted message leaves a placeholder for everybody, also in replies to it.
  await takeScreenshots(ali, 'conversation')
  await chooseMessageAction(siti, 'Saya boleh datang', 'Padam')
  await siti.getByRole('dialog').getByRole('button', { name: 'Padam' }).click()
  await expect(findMessageLog(ali).getByText('Mesej ini telah dipadam').first()).toBeVisible()
  await expect(findMessageLog(ali).getByText('Saya boleh datang')).toHaveCount(0)
  await expect(findMessage(ali, 'Bagus!')).toContainText('Mesej ini telah dipadam')

  // A link opens a message at its position in the chat, but only for members of the group.
  await ali.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await chooseMessageAction(ali, 'Bagus!', 'Salin pautan mesej')
  await expect(findToast(ali, 'Pautan disalin')).toBeVisible()
  const link = await ali.evaluate(() => navigator.clipboard.readText())
  const { pathname, search } = new URL(link)
  await siti.goto(pathname + search)
  await expect(findMessage(siti, 'Bagus!')).toBeInViewport()

  // The profile of a member shows presence and actions; a blocked member cannot send direct messages.
  await siti.getByRole('button', { name: 'Maklumat kumpulan' }).click()
  const drawer = siti.getByRole('dialog')
  await drawer.getByRole('button', { name: new RegExp(aliName) }).click()
  await expect(drawer.getByText('Dalam talian')).toBeVisible()
  await expect(drawer.getByText('Nombor keselamatan')).toBeVisible()
  await takeScreenshots(siti, 'profile')
  await drawer.getByRole('button', { name: 'Mesej', exact: true }).click()
  await expect(siti.getByRole('region', { name: aliName })).toContainText('Dalam talian')
  await siti.getByRole('button', { name: 'Maklumat perbualan' }).click()
  await siti.getByRole('button', { name: `Sekat ${aliName}` }).click()
  const confirmation = siti.getByRole('dialog', { name: `Sekat ${aliName}?` })
  await confirmation.getByRole('button', { name: `Sekat ${aliName}` }).click()
  await expect(siti.getByText(`Anda telah menyekat ${aliName}`, { exact: false })).toBeVisible()
  await takeScreenshots(siti, 'blocked')
  await siti.goto('/communication/search')
  await siti.getByRole('searchbox', { name: 'Cari dalam mesej' }).fill('Bagus')
  await expect(siti.getByRole('list', { name: 'Mesej yang sepadan' })).toContainText('Bagus!')
  await takeScreenshots(siti, 'search')
})

test('recent searches stay on the device and are deleted at sign-out', async ({ page, login }) => {
  const recent = page.getByRole('region', { name: 'Carian terkini' })
  await login('member')
  await page.goto('/communication/search')
  const field = page.getByRole('searchbox', { name: 'Cari dalam mesej' })
  await field.fill('selamat')
  await expect(page.getByRole('list', { name: 'Mesej yang sepadan' }).getByRole('link').first()).toBeVisible()
  await field.fill('')
  await expect(recent).toContainText('selamat')
  await page.goto('/communication')
  const requestsWithTerms: string[] = []
  page.on('request', request => {
    const sent = `${request.url()} ${request.postData() ?? ''}`
    if (sent.includes('selamat')) requestsWithTerms.push(sent)
  })
  await page.goto('/communication/search')
  await expect(recent).toContainText('selamat')
  expect(requestsWithTerms).toEqual([])
  await recent.getByRole('button', { name: 'selamat', exact: true }).click()
  await expect(field).toHaveValue('selamat')
  await page.getByRole('button', { name: 'Log Keluar' }).click()
  await expect(page).toHaveURL(/\/login/)
  await login('member')
  await page.goto('/communication/search')
  await expect(page.getByRole('region', { name: 'Sempitkan carian' })).toBeVisible()
  await expect(recent).toHaveCount(0)
})
