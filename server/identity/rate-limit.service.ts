// Rate limits, counted in PostgreSQL so that they apply across server instances and restarts.
// Each rate-limit key has one row with the timestamps of its attempts, from which a sliding window is computed.
// A single SQL statement checks the rate limit and adds the attempt.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { isTransaction } from '#server/db/connection/transaction.ts'
import { rateLimits } from '#server/db/schema/accounts.ts'
import { buildIsPastSql } from '#server/db/sql/database-clock.ts'
import { tooManyAttempts } from '#server/errors.ts'

export interface RateLimit {
  key: string
  /** Number of attempts allowed within the rate-limit window. */
  most: number
  /** Length of the sliding rate-limit window in minutes. */
  minutes: number
}

/** Returns a rate-limit key as a hash, because its parts may be email addresses or IP addresses. */
export function hashRateLimitKey(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

/** Returns an IPv4 address unchanged, or the /64 network of an IPv6 address, because a household has 2^64 addresses. */
export function getIpNetwork(ipAddress: string): string {
  if (!isIPv6(ipAddress) || ipAddress.startsWith('::ffff:')) return ipAddress.replace('::ffff:', '')
  const [head = '', tail] = ipAddress.split('::')
  const groups = head.split(':').filter(Boolean)
  const paddedGroups = tail === undefined ? groups : [...groups, ...Array(8).fill('0')]
  return `${paddedGroups.slice(0, 4).join(':')}::/64`
}

const buildMinutesInterval = (minutes: number) => sql`make_interval(mins => ${minutes})`

/**
 * SQL: timestamps of the attempts within the rate-limit window, oldest first.
 * Timestamps in the future, from a clock that was ahead, are ignored.
 */
const buildRecentHitsSql = (minutes: number) =>
  sql`array(select h from unnest(${rateLimits.hits}) h
    where h > now() - ${buildMinutesInterval(minutes)} and ${sql.raw(buildIsPastSql('h'))} order by h)`

/** Returns the seconds until the rate limit allows the next attempt; 0 when it is allowed now. */
async function readSecondsUntilAllowed(db: Db, { key, most, minutes }: RateLimit): Promise<number> {
  // The next attempt is allowed once fewer than `most` (the limit) attempts are in the time window.
  const oldestThatFills = sql`(${buildRecentHitsSql(minutes)})[cardinality(${buildRecentHitsSql(minutes)}) - ${most} + 1]`
  const [row] = await db
    .select({
      left: sql<
        string | null
      >`extract(epoch from ${oldestThatFills} + ${buildMinutesInterval(minutes)} - now())`,
    })
    .from(rateLimits)
    .where(eq(rateLimits.key, key))
  return row?.left ? Math.max(1, Math.ceil(Number(row.left))) : 0
}

/**
 * Counts one attempt and returns its timestamp. When the rate limit is reached, counts nothing and returns undefined.
 * Check and count are a single SQL statement, so concurrent attempts are counted like sequential ones. Callers must
 * count the attempt before they do the work that is limited.
 */
export async function countAttemptIfAllowed(
  db: Db,
  { key, most, minutes }: RateLimit,
): Promise<string | undefined> {
  const expiresAt = sql`now() + ${buildMinutesInterval(minutes)}`
  const hits = sql`${buildRecentHitsSql(minutes)} || clock_timestamp()::timestamptz(3)`
  const [row] = await db
    .insert(rateLimits)
    .values({ key, hits: sql`array[clock_timestamp()]`, expiresAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { hits, expiresAt },
      setWhere: sql`cardinality(${buildRecentHitsSql(minutes)}) < ${most}`,
    })
    .returning({ moment: sql<string>`${rateLimits.hits}[cardinality(${rateLimits.hits})]::text` })
  return row?.moment
}

async function readLongestWaitOfLimits(db: Db, limits: RateLimit[]): Promise<number> {
  let longest = 0
  for (const limit of limits) longest = Math.max(longest, await readSecondsUntilAllowed(db, limit))
  return longest
}

/** Throws 429 when one of the rate limits is reached, without counting an attempt. */
export async function rejectIfRateLimited(db: Db, limits: RateLimit[]): Promise<void> {
  const wait = await readLongestWaitOfLimits(db, limits)
  if (wait > 0) throw tooManyAttempts(wait)
}

/** Timestamps stored for one attempt: one timestamp for each rate limit that counted the attempt. */
type Timestamps<Limits extends RateLimit[]> = { [Index in keyof Limits]: string }

async function countAttempt<Limits extends RateLimit[]>(db: Db, limits: Limits): Promise<Timestamps<Limits>> {
  const timestamps: string[] = []
  for (const limit of limits) {
    const timestamp = await countAttemptIfAllowed(db, limit)
    if (!timestamp) throw tooManyAttempts(Math.max(1, await readLongestWaitOfLimits(db, limits)))
    timestamps.push(timestamp)
  }
  return timestamps as Timestamps<Limits>
}

const attemptsMutex = createKeyedMutex<string>()

/**
 * Counts one attempt for each rate limit and returns the timestamps. When one of the limits is reached, counts nothing
 * and throws 429 with the time to wait. Attempts for one key run sequentially, so that a burst queues in memory. If a
 * burst queued for database connections and row locks instead, its requests would fail with 503. Calls inside an open
 * transaction do not queue, because the transaction may hold a lock that others need.
 */
export function enforceRateLimits<Limits extends RateLimit[]>(
  context: Context,
  ...limits: Limits
): Promise<Timestamps<Limits>> {
  if (isTransaction(context.db)) return countAttempt(context.db, limits)
  const countAttemptOrReject = async () => {
    // The rate limits are first checked without a lock, so that each further attempt of a burst costs only a read.
    await rejectIfRateLimited(context.db, limits)
    return context.transaction(({ db }) => countAttempt(db, limits))
  }
  return limits.reduceRight(
    (work, { key }) =>
      () =>
        attemptsMutex(key, work),
    countAttemptOrReject,
  )()
}

/**
 * Runs a look-up by a secret (such as a token) and counts only failures, so that users behind one IP address can share
 * the rate limit. Look-ups for one key run sequentially, so concurrent guesses are limited like sequential ones. `work`
 * must be short and must not run in an open transaction.
 */
export function limitFailedAttempts<T>(
  context: Context,
  limit: RateLimit,
  isFailure: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  return attemptsMutex(limit.key, async () => {
    await rejectIfRateLimited(context.db, [limit])
    try {
      return await work()
    } catch (error) {
      if (isFailure(error)) await countAttemptIfAllowed(context.db, limit)
      throw error
    }
  })
}

/** Removes a counted attempt from the rate limit after the request turned out to be legitimate. */
export async function refundRateLimitAttempt(db: Db, key: string, timestamp: string): Promise<void> {
  const hits = sql`array_remove(${rateLimits.hits}, ${timestamp}::timestamptz)`
  await db.update(rateLimits).set({ hits }).where(eq(rateLimits.key, key))
}

export async function clearRateLimitAttempts(context: Context, key: string): Promise<void> {
  await context.transaction(async ({ db }) => {
    await db.delete(rateLimits).where(eq(rateLimits.key, key))
  })
}
