// A conversation of two is nobody's business but its maker's until something is said in it.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '#server/db/schema/events.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { buildPerson } from '#server/test/encrypted-person.ts'
import { startInstance } from '#server/test/instances.ts'
import type { GroupRow } from '#shared/contracts/chat.ts'

const database = setUpDatabase()

test('looking at a name tells nobody; the first word does, and the second does not again', async () => {
  const instance = await startInstance(database.appUrl)
  const [ali, siti] = [await buildPerson(instance, database.db), await buildPerson(instance, database.db)]
  const told = () => database.db.select().from(notifications).where(eq(notifications.userId, siti.user.id))
  const listed = async () => (await siti.call<GroupRow[]>('GET', '/api/groups')).map(({ id }) => id)
  const { id } = await ali.call<GroupRow>('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
  const group = ali.group(id, { peerId: siti.user.id })
  await group.begin([], 0)
  expect(await told()).toEqual([])
  expect(await listed()).not.toContain(id)
  expect((await ali.call<GroupRow[]>('GET', '/api/groups')).map(one => one.id)).toContain(id)
  expect((await ali.say(group, id, 'Hai')).ok).toBe(true)
  const params = { userId: ali.user.id, groupId: id }
  expect(await told()).toMatchObject([{ kind: 'group.invited', params }])
  expect(await listed()).toContain(id)
  await expect.poll(() => siti.client.refreshed).toContain('notifications')
  expect((await ali.say(group, id, 'Apa khabar?')).ok).toBe(true)
  expect(await told()).toHaveLength(1)
  for (const { client } of [ali, siti]) client.socket.close()
  await instance.close()
})
