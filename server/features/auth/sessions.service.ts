import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'

type Limits = Pick<Settings, 'SESSION_DAYS' | 'ADMIN_IDLE_HOURS'>

export interface Session {
  id: number
  user: CurrentUser
}

/** Only this stands in the database: whoever reads a dump cannot sign in with it. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function interval(amount: number, unit: 'days' | 'hours') {
  return sql`make_interval(${sql.raw(unit)} => ${amount})`
}

/** Everybody until the absolute limit; those who administer only while they are not idle for too long. */
function isAlive(limits: Limits) {
  const idleLimit = sql`now() - ${interval(limits.ADMIN_IDLE_HOURS, 'hours')}`
  return and(
    gt(sessions.expiresAt, sql`now()`),
    or(eq(users.role, 'member'), gt(sessions.lastSeenAt, idleLimit)),
  )
}

const currentUserColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  fullName: users.fullName,
  role: users.role,
  status: users.status,
  currentCountry: users.currentCountry,
  clubId: users.clubId,
  membershipNumber: users.membershipNumber,
  profileImageUrl: sql<string | null>`'/api/files/' || ${users.profileImageId}`,
}

export async function createSession(
  db: Db,
  limits: Limits,
  userId: number,
  userAgent?: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(sessions).values({
    userId,
    token: hashOf(token),
    userAgent: userAgent?.slice(0, 300),
    expiresAt: sql`now() + ${interval(limits.SESSION_DAYS, 'days')}`,
  })
  return token
}

/** The living session behind a cookie, or null. One that ran out is deleted, so that no clock revives it. */
export async function findSession(
  db: Db,
  limits: Limits,
  token: string | undefined,
): Promise<Session | null> {
  if (!token) return null
  const [row] = await db
    .select({
      sessionId: sessions.id,
      isStale: sql<boolean>`${sessions.lastSeenAt} < now() - interval '1 minute'`,
      user: currentUserColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, hashOf(token)), isAlive(limits), isNull(users.erasedAt)))
  if (!row) {
    await endSession(db, token)
    return null
  }
  if (row.isStale)
    await db.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, row.sessionId))
  return { id: row.sessionId, user: row.user }
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, hashOf(token)))
}

/** Which of these sessions still live, and for whom; sockets are held against it. */
export async function findLivingSessions(
  db: Db,
  limits: Limits,
  ids: number[],
): Promise<Map<number, CurrentUser>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ sessionId: sessions.id, user: currentUserColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(sql`${sessions.id} = any(${sql.param(ids)})`, isAlive(limits), isNull(users.erasedAt)))
  return new Map(rows.map(row => [row.sessionId, row.user]))
}
