import { eq } from 'drizzle-orm'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { calls } from '#server/db/schema/calls.ts'
import { messageGroups } from '#server/db/schema/chat.ts'

export type HeldCall = typeof calls.$inferSelect

/** Until the transaction ends: within a group people come and go one after the other. */
export async function holdGroupRow(db: Db, groupId: number): Promise<void> {
  await db
    .select({ id: messageGroups.id })
    .from(messageGroups)
    .where(eq(messageGroups.id, groupId))
    .for('no key update')
}

/** As it is once its group is held; undefined: there never was one. */
export async function holdCall(db: Db, id: string): Promise<HeldCall | undefined> {
  const find = () => db.select().from(calls).where(eq(calls.id, id))
  const [known] = await find()
  if (!known) return undefined
  await holdGroupRow(db, known.groupId)
  const [held] = await find()
  return held
}

/** Every instance reads it anew and tells its own. */
export async function announceCall(db: Db, { id, groupId }: Pick<HeldCall, 'id' | 'groupId'>): Promise<void> {
  await announce(db, { type: 'call', id, groupId })
}
