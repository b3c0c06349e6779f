// Sessions: created at sign-in, read by every request, locked by every writing transaction.
// The database's clock decides whether a session is valid. The database stores only hashes of session tokens.

import { createHash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '#server/db/connection/client.ts'
import { prepareStatement } from '#server/db/connection/prepared-statements.ts'
import { sessions, type signInMethods } from '#server/db/schema/accounts.ts'
import { buildIsPastSql } from '#server/db/sql/database-clock.ts'
import type { Settings } from '#server/env.ts'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Language } from '#shared/language/languages.ts'
import { currentTermsVersion } from '#shared/terms.ts'

export type SignInMethod = (typeof signInMethods)[number]

type Limits = Pick<Settings, 'SESSION_DAYS' | 'ADMIN_IDLE_HOURS' | 'REQUIRE_2FA'>

export interface Session {
  id: number
  user: CurrentUser
  /** True when the user signed in or re-authenticated in the session within the last ten minutes. */
  isProved: boolean
}

/** Hashes a session token. The database stores only the hash, so a leaked database dump cannot be used to sign in. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * SQL condition: session `s` of user `u` is valid.
 * Every session ends at its expiry timestamp.
 * Sessions of administrators also end when idle for `idleHours`.
 */
export const buildValidSessionSql = (
  idleHours: string,
) => `s.expires_at > now() and u.erased_at is null and ${buildIsPastSql('s.created_at')}
  and (u.role = 'member'
    or (s.last_seen_at > now() - make_interval(hours => ${idleHours}) and ${buildIsPastSql('s.last_seen_at')}))`

/**
 * SQL column: the user accepted only outdated terms, or was registered through Google without explicit consent.
 * Users without any recorded acceptance are not asked to accept the terms.
 */
const mustAgreeColumn = `case when exists (select from term_acceptances t where t.user_id = u.id)
    and not exists (select from term_acceptances t where t.user_id = u.id and t.version >= ${currentTermsVersion}
                       and (t.consented or t.way = 'application'))
  then true end as "mustAgree"`

const currentUserColumns = `u.id, u.username, u.email, u.full_name as "fullName", u.role, u.status,
  u.current_country as "currentCountry", u.club_id as "clubId", u.membership_number as "membershipNumber", u.language,
  '/api/files/' || u.profile_image_id as "profileImageUrl", ${mustAgreeColumn}`

/** SQL column: the appointed offices of user `u` whose term runs now, or null. */
const officesColumn = 'held_offices(u.id, u.club_id, u.current_country) as offices'

/** Grace period in which a user whose role requires a second factor has to set one up. */
const graceInterval = `interval '7 days'`

/** SQL condition: user `u` has one of `roles`, which require a second factor, but has not set one up. */
const buildUnsecuredAccountSql = (roles: string) => `u.role = any(${roles})
    and not exists (select from two_factor f where f.user_id = u.id and f.confirmed_at is not null)
    and not exists (select from passkeys p where p.user_id = u.id)`
/**
 * SQL columns: deadline by which the user must add a second factor (null if none), and whether the deadline has passed.
 */
const buildSecureByColumns = (roles: string) => `case when ${buildUnsecuredAccountSql(roles)}
  then to_char(coalesce(u.grace_until, now() + ${graceInterval}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  end as "secureBy",
  case when u.grace_until <= now() and ${buildUnsecuredAccountSql(roles)} then true end as "mustSecure"`

/** Converts a session row to the current user and omits flags that are false or unset. */
function buildCurrentUser<
  Row extends {
    language?: Language | null
    secureBy?: string | null
    mustSecure?: boolean | null
    mustAgree?: boolean | null
    offices?: CurrentUser['offices'] | null
  },
>({
  secureBy: deadline,
  mustSecure: isLate,
  mustAgree: isAsked,
  language,
  offices,
  ...user
}: Row): CurrentUser {
  const flags = {
    ...(offices && { offices }),
    ...(language && { language }),
    ...(deadline && { secureBy: deadline }),
    ...(isLate && { mustSecure: true }),
    ...(isAsked && { mustAgree: true }),
  }
  return { ...user, ...flags } as unknown as CurrentUser
}

/**
 * SQL condition: `timestamp` lies within the ten minutes before `at`.
 * Timestamps in the future do not count, because the clock was set back.
 */
export const buildIsRecentSql = (timestamp: string, at = 'now()') =>
  `coalesce(${timestamp} between ${at} - interval '10 minutes' and now() + interval '1 second', false)`

/**
 * SQL condition: session `s` counts as re-authenticated at time `at`.
 * Signing in counts too, but not through Google, which may sign a user in without a prompt.
 */
const buildIsReauthenticatedSql = (at: string) => `(${buildIsRecentSql('s.confirmed_at', at)}
  or (coalesce(s.method in ('password', 'passkey'), false) and ${buildIsRecentSql('s.created_at', at)}))`
const isProvedColumn = `${buildIsReauthenticatedSql('now()')} as "isProved"`

const fromSessionsAndUsers = 'from sessions s join users u on u.id = s.user_id'

export async function createSession(
  db: Db,
  limits: Limits,
  userId: number,
  {
    method,
    userAgent,
    trustedId,
    isConfirmed = false,
  }: { method: SignInMethod; userAgent?: string; trustedId?: number; isConfirmed?: boolean },
): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await db
    .insert(sessions)
    .values({
      userId,
      token: hashSessionToken(token),
      method,
      userAgent: userAgent?.slice(0, 300),
      trustedId,
      ...(isConfirmed && { confirmedAt: sql`now()` }),
      expiresAt: sql`now() + make_interval(days => ${limits.SESSION_DAYS})`,
    })
    .returning({ id: sessions.id })
  if (!row) throw new Error('createSession: inserting the session returned no row')
  return { id: row.id, token }
}

interface SessionRow extends CurrentUser {
  sessionId: number
  isAlive: boolean
  isProved: boolean
  isStale: boolean
  /** True when the deadline for adding a second factor was computed now and must be stored. */
  isUnnoted: boolean
}

/** Prepared statement that reads a session with its user; executed with every request. */
const prepareSessionSelectBy = (key: 'token' | 'id') =>
  prepareStatement<SessionRow>(
    `find-session-by-${key}`,
    `select s.id as "sessionId", (${buildValidSessionSql('$2')}) as "isAlive",
            s.last_seen_at < now() - interval '1 minute' as "isStale", u.grace_until is null as "isUnnoted",
            ${isProvedColumn}, ${currentUserColumns}, ${buildSecureByColumns('$3')}, ${officesColumn}
       ${fromSessionsAndUsers} where s.${key} = $1`,
  )
const selectSession = { token: prepareSessionSelectBy('token'), id: prepareSessionSelectBy('id') }

async function lookUpSession(
  pool: Pool,
  limits: Limits,
  key: 'token' | 'id',
  value: string | number,
): Promise<Session | null> {
  const { rows } = await selectSession[key](pool, [value, limits.ADMIN_IDLE_HOURS, limits.REQUIRE_2FA])
  const [row] = rows
  if (!row) return null
  const { sessionId, isAlive: isValid, isStale, isUnnoted, isProved: isProvedNow, ...user } = row
  // An expired session is deleted as soon as the server notices it, so that setting back the clock cannot revive it.
  if (!isValid) await pool.query('delete from sessions where id = $1', [sessionId])
  else if (isStale) await pool.query('update sessions set last_seen_at = now() where id = $1', [sessionId])
  if (isValid && user.secureBy && isUnnoted) {
    const update = `update users set grace_until = now() + ${graceInterval} where id = $1 and grace_until is null`
    await pool.query(update, [user.id])
  }
  return isValid ? { id: sessionId, user: buildCurrentUser(user), isProved: isProvedNow } : null
}

export async function findSession(
  pool: Pool,
  limits: Limits,
  token: string | undefined,
): Promise<Session | null> {
  return token ? lookUpSession(pool, limits, 'token', hashSessionToken(token)) : null
}

export async function findSessionById(pool: Pool, limits: Limits, id: number): Promise<Session | null> {
  return lookUpSession(pool, limits, 'id', id)
}

const locksByPurpose = {
  // The lock `for key share` still allows other requests to update the session's time of last use.
  change: 'for share of u for key share of s',
  'change-self': 'for no key update of u, s',
  // The share lock waits for a re-authentication that runs at the same time, so that its result is visible.
  'change-with-proof': 'for share of u, s',
}

/**
 * Locks the session and its user until the transaction ends and returns their current state. Changes of the user's
 * role, offices, status or club, and the end of the session, wait for the lock. The offices are read after the lock is
 * acquired, so that an office that ended during the wait is not returned. Returns undefined when the session is no
 * longer valid. `window` identifies the calling browser window for the triggers that publish events.
 */
export async function lockSessionRow(
  tx: Db,
  { ADMIN_IDLE_HOURS, REQUIRE_2FA }: Limits,
  id: number,
  purpose: 'change' | 'change-self' | 'change-with-proof',
  window = '',
): Promise<Pick<Session, 'user' | 'isProved'> | undefined> {
  const locks = locksByPurpose[purpose]
  const isValid = sql.raw(buildValidSessionSql(String(ADMIN_IDLE_HOURS)))
  const { rows } = await tx.execute<CurrentUser & { isProved: boolean } & Record<string, unknown>>(sql`
    with locked as materialized (
      select set_config('perantau.window', ${window}, true),
             ${sql.raw(`${isProvedColumn}, ${currentUserColumns}, ${buildSecureByColumns(`'{${REQUIRE_2FA.join()}}'::text[]`)} ${fromSessionsAndUsers}`)}
       where s.id = ${id} and ${isValid}
       ${sql.raw(locks)})
    select l.*, held_offices(l.id, l."clubId", l."currentCountry") as offices from locked l`)
  if (!rows[0]) return undefined
  const { set_config: _, isProved: isProvedNow, ...user } = rows[0]
  return { user: buildCurrentUser(user), isProved: isProvedNow }
}

/** Returns whether the session's re-authentication will still be recent enough in `minutes` minutes. */
export async function isReauthenticationValidForMinutes(
  db: Db,
  id: number,
  minutes: number,
): Promise<boolean> {
  const { rows } = await db.execute<{ isProved: boolean }>(
    sql`select ${sql.raw(buildIsReauthenticatedSql(`now() + interval '${minutes} minutes'`))} as "isProved" from sessions s where s.id = ${id}`,
  )
  return rows[0]?.isProved ?? false
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, hashSessionToken(token)))
}

const selectValidSessions = prepareStatement<CurrentUser & { sessionId: number }>(
  'find-living-sessions',
  `select s.id as "sessionId", ${currentUserColumns}, ${buildSecureByColumns('$3')}, ${officesColumn} ${fromSessionsAndUsers} where s.id = any($1) and ${buildValidSessionSql('$2')}`,
)

/** Returns the user of each given session that is still valid. The periodic check of open sockets calls it. */
export async function findUsersOfValidSessions(
  pool: Pool,
  limits: Limits,
  ids: number[],
): Promise<Map<number, CurrentUser>> {
  if (ids.length === 0) return new Map()
  const { rows } = await selectValidSessions(pool, [ids, limits.ADMIN_IDLE_HOURS, limits.REQUIRE_2FA])
  return new Map(rows.map(({ sessionId, ...user }) => [sessionId, buildCurrentUser(user)]))
}
