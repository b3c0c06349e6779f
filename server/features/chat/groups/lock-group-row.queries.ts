import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'

/**
 * Locks the row of a chat group until the transaction ends.
 * New messages and other changes of that group wait for the lock.
 */
export async function lockGroupRow(db: Db, id: number): Promise<void> {
  await db
    .select({ id: messageGroups.id })
    .from(messageGroups)
    .where(eq(messageGroups.id, id))
    .for('no key update')
}
