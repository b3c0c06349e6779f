import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'

/** Until the transaction ends: whoever speaks in the group, changes it or comes and goes at the same time comes after. */
export async function lockGroup(db: Db, id: number): Promise<void> {
  await db
    .select({ id: messageGroups.id })
    .from(messageGroups)
    .where(eq(messageGroups.id, id))
    .for('no key update')
}
