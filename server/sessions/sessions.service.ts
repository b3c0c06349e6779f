import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import type { Settings } from '#server/env.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'

type Limits = Pick<Settings, 'SESSION_DAYS' | 'ADMIN_IDLE_HOURS' | 'REQUIRE_2FA'>

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

/** How long somebody may go without a second factor once their role asks for one. */
const grace = `interval '7 days'`

/** By when the person `u` has to add a second factor; null: they need none, or have one. `roles`: those that need one. */
const secureBy = (roles: string) => `case when u.role = any(${roles})
    and not exists (select from two_factor f where f.user_id = u.id and f.confirmed_at is not null)
    and not exists (select from passkeys p where p.user_id = u.id)
  then to_char(coalesce(u.grace_until, now() + ${grace}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  end as "secureBy"`

/** Said only to whom it concerns. */
function asUser<Row extends { secureBy?: string | null }>({ secureBy: by, ...user }: Row): CurrentUser {
  return { ...user, ...(by && { secureBy: by }) } as unknown as CurrentUser
}

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
  /** Nobody has noted yet until when they have time. */
  isUnnoted: boolean
}

/** Read with every request. */
const selectBy = (by: 'token' | 'id') =>
  prepared<SessionRow>(
    `find-session-by-${by}`,
    `select s.id as "sessionId", (${isAlive('$2')}) as "isAlive",
            s.last_seen_at < now() - interval '1 minute' as "isStale", u.grace_until is null as "isUnnoted",
            ${currentUserColumns}, ${secureBy('$3')}
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
  const { rows } = await selectSession[by](pool, [value, limits.ADMIN_IDLE_HOURS, limits.REQUIRE_2FA])
  const [row] = rows
  if (!row) return null
  const { sessionId, isAlive: isValid, isStale, isUnnoted, ...user } = row
  // One that ran out is deleted as it is noticed, so that no clock that jumps back revives it.
  if (!isValid) await pool.query('delete from sessions where id = $1', [sessionId])
  else if (isStale) await pool.query('update sessions set last_seen_at = now() where id = $1', [sessionId])
  if (isValid && user.secureBy && isUnnoted) {
    const note = `update users set grace_until = now() + ${grace} where id = $1 and grace_until is null`
    await pool.query(note, [user.id])
  }
  return isValid ? { id: sessionId, user: asUser(user) } : null
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
  { ADMIN_IDLE_HOURS, REQUIRE_2FA }: Limits,
  id: number,
  isOwnChange: boolean,
  window = '',
): Promise<CurrentUser | undefined> {
  // A session that is merely held can still be noted as seen.
  const locks = isOwnChange ? 'for no key update of u, s' : 'for share of u for key share of s'
  const alive = sql.raw(isAlive(String(ADMIN_IDLE_HOURS)))
  const { rows } = await tx.execute<CurrentUser & Record<string, unknown>>(sql`
    select set_config('perantau.window', ${window}, true),
           ${sql.raw(`${currentUserColumns}, ${secureBy(`'{${REQUIRE_2FA.join()}}'::text[]`)} ${ofPerson}`)}
     where s.id = ${id} and ${alive}
     ${sql.raw(locks)}`)
  if (!rows[0]) return undefined
  const { set_config: _, ...user } = rows[0]
  return asUser(user)
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, hashOf(token)))
}

const selectLiving = prepared<CurrentUser & { sessionId: number }>(
  'find-living-sessions',
  `select s.id as "sessionId", ${currentUserColumns}, ${secureBy('$3')} ${ofPerson} where s.id = any($1) and ${isAlive('$2')}`,
)

/** Which of these sessions still live, and for whom; sockets are held against it. */
export async function findLivingSessions(
  pool: Pool,
  limits: Limits,
  ids: number[],
): Promise<Map<number, CurrentUser>> {
  if (ids.length === 0) return new Map()
  const { rows } = await selectLiving(pool, [ids, limits.ADMIN_IDLE_HOURS, limits.REQUIRE_2FA])
  return new Map(rows.map(({ sessionId, ...user }) => [sessionId, asUser(user)]))
}
