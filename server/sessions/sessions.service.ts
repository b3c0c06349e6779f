import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '#server/db/client.ts'
import { hasCome } from '#server/db/clock.ts'
import { prepared } from '#server/db/prepared.ts'
import { type entryMethods, sessions } from '#server/db/schema/accounts.ts'
import type { Settings } from '#server/env.ts'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { currentTerms } from '#shared/terms.ts'

export type EntryMethod = (typeof entryMethods)[number]

type Limits = Pick<Settings, 'SESSION_DAYS' | 'ADMIN_IDLE_HOURS' | 'REQUIRE_2FA'>

export interface Session {
  id: number
  user: CurrentUser
  /** Whether somebody has lately proved in it who they are. */
  isProved: boolean
}

/** Of what a cookie holds. Only this stands in the database: whoever reads a dump cannot sign in with it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Of a session `s` of the person `u`. Everybody until the absolute limit; those who administer only while they are not
 * idle for too long.
 */
export const isAlive = (
  idleHours: string,
) => `s.expires_at > now() and u.erased_at is null and ${hasCome('s.created_at')}
  and (u.role = 'member'
    or (s.last_seen_at > now() - make_interval(hours => ${idleHours}) and ${hasCome('s.last_seen_at')}))`

/**
 * Whether the person `u` accepted terms that are no longer those in force, or went on to Google with a word that was not
 * theirs in so many words. Of whom nothing is written down, nothing is asked.
 */
const mustAgree = `case when exists (select from term_acceptances t where t.user_id = u.id)
    and not exists (select from term_acceptances t where t.user_id = u.id and t.version >= ${currentTerms}
                       and (t.consented or t.way = 'application'))
  then true end as "mustAgree"`

const currentUserColumns = `u.id, u.username, u.email, u.full_name as "fullName", u.role, u.status,
  u.current_country as "currentCountry", u.club_id as "clubId", u.membership_number as "membershipNumber",
  '/api/files/' || u.profile_image_id as "profileImageUrl", ${mustAgree}`

/** How long somebody may go without a second factor once their role asks for one. */
const grace = `interval '7 days'`

/** By when the person `u` has to add a second factor; null: they need none, or have one. `roles`: those that need one. */
const isUnsecured = (roles: string) => `u.role = any(${roles})
    and not exists (select from two_factor f where f.user_id = u.id and f.confirmed_at is not null)
    and not exists (select from passkeys p where p.user_id = u.id)`
const secureBy = (roles: string) => `case when ${isUnsecured(roles)}
  then to_char(coalesce(u.grace_until, now() + ${grace}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  end as "secureBy",
  case when u.grace_until <= now() and ${isUnsecured(roles)} then true end as "mustSecure"`

/** Said only to whom it concerns. */
function asUser<
  Row extends { secureBy?: string | null; mustSecure?: boolean | null; mustAgree?: boolean | null },
>({ secureBy: by, mustSecure: isLate, mustAgree: isAsked, ...user }: Row): CurrentUser {
  const told = {
    ...(by && { secureBy: by }),
    ...(isLate && { mustSecure: true }),
    ...(isAsked && { mustAgree: true }),
  }
  return { ...user, ...told } as unknown as CurrentUser
}

/** Within ten minutes. A moment still to come is none: the clock was put back. */
export const isLately = (moment: string, at = 'now()') =>
  `coalesce(${moment} between ${at} - interval '10 minutes' and now() + interval '1 second', false)`

/** Of a session `s`. To sign in is a proof, but not by Google, where one may be let through without a question. */
const isProvedAt = (at: string) => `(${isLately('s.confirmed_at', at)}
  or (coalesce(s.method in ('password', 'passkey'), false) and ${isLately('s.created_at', at)}))`
const isProved = `${isProvedAt('now()')} as "isProved"`

const ofPerson = 'from sessions s join users u on u.id = s.user_id'

export async function createSession(
  db: Db,
  limits: Limits,
  userId: number,
  {
    method,
    userAgent,
    trustedId,
    isConfirmed = false,
  }: { method: EntryMethod; userAgent?: string; trustedId?: number; isConfirmed?: boolean },
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await db
    .insert(sessions)
    .values({
      userId,
      token: hashOf(token),
      method,
      userAgent: userAgent?.slice(0, 300),
      trustedId,
      ...(isConfirmed && { confirmedAt: sql`now()` }),
      expiresAt: sql`now() + make_interval(days => ${limits.SESSION_DAYS})`,
    })
    .returning({ id: sessions.id })
  if (!row) throw new Error('the session was not made')
  return { id: row.id, token }
}

interface SessionRow extends CurrentUser {
  sessionId: number
  isAlive: boolean
  isProved: boolean
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
            ${isProved}, ${currentUserColumns}, ${secureBy('$3')}
       ${ofPerson} where s.${by} = $1`,
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
  const { sessionId, isAlive: isValid, isStale, isUnnoted, isProved: isProvedNow, ...user } = row
  // One that ran out is deleted as it is noticed, so that no clock that jumps back revives it.
  if (!isValid) await pool.query('delete from sessions where id = $1', [sessionId])
  else if (isStale) await pool.query('update sessions set last_seen_at = now() where id = $1', [sessionId])
  if (isValid && user.secureBy && isUnnoted) {
    const note = `update users set grace_until = now() + ${grace} where id = $1 and grace_until is null`
    await pool.query(note, [user.id])
  }
  return isValid ? { id: sessionId, user: asUser(user), isProved: isProvedNow } : null
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

const locksFor = {
  // A session that is merely held can still be noted as seen.
  change: 'for share of u for key share of s',
  'change-self': 'for no key update of u, s',
  // What was proved in it is read as it is once those before have done with it.
  'change-with-proof': 'for share of u, s',
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
  purpose: 'change' | 'change-self' | 'change-with-proof',
  window = '',
): Promise<Omit<Session, 'id'> | undefined> {
  const locks = locksFor[purpose]
  const alive = sql.raw(isAlive(String(ADMIN_IDLE_HOURS)))
  const { rows } = await tx.execute<CurrentUser & { isProved: boolean } & Record<string, unknown>>(sql`
    select set_config('perantau.window', ${window}, true),
           ${sql.raw(`${isProved}, ${currentUserColumns}, ${secureBy(`'{${REQUIRE_2FA.join()}}'::text[]`)} ${ofPerson}`)}
     where s.id = ${id} and ${alive}
     ${sql.raw(locks)}`)
  if (!rows[0]) return undefined
  const { set_config: _, isProved: isProvedNow, ...user } = rows[0]
  return { user: asUser(user), isProved: isProvedNow }
}

/** And still is this many minutes from now. */
export async function isProvedFor(db: Db, id: number, minutes: number): Promise<boolean> {
  const { rows } = await db.execute<{ isProved: boolean }>(
    sql`select ${sql.raw(isProvedAt(`now() + interval '${minutes} minutes'`))} as "isProved" from sessions s where s.id = ${id}`,
  )
  return rows[0]?.isProved ?? false
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
