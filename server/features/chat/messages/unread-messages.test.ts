// Tests of unread counts and group activity across devices and server instances.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { assignUserToClub } from '#server/features/users/decisions/assign-user-to-club.service.ts'
import { createChatGroup, createSessionCookie, getSentMessageOrThrow } from '#server/test/chat/chat-client.ts'
import { createServiceContextForActor } from '#server/test/harness/app.ts'
import { buildUser, type TestUser } from '#server/test/harness/factories.ts'
import { type Instance, setUpTwoServerInstances } from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'

const { database, here, there, deviceOf } = setUpTwoServerInstances()

async function connectTestDevice(instance: Instance, user: TestUser) {
  const client = await deviceOf(instance, user)
  const listGroups = async () => (await client.call('GET', '/api/groups')).json() as GroupRow[]
  return { ...client, groups: listGroups }
}

test('a new message sends the event new-message to devices that have the group open and group-activity to all other devices', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [a, atDesk, onPhone] = [
    await connectTestDevice(here, ali),
    await connectTestDevice(here, siti),
    await connectTestDevice(there, siti),
  ]
  const secondDesk = await connectTestDevice(here, siti)
  await a.join(groupId)
  await atDesk.join(groupId)
  const { seq, senderId, sender, content, messageType, isHidden, isDeleted, createdAt } =
    getSentMessageOrThrow(await a.send({ content: 'Jom makan', groupId }))
  const lastMessage = { seq, senderId, sender, content, messageType, isHidden, isDeleted, createdAt }
  await waitUntil(() => [onPhone, secondDesk].every(({ activity }) => activity.length === 1))
  await waitUntil(() => atDesk.messages.length === 1)
  for (const { activity } of [onPhone, secondDesk]) {
    expect(activity).toEqual([{ groupId, lastSeq: 1, lastMessage }])
  }
  expect([atDesk.activity, a.activity, onPhone.messages]).toEqual([[], [], []])
  expect((await onPhone.groups())[0]).toMatchObject({ unreadCount: 1, lastMessage })

  await atDesk.leave(groupId)
  await a.send({ content: 'Sekarang', groupId })
  await waitUntil(() => atDesk.activity.length === 1)
  expect(atDesk.messages).toHaveLength(1)
})

test('a busy group sends at most one group-activity event per second, and the last event contains the last message', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [a, s] = [await connectTestDevice(here, ali), await connectTestDevice(there, siti)]
  for (let n = 1; n <= 9; n++) getSentMessageOrThrow(await a.send({ content: `${n}`, groupId }))
  await waitUntil(() => s.activity.at(-1)?.lastSeq === 9)
  expect(s.activity.length).toBeLessThan(6)
  expect(s.activity.at(-1)?.lastMessage.content).toBe('9')
})

test('marking messages as read on a device notifies all devices of the same user and no other user', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [a, atDesk, onPhone] = [
    await connectTestDevice(here, ali),
    await connectTestDevice(here, siti),
    await connectTestDevice(there, siti),
  ]
  for (const content of ['satu', 'dua', 'tiga']) await a.send({ content, groupId })
  expect((await atDesk.groups())[0]).toMatchObject({ unreadCount: 3 })
  await atDesk.call('POST', `/api/groups/${groupId}/read`, { seq: 2 })
  await waitUntil(() => onPhone.reads.length === 1 && atDesk.reads.length === 1)
  expect(onPhone.reads).toEqual([{ groupId, lastReadSeq: 2, ownUnread: 0 }])
  expect((await onPhone.groups())[0]).toMatchObject({ unreadCount: 1, lastReadSeq: 2 })
  // A request to mark messages as read sends no event when it does not advance the read position.
  await onPhone.call('POST', `/api/groups/${groupId}/read`, { seq: 2 })
  await onPhone.call('POST', `/api/groups/${groupId}/read`, { seq: 3 })
  await waitUntil(() => atDesk.reads.length > 1)
  expect(atDesk.reads.map(({ lastReadSeq }) => lastReadSeq)).toEqual([2, 3])
  expect(a.reads.every(({ lastReadSeq }) => lastReadSeq <= 3)).toBe(true)
})

test('messages that the user sent count as read on every device, and earlier unread messages stay unread', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [a, atDesk, onPhone] = [
    await connectTestDevice(here, ali),
    await connectTestDevice(here, siti),
    await connectTestDevice(there, siti),
  ]
  const readCounts = async () => {
    const [group] = await onPhone.groups()
    const { count } = (await onPhone.call('GET', '/api/messages/unread/count')).json()
    return [group?.unreadCount, group?.ownUnread, count]
  }
  await atDesk.send({ content: 'satu', groupId })
  await atDesk.send({ content: 'dua', groupId })
  await waitUntil(() => onPhone.reads.at(-1)?.lastReadSeq === 2)
  expect(await readCounts()).toEqual([0, 0, 0])
  await a.send({ content: 'tiga', groupId })
  for (const content of ['empat', 'lima', 'enam']) await atDesk.send({ content, groupId })
  expect(await readCounts()).toEqual([1, 3, 1])
  await waitUntil(() => onPhone.reads.at(-1)?.ownUnread === 3)
  expect(onPhone.reads.at(-1)).toEqual({ groupId, lastReadSeq: 2, ownUnread: 3 })
  await a.send({ content: 'tujuh', groupId })
  expect(await readCounts()).toEqual([2, 3, 2])

  const read = await onPhone.call('POST', `/api/groups/${groupId}/read`, { seq: 4 })
  expect(read.json()).toEqual({ lastReadSeq: 4, ownUnread: 2, unreadCount: 1 })
  expect(await readCounts()).toEqual([1, 2, 1])
  await onPhone.call('POST', `/api/groups/${groupId}/read`, { seq: 7 })
  expect(await readCounts()).toEqual([0, 0, 0])
})

test('the message list marks each message as read or unread for the caller, and messages sent by the caller as read', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [a, s] = [await connectTestDevice(here, ali), await connectTestDevice(here, siti)]
  await a.send({ content: 'satu', groupId })
  await a.send({ content: 'dua', groupId })
  await s.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
  await s.send({ content: 'tiga', groupId })
  const readMarks = async (who: typeof a) =>
    (await who.call('GET', `/api/messages/${groupId}`))
      .json()
      .map(({ isRead }: { isRead: boolean }) => isRead)
  expect(await readMarks(s)).toEqual([true, false, true])
  expect(await readMarks(a)).toEqual([false, true, true])
})

test('the unread count is 0 when an earlier release has moved the read position without updating the stored count', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [a, s] = [await connectTestDevice(here, ali), await connectTestDevice(here, siti)]
  await a.send({ content: 'satu', groupId })
  await s.send({ content: 'dua', groupId })
  // The previous release updates only `last_read_seq`, because it does not know the column `own_unread`.
  await database.db.execute(sql`update group_members set last_read_seq = 2 where user_id = ${siti.id}`)
  await a.send({ content: 'tiga', groupId })
  expect((await s.groups())[0]).toMatchObject({ unreadCount: 1, ownUnread: 0 })
})

test('moving a user to another country changes the country group of connected sockets at once', async () => {
  const [ali, siti] = await Promise.all(
    (['Japan', 'Germany'] as const).map(currentCountry => buildUser(database.db, { currentCountry })),
  )
  if (!ali || !siti) throw new Error('nobody')
  const admin = await buildUser(database.db, { role: 'system_admin' })
  for (const { id } of [ali, siti]) await syncSystemGroups(database.db, id)
  const [a, s] = [await connectTestDevice(here, ali), await connectTestDevice(there, siti)]
  const findCountryGroup = async (who: typeof a) =>
    (await who.groups()).find(({ type }) => type === 'country')
  const japan = (await findCountryGroup(a))?.id as number
  const germany = (await findCountryGroup(s))?.id as number
  expect((await a.join(japan)).ok).toBe(true)
  await assignUserToClub(createServiceContextForActor(database.db, admin), ali.id, {
    currentCountry: 'Germany',
    clubId: null,
  })
  await s.send({ content: 'Willkommen', groupId: germany })
  await waitUntil(() => a.activity.some(({ groupId }) => groupId === germany))
  expect((await a.join(japan)).ok).toBe(false)
  expect((await a.join(germany)).ok).toBe(true)
  expect(here.app.io.of('/').adapter.rooms.has(`group:${japan}`)).toBe(false)
})

test('renaming a group refreshes the group list of its members and of nobody else', async () => {
  const [ali, siti, other] = await Promise.all([1, 2, 3].map(() => buildUser(database.db)))
  if (!ali || !siti || !other) throw new Error('nobody')
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [a, s, outsider] = [
    await connectTestDevice(here, ali),
    await connectTestDevice(there, siti),
    await connectTestDevice(there, other),
  ]
  await here.app.inject({
    method: 'PUT',
    url: `/api/groups/${groupId}`,
    payload: { name: 'Baharu' },
    headers: { cookie: await createSessionCookie(database.db, ali.id), origin: here.url },
  })
  await waitUntil(() => s.refreshed.includes('groups') && a.refreshed.includes('groups'))
  expect((await s.groups())[0]).toMatchObject({ name: 'Baharu' })
  expect(outsider.refreshed).not.toContain('groups')
})
