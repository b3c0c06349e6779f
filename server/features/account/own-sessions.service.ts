import { and, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { sessions, trustedDevices } from '#server/db/schema/accounts.ts'
import { notFound } from '#server/errors.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import { describeDevice } from '#server/identity/device.ts'

/** This device first, then where the person was last. */
export async function listOwnSessions({ db, sessionId, actor }: SignedIn) {
  const { userAgent, method, createdAt, lastSeenAt } = sessions
  const isCurrent = sql<boolean>`${sessions.id} = ${sessionId}`
  const rows = await db
    .select({ id: sessions.id, userAgent, method, createdAt, lastSeenAt, isCurrent })
    .from(sessions)
    .where(and(eq(sessions.userId, actor.id), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(isCurrent), desc(lastSeenAt), desc(sessions.id))
    .limit(100)
  return rows.map(({ userAgent: agent, ...row }) => ({ ...row, ...describeDevice(agent) }))
}

/** Their sockets are cut as they go: a trigger tells every instance. */
async function endSessions(context: SignedIn, which: SQL | undefined): Promise<number> {
  return context.changeSelf(async tx => {
    const { db, actor } = tx
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.userId, actor.id), which))
      .returning({ trustedId: sessions.trustedId })
    const count = ended.length
    if (count === 0) return 0
    // A device that is sent away is trusted no longer, either.
    const trusted = ended.flatMap(({ trustedId }) => trustedId ?? [])
    if (trusted.length > 0) await db.delete(trustedDevices).where(inArray(trustedDevices.id, trusted))
    await recordEvent(tx, {
      kind: 'auth.sessions_ended',
      target: userTarget(actor),
      details: { count },
    })
    await touch(tx, { topics: ['sessions'], to: { users: [actor.id] } })
    return count
  })
}

/** Only ever one's own; somebody else's is not there. */
export async function endOwnSession(context: SignedIn, id: number): Promise<void> {
  if ((await endSessions(context, eq(sessions.id, id))) === 0) throw notFound()
}

export async function endOtherSessions(context: SignedIn): Promise<number> {
  return endSessions(context, ne(sessions.id, context.sessionId))
}
