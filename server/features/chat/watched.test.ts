// What the people of a small group see of each other: how far somebody has read, and that somebody is writing.
import { expect, test } from 'vitest'
import { groupMembers } from '#server/db/schema/chat.ts'
import { buildGroup } from '#server/test/chat.ts'
import { buildUser, type TestUser } from '#server/test/factories.ts'
import { type Instance, setUpTwoInstances } from '#server/test/instances.ts'
import { until } from '#server/test/program.ts'

const { database, here, there, deviceOf } = setUpTwoInstances()

async function device(instance: Instance, user: TestUser) {
  const one = await deviceOf(instance, user)
  const heard: object[] = []
  one.socket.on('member-read', read => heard.push(read))
  one.socket.on('member-typing', typing => heard.push(typing))
  const type = (groupId: unknown) => one.socket.emitWithAck('typing', groupId as number)
  return { ...one, heard, type }
}

test('is told to whoever has the group open, on both instances, and to nobody else', async () => {
  const [ali, siti, stranger] = await Promise.all([1, 2, 3].map(() => buildUser(database.db)))
  if (!ali || !siti || !stranger) throw new Error('nobody')
  const groupId = await buildGroup(database.db, [ali, siti])
  const [a, s, elsewhere, o] = [
    await device(here, ali),
    await device(there, siti),
    await device(there, siti),
    await device(here, stranger),
  ]
  for (const one of [a, s]) await one.join(groupId)
  await a.send({ groupId, content: 'Helo' })
  await s.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
  await until(() => a.heard.length === 1)
  expect(a.heard).toEqual([{ groupId, userId: siti.id, lastReadSeq: 1 }])
  expect((await a.call('GET', `/api/groups/${groupId}/reads`)).json()).toEqual(
    expect.arrayContaining([
      { userId: ali.id, lastReadSeq: 1 },
      { userId: siti.id, lastReadSeq: 1 },
    ]),
  )
  expect((await o.call('GET', `/api/groups/${groupId}/reads`)).statusCode).toBe(404)
  expect(await s.type(groupId)).toEqual({ ok: true })
  await until(() => a.heard.length === 2)
  expect(a.heard[1]).toEqual({ groupId, userId: siti.id, name: siti.fullName })
  expect(await s.type(groupId)).toMatchObject({ ok: false, code: 'too_fast' })
  for (const wrong of [groupId, 0, 'x', null, { a: 1 }]) {
    expect(await o.type(wrong)).toMatchObject({ ok: false })
  }
  expect(await elsewhere.type(groupId)).toMatchObject({ ok: false, code: 'not_found' })
  expect([o.heard, elsewhere.heard]).toEqual([[], []])
})

test('of more than fifty nobody is told', async () => {
  const [ali, siti] = [await buildUser(database.db), await buildUser(database.db)]
  const groupId = await buildGroup(database.db, [ali, siti])
  const others = await Promise.all(Array.from({ length: 49 }, () => buildUser(database.db)))
  await database.db.insert(groupMembers).values(others.map(({ id: userId }) => ({ groupId, userId })))
  const [a, s] = [await device(here, ali), await device(here, siti)]
  for (const one of [a, s]) await one.join(groupId)
  await a.send({ groupId, content: 'Helo' })
  await s.call('POST', `/api/groups/${groupId}/read`, { seq: 1 })
  await until(() => s.reads.length === 1)
  expect(await s.type(groupId)).toEqual({ ok: true })
  // In a small one they are; what could have been heard of the large one came before this.
  const small = await buildGroup(database.db, [ali, siti])
  await a.join(small)
  await a.send({ groupId: small, content: 'Helo' })
  await s.call('POST', `/api/groups/${small}/read`, { seq: 1 })
  await until(() => a.heard.length > 0)
  expect(a.heard).toEqual([{ groupId: small, userId: siti.id, lastReadSeq: 1 }])
  expect((await a.call('GET', `/api/groups/${groupId}/reads`)).json()).toEqual([])
})

test('a member who hides presence neither shows that they are typing nor sees it of others', async () => {
  const people = await Promise.all([1, 2, 3].map(() => buildUser(database.db)))
  const [ali, siti, mei] = people as [TestUser, TestUser, TestUser]
  const groupId = await buildGroup(database.db, people)
  const [a, s, m] = [await device(here, ali), await device(there, siti), await device(there, mei)]
  for (const one of [a, s, m]) await one.join(groupId)
  const show = (isShown: boolean) => s.call('PUT', '/api/account/presence', { isShown })
  expect((await show(false)).statusCode).toBe(204)
  expect(await s.type(groupId)).toEqual({ ok: true })
  expect(await a.type(groupId)).toEqual({ ok: true })
  const byAli = { groupId, userId: ali.id, name: ali.fullName }
  await until(() => m.heard.length > 0)
  // Everything below is delivered after these events, so nothing is still on its way.
  expect((await show(true)).statusCode).toBe(204)
  expect(await m.type(groupId)).toEqual({ ok: true })
  await until(() => s.heard.length > 0 && a.heard.length > 1 && m.heard.length > 1)
  const byMei = { groupId, userId: mei.id, name: mei.fullName }
  expect([a.heard, s.heard]).toEqual([[byAli, byMei], [byMei]])
  expect(m.heard).toEqual([byAli, byMei])
})
