// Tests of read positions and typing events, which members of small groups see of each other.
import { expect, test } from 'vitest'
import { groupMembers } from '#server/db/schema/chat.ts'
import { createChatGroup } from '#server/test/chat/chat-client.ts'
import { buildUser, type TestUser } from '#server/test/harness/factories.ts'
import { type Instance, setUpTwoServerInstances } from '#server/test/harness/instances.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'

const { database, here, there, deviceOf } = setUpTwoServerInstances()

async function connectTestDevice(instance: Instance, user: TestUser) {
  const client = await deviceOf(instance, user)
  const receivedEvents: object[] = []
  client.socket.on('member-read', read => receivedEvents.push(read))
  client.socket.on('member-typing', typing => receivedEvents.push(typing))
  const sendTyping = (groupId: unknown) => client.socket.emitWithAck('typing', groupId as number)
  return { ...client, receivedEvents, sendTyping }
}

test('read positions and typing events reach only members who have the group open, on both server instances', async () => {
  const [ali, siti, stranger] = await Promise.all([1, 2, 3].map(() => buildUser(database.db)))
  if (!ali || !siti || !stranger) throw new Error('nobody')
  const groupId = await createChatGroup(database.db, [ali, siti])
  const [a, s, elsewhere, outsider] = [
    await connectTestDevice(here, ali),
    await connectTestDevice(there, siti),
    await connectTestDevice(there, siti),
    await connectTestDevice(here, stranger),
  ]
  for (const client of [a, s]) await client.join(groupId)
  await a.send({ groupId, content: 'Helo' })
  await s.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
  await waitUntil(() => a.receivedEvents.length === 1)
  expect(a.receivedEvents).toEqual([{ groupId, userId: siti.id, lastReadSeq: 1 }])
  expect((await a.call('GET', `/api/groups/${groupId}/reads`)).json()).toEqual(
    expect.arrayContaining([
      { userId: ali.id, lastReadSeq: 1 },
      { userId: siti.id, lastReadSeq: 1 },
    ]),
  )
  expect((await outsider.call('GET', `/api/groups/${groupId}/reads`)).statusCode).toBe(404)
  expect(await s.sendTyping(groupId)).toEqual({ ok: true })
  await waitUntil(() => a.receivedEvents.length === 2)
  expect(a.receivedEvents[1]).toEqual({ groupId, userId: siti.id, name: siti.fullName })
  expect(await s.sendTyping(groupId)).toMatchObject({ ok: false, code: 'too_fast' })
  for (const invalid of [groupId, 0, 'x', null, { a: 1 }]) {
    expect(await outsider.sendTyping(invalid)).toMatchObject({ ok: false })
  }
  expect(await elsewhere.sendTyping(groupId)).toMatchObject({ ok: false, code: 'not_found' })
  expect([outsider.receivedEvents, elsewhere.receivedEvents]).toEqual([[], []])
})

test('a group of more than fifty members shares neither read positions nor typing events', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await createChatGroup(database.db, [ali, siti])
  const others = await Promise.all(Array.from({ length: 49 }, () => buildUser(database.db)))
  await database.db.insert(groupMembers).values(others.map(({ id: userId }) => ({ groupId, userId })))
  const [a, s] = [await connectTestDevice(here, ali), await connectTestDevice(here, siti)]
  for (const client of [a, s]) await client.join(groupId)
  await a.send({ groupId, content: 'Helo' })
  await s.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
  await waitUntil(() => s.reads.length === 1)
  expect(await s.sendTyping(groupId)).toEqual({ ok: true })
  // The event of a small group arrives after any event of the large group would have arrived.
  const small = await createChatGroup(database.db, [ali, siti])
  await a.join(small)
  await a.send({ groupId: small, content: 'Helo' })
  await s.call('POST', `/api/groups/${small}/read`, { seq: 1 })
  await waitUntil(() => a.receivedEvents.length > 0)
  expect(a.receivedEvents).toEqual([{ groupId: small, userId: siti.id, lastReadSeq: 1 }])
  expect((await a.call('GET', `/api/groups/${groupId}/reads`)).json()).toEqual([])
})

test('a member who hides presence neither sends typing events to others nor receives them', async () => {
  const people = await Promise.all([1, 2, 3].map(() => buildUser(database.db)))
  const [ali, siti, mei] = people as [TestUser, TestUser, TestUser]
  const groupId = await createChatGroup(database.db, people)
  const [a, s, m] = [
    await connectTestDevice(here, ali),
    await connectTestDevice(there, siti),
    await connectTestDevice(there, mei),
  ]
  for (const client of [a, s, m]) await client.join(groupId)
  const setPresenceShown = (isShown: boolean) => s.call('PUT', '/api/account/presence', { isShown })
  expect((await setPresenceShown(false)).statusCode).toBe(204)
  expect(await s.sendTyping(groupId)).toEqual({ ok: true })
  expect(await a.sendTyping(groupId)).toEqual({ ok: true })
  const byAli = { groupId, userId: ali.id, name: ali.fullName }
  await waitUntil(() => m.receivedEvents.length > 0)
  // Events arrive in order, so once these later events have arrived no earlier event is still pending.
  expect((await setPresenceShown(true)).statusCode).toBe(204)
  expect(await m.sendTyping(groupId)).toEqual({ ok: true })
  await waitUntil(
    () => s.receivedEvents.length > 0 && a.receivedEvents.length > 1 && m.receivedEvents.length > 1,
  )
  const byMei = { groupId, userId: mei.id, name: mei.fullName }
  expect([a.receivedEvents, s.receivedEvents]).toEqual([[byAli, byMei], [byMei]])
  expect(m.receivedEvents).toEqual([byAli, byMei])
})
