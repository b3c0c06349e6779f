import { eq } from 'drizzle-orm'
import { messagePins, type messages } from '#server/db/schema/chat.ts'
import { type Change, touch } from '#server/events/events.service.ts'

type Message = Pick<typeof messages.$inferSelect, 'id' | 'groupId'>

/**
 * What says nothing any more is not held up either. Called once the group is held: whoever pins it at the same moment
 * has done so, or finds that it is gone.
 */
export async function unpin(tx: Change, { id, groupId }: Message): Promise<void> {
  const unpinned = await tx.db.delete(messagePins).where(eq(messagePins.messageId, id)).returning()
  if (unpinned.length > 0) await touch(tx, { topics: ['groups'], to: { group: groupId } })
}
