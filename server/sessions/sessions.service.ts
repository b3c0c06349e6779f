import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import { sessions } from '#server/db/schema/accounts.ts'
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

/** Short enough that a database which hangs is reported as gone within two seconds. */
const lookupTimeout = 1500

/**
 * Of a session `s` of the person `u`. Everybody until the absolute limit; those who administer only while they are not
 * idle for too long.
 */
export const isAlive = (idleHours: string) => `s.expires_at > now() and u.erased_at is null
  and (u.role = 'member' or s.last_seen_at > now() - make_interval(hours => ${idleHours}))`

const currentUserColumns = `u.id, u.username, u.email, u.full_name as "fullName", u.role, u.status,
  u.current_country as "currentCountry", u.club_id as "clubId", u.membership_number as "membershipNumber",
  '/api/files/' || u.profile_image_id as "profileImageUrl"`

const ofPerson = 'from sessions s join users u on u.id = s.user_id'

export async function createSession(
  db: Db,
  limits: Limits,
  userId: number,
  { userAgent, trustedId }: { userAgent?: string; trustedId?: number } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(sessions).values({
    userId,
    token: hashOf(token),
    userAgent: userAgent?.slice(0, 300),
    trustedId,
    expiresAt: sql`now() + make_interval(days => ${limits.SESSION_DAYS})`,
  })
  return token
}

interface SessionRow extends CurrentUser {
  sessionId: number
  isAlive: boolean
  isStale: boolean
}

/** Read with every request. */
const selectBy = (by: 'token' | 'id') =>
  prepared<SessionRow>(
    `find-session-by-${by}`,
    `select s.id as "sessionId", (${isAlive('$2')}) as "isAlive",
            s.last_seen_at < now() - interval '1 minute' as "isStale", ${currentUserColumns}
       ${ofPerson} where s.${by} = $1`,
    lookupTimeout,
  )
const selectSession = { token: selectBy('token'), id: selectBy('id') }

async function lookUp(
  pool: Pool,
  limits: Limits,
  by: 'token' | 'id',
  value: string | number,
): Promise<Session | null> {
  const { rows } = await selectSession[by](pool, [value, limits.ADMIN_IDLE_HOURS])
  const [row] = rows
  if (!row) return null
  const { sessionId, isAlive: isValid, isStale, ...user } = row
  // One that ran out is deleted as it is noticed, so that no clock that jumps back revives it.
  if (!isValid) await pool.query('delete from sessions where id = $1', [sessionId])
  else if (isStale) await pool.query('update sessions set last_seen_at = now() where id = $1', [sessionId])
  return isValid ? { id: sessionId, user } : null
}

export async function findSession(
  pool: Pool,
  limits: Limits,
  token: string | undefined,
): Promise<Session | null> {
  return token ? lookUp(pool, limits, 'token', hashOf(token)) : null
}

export async function findSessionById(pool: Pool, limits: Limits, id: number): Promise<Session | null> {
  return lookUp(pool, limits, 'id', id)
}

/**
 * The session and its person as they are now, held until the transaction ends: whoever would end the session, or
 * change the person's role, status or place, comes after. Undefined: the session is no more. `window`: for triggers
 * that tell of the change, see the bus.
 */
export async function holdSession(
  tx: Db,
  { ADMIN_IDLE_HOURS }: Limits,
  id: number,
  isOwnChange: boolean,
  window = '',
): Promise<CurrentUser | undefined> {
  // A session that is merely held can still be noted as seen.
  const locks = isOwnChange ? 'for no key update of u, s' : 'for share of u for key share of s'
  const alive = sql.raw(isAlive(String(ADMIN_IDLE_HOURS)))
  const { rows } = await tx.execute<CurrentUser & Record<string, unknown>>(sql`
    select set_config('perantau.window', ${window}, true), ${sql.raw(`${currentUserColumns} ${ofPerson}`)}
     where s.id = ${id} and ${alive}
     ${sql.raw(locks)}`)
  if (!rows[0]) return undefined
  const { set_config: _, ...user } = rows[0]
  return user as CurrentUser
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, hashOf(token)))
}

const selectLiving = prepared<CurrentUser & { sessionId: number }>(
  'find-living-sessions',
  `select s.id as "sessionId", ${currentUserColumns} ${ofPerson} where s.id = any($1) and ${isAlive('$2')}`,
)

/** Which of these sessions still live, and for whom; sockets are held against it. */
export async function findLivingSessions(
  pool: Pool,
  limits: Limits,
  ids: number[],
): Promise<Map<number, CurrentUser>> {
  if (ids.length === 0) return new Map()
  const { rows } = await selectLiving(pool, [ids, limits.ADMIN_IDLE_HOURS])
  return new Map(rows.map(({ sessionId, ...user }) => [sessionId, user]))
}
