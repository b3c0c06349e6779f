import { eq } from 'drizzle-orm'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { calls } from '#server/db/schema/calls.ts'
import { lockGroup } from '#server/features/chat/lock-group.queries.ts'

export type HeldCall = typeof calls.$inferSelect

/** As it is once its group is held; undefined: there never was one. */
export async function holdCall(db: Db, id: string): Promise<HeldCall | undefined> {
  const find = () => db.select().from(calls).where(eq(calls.id, id))
  const [known] = await find()
  if (!known) return undefined
  await lockGroup(db, known.groupId)
  const [held] = await find()
  return held
}

/** Every instance reads it anew and tells its own. */
export async function announceCall(db: Db, { id, groupId }: Pick<HeldCall, 'id' | 'groupId'>): Promise<void> {
  await announce(db, { type: 'call', id, groupId })
}
