import { and, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { sessions, trustedDevices } from '#server/db/schema/accounts.ts'
import { notFound } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import { detectBrowserAndOperatingSystem } from '#server/identity/detect-browser-and-operating-system.ts'

/** Lists the sessions of the user: the current session first, the others by last use. */
export async function listOwnSessions({ db, sessionId, actor }: SignedInContext) {
  const { userAgent, method, createdAt, lastSeenAt } = sessions
  const isCurrent = sql<boolean>`${sessions.id} = ${sessionId}`
  const rows = await db
    .select({ id: sessions.id, userAgent, method, createdAt, lastSeenAt, isCurrent })
    .from(sessions)
    .where(and(eq(sessions.userId, actor.id), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(isCurrent), desc(lastSeenAt), desc(sessions.id))
    .limit(100)
  return rows.map(({ userAgent: agent, ...row }) => ({ ...row, ...detectBrowserAndOperatingSystem(agent) }))
}

/** Ends sessions of the user. A database trigger makes every server instance close the sockets of ended sessions. */
async function endOwnSessionsMatching(context: SignedInContext, condition: SQL | undefined): Promise<number> {
  return context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.userId, actor.id), condition))
      .returning({ trustedId: sessions.trustedId })
    const count = ended.length
    if (count === 0) return 0
    // Devices whose session ends are no longer trusted, so their next sign-in requires the second factor.
    const trusted = ended.flatMap(({ trustedId }) => trustedId ?? [])
    if (trusted.length > 0) await db.delete(trustedDevices).where(inArray(trustedDevices.id, trusted))
    await recordAuditEvent(tx, {
      kind: 'auth.sessions_ended',
      target: buildUserAuditTarget(actor),
      details: { count },
    })
    await invalidateClientCache(tx, { topics: ['sessions'], to: { users: [actor.id] } })
    return count
  })
}

/** Ends one session of the user; returns 404 for a session of another user. */
export async function endOwnSession(context: SignedInContext, id: number): Promise<void> {
  if ((await endOwnSessionsMatching(context, eq(sessions.id, id))) === 0) throw notFound()
}

export async function endOtherSessions(context: SignedInContext): Promise<number> {
  return endOwnSessionsMatching(context, ne(sessions.id, context.sessionId))
}
