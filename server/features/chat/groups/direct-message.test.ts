// A new direct conversation stays hidden from the other person until the first message is sent.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '#server/db/schema/events.ts'
import { createPersonWithEncryptionKeys } from '#server/test/chat/encrypted-person.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { startServerInstance } from '#server/test/harness/instances.ts'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'

const database = setUpDatabase()

test('a direct conversation notifies the other person with its first message only, not when it is created', async () => {
  const instance = await startServerInstance(database.appUrl)
  const [ali, siti] = [
    await createPersonWithEncryptionKeys(instance, database.db),
    await createPersonWithEncryptionKeys(instance, database.db),
  ]
  const findNotifications = () =>
    database.db.select().from(notifications).where(eq(notifications.userId, siti.user.id))
  const listGroupIds = async () => (await siti.call<GroupRow[]>('GET', '/api/groups')).map(({ id }) => id)
  const { id } = await ali.call<GroupRow>('POST', '/api/groups', { direct: true, memberIds: [siti.user.id] })
  const group = ali.group(id, { peerId: siti.user.id })
  await group.createRoster([], 0)
  expect(await findNotifications()).toEqual([])
  expect(await listGroupIds()).not.toContain(id)
  expect((await ali.call<GroupRow[]>('GET', '/api/groups')).map(row => row.id)).toContain(id)
  expect((await ali.sendText(group, id, 'Hai')).ok).toBe(true)
  const params = { userId: ali.user.id, groupId: id }
  expect(await findNotifications()).toMatchObject([{ kind: 'group.invited', params }])
  expect(await listGroupIds()).toContain(id)
  await expect.poll(() => siti.client.refreshed).toContain('notifications')
  expect((await ali.sendText(group, id, 'Apa khabar?')).ok).toBe(true)
  expect(await findNotifications()).toHaveLength(1)
  for (const { client } of [ali, siti]) client.socket.close()
  await instance.close()
})
