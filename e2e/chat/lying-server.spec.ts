// Simulates a dishonest server in real browsers: altered HTTP responses, socket events and database rows.
// The attacks of a dishonest server are also tested without a browser, in web/features/chat/lying-server.
import type { Page } from '@playwright/test'
import {
  findMessageInput,
  findMessageLog,
  openDirectMessage,
  sendChatMessageAndWait,
} from '#e2e/support/chat-page.ts'
import { queryDatabase } from '#e2e/support/database.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openPageSignedInAsMember, openPagesOfTwoMembers } from '#e2e/support/members.ts'
import { takeScreenshots } from '#e2e/support/take-screenshots.ts'

const refusal = 'Maklumat pelayan tentang perbualan ini tidak benar — penghantaran dihentikan'

interface Group {
  id: number
  name: string
  peer: { id: number; fullName: string } | null
  [field: string]: unknown
}

/** Alters the group list that the server returns to the given page. The returned function ends the alteration. */
async function lieAboutGroups(
  page: Page,
  lie: (group: Group) => Partial<Group>,
): Promise<() => Promise<void>> {
  const pattern = /\/api\/groups(\?.*)?$/
  await page.route(pattern, async route => {
    const response = await route.fetch()
    if (route.request().method() !== 'GET') return route.fulfill({ response })
    const groups = (await response.json()) as Group[]
    return route.fulfill({ response, json: groups.map(group => ({ ...group, ...lie(group) })) })
  })
  // A request may still be in flight when the page is closed, so errors of replaced responses are ignored.
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Creates two members with keys and a direct conversation in which both have written. */
async function startConversation(browser: Parameters<typeof openPageSignedInAsMember>[0]) {
  const members = await openPagesOfTwoMembers(browser)
  return { ...members, id: await openDirectMessage(members.ali, members.sitiName) }
}

const countPlaintext = async (groupId: number) => {
  const [row] = await queryDatabase<{ count: number }>(
    `select count(*)::int as count from messages where group_id = $1 and content <> '' and content not like 'e2ee1.%'`,
    [groupId],
  )
  return row?.count
}

test('the server gets no plaintext by declaring an encrypted conversation unencrypted, naming a false peer, or from a search in the conversation', {
  tag: '@long',
}, async ({ browser, expectAccessible }) => {
  test.slow()
  const { ali, siti, sitiName, aliMail, id } = await startConversation(browser)
  await sendChatMessageAndWait(ali, 'Pertama')
  const outgoing: string[] = []
  ali.on('request', request => {
    // The test records the Referer header as well, because it could contain the URL of the page.
    const { referer = '' } = request.headers()
    outgoing.push(`${request.url()} ${request.postData() ?? ''} ${referer}`)
  })
  ali.on('websocket', socket => socket.on('framesent', ({ payload }) => outgoing.push(String(payload))))

  // The server presents the encrypted conversation as a plaintext group of a country, of a club and of all users.
  const [me] = await queryDatabase<{ current_country: string; club_id: number | null }>(
    'select current_country, club_id from users where email = $1',
    [aliMail],
  )
  const plaintext = { encrypted: false, direct: false, peer: null }
  const lies = [
    { type: 'country', country: me?.current_country },
    { type: 'global' },
    { type: 'club', clubId: me?.club_id ?? 1, country: me?.current_country },
  ]
  for (const lie of lies) {
    const stop = await lieAboutGroups(ali, group => (group.id === id ? { ...plaintext, ...lie } : {}))
    await ali.goto(`/communication?group=${id}`)
    await expect(ali.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
    await findMessageInput(ali).fill('Kata rahsia')
    await expect(ali.getByRole('button', { name: 'Hantar' })).toBeDisabled()
    await findMessageInput(ali).press('Enter')
    await stop()
  }
  await takeScreenshots(ali, 'lying-type')
  await expectAccessible(ali)

  // The server claims that the encrypted conversation is unencrypted.
  // A new device of the same user, without keys and vault, sends nothing to the conversation.
  const fresh = await openPageSignedInAsMember(browser, aliMail)
  const stopForFresh = await lieAboutGroups(fresh, group =>
    group.id === id ? { ...plaintext, ...lies[0] } : {},
  )
  await fresh.goto(`/communication?group=${id}`)
  await expect(fresh.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await expect(findMessageInput(fresh)).toHaveCount(0)
  await stopForFresh()
  await fresh.context().close()

  // While the server behaves correctly, the device learns the name that the peer signed.
  await ali.goto(`/communication?group=${id}`, { waitUntil: 'networkidle' })
  await expect(ali.getByRole('heading', { name: sitiName })).toBeVisible()
  // When the server withholds the peer and shows another name, the device shows the name that the peer signed.
  const stopRenaming = await lieAboutGroups(ali, group =>
    group.id === id ? { peer: null, name: 'Orang Lain' } : {},
  )
  await ali.goto(`/communication?group=${id}`)
  await expect(ali.getByRole('heading', { name: sitiName })).toBeVisible()
  await expect(ali.getByText('Orang Lain')).toHaveCount(0)
  await stopRenaming()
  const stopReplacing = await lieAboutGroups(ali, group =>
    group.id === id ? { peer: { id: 1, fullName: 'Orang Lain', profileImageUrl: null } } : {},
  )
  await ali.goto(`/communication?group=${id}`)
  await expect(ali.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await expect(ali.getByRole('button', { name: /^Panggilan (video|suara)/ })).toHaveCount(0)
  await stopReplacing()

  // A search in the conversation finds the message on the device and sends no search word to the server.
  // The search also stays on the device when the server calls the conversation unencrypted.
  for (const lie of [{}, { ...plaintext, ...lies[0] }]) {
    const stop = await lieAboutGroups(ali, group => (group.id === id ? lie : {}))
    await ali.goto(`/communication/search?group=${id}`)
    await ali.getByRole('searchbox', { name: 'Cari dalam mesej' }).fill('Pertama')
    await expect(ali.getByRole('list', { name: 'Mesej yang sepadan' }).getByText('Pertama')).toBeVisible()
    await expect(ali.getByText('Kata carian tidak dihantar kepada pelayan.', { exact: false })).toBeVisible()
    // After a reload the search words are still there, but they are not part of the requested URL.
    await ali.reload()
    await expect(ali.getByRole('searchbox', { name: 'Cari dalam mesej' })).toHaveValue('Pertama')
    await expect(ali.getByRole('list', { name: 'Mesej yang sepadan' }).getByText('Pertama')).toBeVisible()
    await stop()
  }
  await takeScreenshots(ali, 'search-on-device')
  expect(outgoing.filter(text => /Kata rahsia|Kata%20rahsia|Pertama/.test(text))).toEqual([])
  expect(await countPlaintext(id)).toBe(0)

  // Once the server behaves correctly again, it receives the encrypted message, and the peer reads the message.
  await ali.goto(`/communication?group=${id}`)
  await sendChatMessageAndWait(ali, 'Kedua')
  await siti.goto(`/communication?group=${id}`)
  await expect(findMessageLog(siti)).toContainText('Kedua')
  for (const page of [ali, siti]) await page.context().close()
})

test('replies keep their quoted message, and the page reports dropped messages and ignores forged events', {
  tag: '@long',
}, async ({ browser }) => {
  test.slow()
  const { ali, siti, aliName, id } = await startConversation(browser)
  for (const text of ['Jumpa esok?', 'Pinjam RM5,000?', 'Ketiga', 'Keempat'])
    await sendChatMessageAndWait(ali, text)

  // The server changes sender and name in the socket events that Siti receives, but she sees only what Ali signed.
  await siti.routeWebSocket(/socket\.io/, socket => {
    const server = socket.connectToServer()
    server.onMessage(message => {
      const text = String(message)
      socket.send(text.includes('new-message') ? text.replaceAll(aliName, 'Orang Lain') : message)
    })
  })
  await siti.goto(`/communication?group=${id}`)
  await sendChatMessageAndWait(ali, 'Kelima')
  await expect(findMessageLog(siti)).toContainText('Kelima')
  await expect(findMessageLog(siti).getByText('Orang Lain')).toHaveCount(0)

  await findMessageLog(siti).getByText('Jumpa esok?').hover()
  await findMessageLog(siti).locator('#message-1').getByRole('button').last().click()
  await siti.getByRole('menuitem', { name: 'Balas' }).click()
  await sendChatMessageAndWait(siti, 'Setuju')
  await expect(findMessageLog(siti).locator('#message-6')).toContainText('Jumpa esok?')

  // Both senders are offline, because their devices would otherwise send lost messages again.
  await ali.goto('about:blank')
  await siti.goto('about:blank')
  // The server operator swaps the first two messages. The reply still quotes the right message.
  await queryDatabase('update messages set seq = seq + 1000 where group_id = $1 and seq in (1, 2)', [id])
  await queryDatabase('update messages set seq = 1003 - seq where group_id = $1 and seq > 1000', [id])
  await siti.goto(`/communication?group=${id}`)
  const reply = findMessageLog(siti).locator('#message-6')
  await expect(reply).toContainText('Jumpa esok?')
  await expect(reply).not.toContainText('Pinjam')
  await expect(findMessageLog(siti).getByText('Susunan mesej ini telah diubah')).toHaveCount(1)

  // The server operator hides the third message and drops the fourth, then drops the first ones.
  await siti.goto('about:blank')
  await queryDatabase(`update messages set hidden_for = 'spam' where group_id = $1 and seq = 3`, [id])
  await queryDatabase('delete from messages where group_id = $1 and seq in (1, 2, 4)', [id])
  await queryDatabase('update messages set seq = seq + 1000 where group_id = $1', [id])
  await queryDatabase(
    `update messages m set seq = n.seq from (
       select id, row_number() over (order by seq) as seq from messages where group_id = $1) n where n.id = m.id`,
    [id],
  )
  await queryDatabase('update message_groups set last_seq = 3 where id = $1', [id])
  await siti.goto(`/communication?group=${id}`)
  const findMissingMessagesNotice = (count: string) =>
    findMessageLog(siti).getByText(`${count} mesej daripada ${aliName} tidak sampai di sini`)
  await expect(findMissingMessagesNotice('2')).toBeVisible()
  await expect(findMissingMessagesNotice('Satu')).toBeVisible()
  await expect(findMessageLog(siti).getByText('Mesej asal tidak dapat dibaca di sini')).toBeVisible()
  await takeScreenshots(siti, 'lying-dropped')
  for (const page of [ali, siti]) await page.context().close()
})
