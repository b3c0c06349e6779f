import { and, eq, sql } from 'drizzle-orm'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { conflict } from '#server/errors.ts'

type Message = Pick<typeof messages.$inferSelect, 'id' | 'groupId' | 'seq'>

/**
 * Gives what became of a message its place among the changes of its group, and tells every instance. The row of the group
 * puts one after the other, so that nobody sees a later change before an earlier one. `isEncrypted`: if it has to be
 * what it was when the change was judged, and open.
 */
export async function noteChange(
  db: Db,
  { id, groupId, seq }: Message,
  set: Partial<typeof messages.$inferInsert>,
  isEncrypted?: boolean,
): Promise<void> {
  const isAsJudged =
    isEncrypted === undefined
      ? undefined
      : and(eq(messageGroups.encrypted, isEncrypted), eq(messageGroups.isActive, true))
  const [group] = await db
    .update(messageGroups)
    .set({ lastChange: sql`${messageGroups.lastChange} + 1` })
    .where(and(eq(messageGroups.id, groupId), isAsJudged))
    .returning({ change: messageGroups.lastChange })
  if (!group) throw conflict('group_closed')
  await db
    .update(messages)
    .set({ ...set, changeSeq: group.change })
    .where(eq(messages.id, id))
  await announce(db, { type: 'changes', groupId, change: group.change, seq })
}
