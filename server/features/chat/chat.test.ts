import { expect, test } from 'vitest'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { setUpApp } from '#server/test/app.ts'

const target = setUpApp()

test('unread messages are counted over one’s own groups that are still open', async () => {
  const { db } = target.database
  const me = await target.asNew()
  const count = async () => (await me.call('GET', '/api/messages/unread/count')).json()
  expect(await count()).toEqual({ count: 0 })
  const groups = await db
    .insert(messageGroups)
    .values([
      { name: 'a', type: 'custom', lastSeq: 10 },
      { name: 'b', type: 'custom', lastSeq: 4 },
      { name: 'closed', type: 'custom', lastSeq: 9, isActive: false },
      { name: 'not mine', type: 'custom', lastSeq: 100 },
    ])
    .returning()
  const read = [7, 4, 0]
  for (const [index, lastReadSeq] of read.entries()) {
    await db.insert(groupMembers).values({ groupId: groups[index]?.id ?? 0, userId: me.user.id, lastReadSeq })
  }
  expect(await count()).toEqual({ count: 3 })
})
