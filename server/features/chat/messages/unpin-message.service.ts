import { eq } from 'drizzle-orm'
import { messagePins, type messages } from '#server/db/schema/chat.ts'
import { type ChangeContext, invalidateClientCache } from '#server/events/events.service.ts'

type Message = Pick<typeof messages.$inferSelect, 'id' | 'groupId'>

/**
 * Unpins a message that was deleted or hidden.
 * The caller must hold the group lock, so that a concurrent request cannot pin the message again.
 */
export async function unpinMessage(tx: ChangeContext, { id, groupId }: Message): Promise<void> {
  const unpinned = await tx.db.delete(messagePins).where(eq(messagePins.messageId, id)).returning()
  if (unpinned.length > 0) await invalidateClientCache(tx, { topics: ['groups'], to: { group: groupId } })
}
