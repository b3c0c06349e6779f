import { eq } from 'drizzle-orm'
import { publishEvent } from '#server/db/bus/bus.ts'
import type { Db } from '#server/db/connection/client.ts'
import { calls } from '#server/db/schema/calls.ts'
import { lockGroupRow } from '#server/features/chat/groups/lock-group-row.queries.ts'

export type LockedCall = typeof calls.$inferSelect

/** Locks the group of a call, then reads and returns the call; undefined if the call does not exist. */
export async function selectCallForUpdate(db: Db, id: string): Promise<LockedCall | undefined> {
  const selectCall = () => db.select().from(calls).where(eq(calls.id, id))
  const [unlocked] = await selectCall()
  if (!unlocked) return undefined
  await lockGroupRow(db, unlocked.groupId)
  const [locked] = await selectCall()
  return locked
}

/** Publishes that a call changed. Every server instance reads the call again and notifies its own clients. */
export async function publishCallChange(
  db: Db,
  { id, groupId }: Pick<LockedCall, 'id' | 'groupId'>,
): Promise<void> {
  await publishEvent(db, { type: 'call', id, groupId })
}
