import { and, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { notFound } from '#server/errors.ts'
import type { Session } from '#server/features/auth/sessions.service.ts'
import { recordEvent, userTarget } from '#server/features/events/events.service.ts'
import { describeDevice } from './device.ts'

/** This device first, then where the person was last. */
export async function listOwnSessions(db: Db, { id, user }: Session) {
  const { userAgent, createdAt, lastSeenAt } = sessions
  const isCurrent = sql<boolean>`${sessions.id} = ${id}`
  const rows = await db
    .select({ id: sessions.id, userAgent, createdAt, lastSeenAt, isCurrent })
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(isCurrent), desc(lastSeenAt), desc(sessions.id))
    .limit(100)
  return rows.map(({ userAgent: agent, ...row }) => ({ ...row, ...describeDevice(agent) }))
}

/** Their sockets are cut as they go: a trigger tells every instance. */
async function endSessions(db: Db, { user }: Session, which: SQL | undefined): Promise<number> {
  return db.transaction(async tx => {
    const { rowCount } = await tx.delete(sessions).where(and(eq(sessions.userId, user.id), which))
    const count = rowCount ?? 0
    if (count === 0) return 0
    await recordEvent(tx, {
      kind: 'auth.sessions_ended',
      actorId: user.id,
      target: userTarget(user),
      details: { count },
    })
    await announce(tx, { type: 'refresh', urls: ['/api/account/sessions'], to: { users: [user.id] } })
    return count
  })
}

/** Only ever one's own; somebody else's is not there. */
export async function endOwnSession(db: Db, session: Session, id: number): Promise<void> {
  if ((await endSessions(db, session, eq(sessions.id, id))) === 0) throw notFound()
}

export async function endOtherSessions(db: Db, session: Session): Promise<number> {
  return endSessions(db, session, ne(sessions.id, session.id))
}
