import { and, eq, sql } from 'drizzle-orm'
import { publishEvent } from '#server/db/bus/bus.ts'
import type { Db } from '#server/db/connection/client.ts'
import { messageGroups, messages } from '#server/db/schema/chat.ts'
import { conflict } from '#server/errors.ts'

type Message = Pick<typeof messages.$inferSelect, 'id' | 'groupId' | 'seq'>

/**
 * Stores a message change with the next change number of its group and publishes it to all server instances.
 * The update locks the group row, so that clients never see a later change before an earlier one.
 * With `isEncrypted`, the change fails with 409 unless the group is still active and has that encryption state.
 */
export async function updateMessageAndRecordChange(
  db: Db,
  { id, groupId, seq }: Message,
  set: Partial<typeof messages.$inferInsert>,
  isEncrypted?: boolean,
): Promise<void> {
  const isUnchanged =
    isEncrypted === undefined
      ? undefined
      : and(eq(messageGroups.encrypted, isEncrypted), eq(messageGroups.isActive, true))
  const [group] = await db
    .update(messageGroups)
    .set({ lastChange: sql`${messageGroups.lastChange} + 1` })
    .where(and(eq(messageGroups.id, groupId), isUnchanged))
    .returning({ change: messageGroups.lastChange })
  if (!group) throw conflict('group_closed')
  await db
    .update(messages)
    .set({ ...set, changeSeq: group.change })
    .where(eq(messages.id, id))
  await publishEvent(db, { type: 'changes', groupId, change: group.change, seq })
}
