// Counted in the database, so that limits hold across instances and restarts. A row a key with the moments of
// its attempts: an exact sliding window, extended and read in one statement.
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { createKeyedMutex } from '#server/concurrency/keyed-mutex.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { hasCome } from '#server/db/clock.ts'
import { rateLimits } from '#server/db/schema/accounts.ts'
import { isTransaction } from '#server/db/transaction.ts'
import { tooManyAttempts } from '#server/errors.ts'

export interface Limit {
  key: string
  /** How many are let through within the window. */
  most: number
  minutes: number
}

/** Hashed, because the parts are addresses of people and of machines. */
export function limitKey(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

/** One household has one IPv4 address but 2^64 of the other kind. */
export function addressBlock(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const known = tail === undefined ? groups : [...groups, ...Array(8).fill('0')]
  return `${known.slice(0, 4).join(':')}::/64`
}

const span = (minutes: number) => sql`make_interval(mins => ${minutes})`

/** The moments that still count, oldest first; none of a clock that was ahead, or it would count until then. */
const recent = (minutes: number) =>
  sql`array(select h from unnest(${rateLimits.hits}) h
    where h > now() - ${span(minutes)} and ${sql.raw(hasCome('h'))} order by h)`

/** Seconds until the next attempt is let through; 0: right now. */
async function waitFor(db: Db, { key, most, minutes }: Limit): Promise<number> {
  // Full when the attempt that many places from the end still counts; free again when that one no longer does.
  const oldestThatFills = sql`(${recent(minutes)})[cardinality(${recent(minutes)}) - ${most} + 1]`
  const [row] = await db
    .select({ left: sql<string | null>`extract(epoch from ${oldestThatFills} + ${span(minutes)} - now())` })
    .from(rateLimits)
    .where(eq(rateLimits.key, key))
  return row?.left ? Math.max(1, Math.ceil(Number(row.left))) : 0
}

/**
 * Counts one attempt and returns its moment; undefined: the limit is reached, and nothing was counted. One statement:
 * attempts that come together are let through like attempts in a row. Before what is limited, never after it.
 */
export async function takeAttempt(db: Db, { key, most, minutes }: Limit): Promise<string | undefined> {
  const expiresAt = sql`now() + ${span(minutes)}`
  const hits = sql`${recent(minutes)} || clock_timestamp()::timestamptz(3)`
  const [row] = await db
    .insert(rateLimits)
    .values({ key, hits: sql`array[clock_timestamp()]`, expiresAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { hits, expiresAt },
      setWhere: sql`cardinality(${recent(minutes)}) < ${most}`,
    })
    .returning({ moment: sql<string>`${rateLimits.hits}[cardinality(${rateLimits.hits})]::text` })
  return row?.moment
}

async function longestWait(db: Db, limits: Limit[]): Promise<number> {
  let longest = 0
  for (const limit of limits) longest = Math.max(longest, await waitFor(db, limit))
  return longest
}

/** Refuses when one of the limits is reached, and counts nothing. */
export async function refuseIfLimited(db: Db, limits: Limit[]): Promise<void> {
  const wait = await longestWait(db, limits)
  if (wait > 0) throw tooManyAttempts(wait)
}

/** The timestamp of the attempt for each limit. */
type Moments<Limits extends Limit[]> = { [Index in keyof Limits]: string }

async function countAttempt<Limits extends Limit[]>(db: Db, limits: Limits): Promise<Moments<Limits>> {
  const moments: string[] = []
  for (const limit of limits) {
    const moment = await takeAttempt(db, limit)
    if (!moment) throw tooManyAttempts(Math.max(1, await longestWait(db, limits)))
    moments.push(moment)
  }
  return moments as Moments<Limits>
}

const attempts = createKeyedMutex<string>()

/**
 * Counts one attempt for each limit and returns its timestamps, or refuses with the time to wait; a refused attempt counts
 * for no limit. Attempts for one key run one after the other, so that a burst waits here. A burst that waited for
 * connections and row locks instead would be refused as an outage.
 *
 * Within an open transaction nothing waits here: the transaction may hold a lock that the others wait for.
 */
export function limitAttempts<Limits extends Limit[]>(
  context: Context,
  ...limits: Limits
): Promise<Moments<Limits>> {
  if (isTransaction(context.db)) return countAttempt(context.db, limits)
  const count = async () => {
    // Without a lock, so that the rest of a burst is refused by one read.
    await refuseIfLimited(context.db, limits)
    return context.transaction(({ db }) => countAttempt(db, limits))
  }
  return limits.reduceRight(
    (work, { key }) =>
      () =>
        attempts(key, work),
    count,
  )()
}

/**
 * Runs a look-up by a secret. Only look-ups that fail count, so that everybody behind one IP address can follow good
 * links at the same time. Look-ups for one key run one after the other: a burst of guesses counts like guesses in a row.
 * The work must be short and must not run in an open transaction.
 */
export function limitFailures<T>(
  context: Context,
  limit: Limit,
  isFailure: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  return attempts(limit.key, async () => {
    await refuseIfLimited(context.db, [limit])
    try {
      return await work()
    } catch (error) {
      if (isFailure(error)) await takeAttempt(context.db, limit)
      throw error
    }
  })
}

/** An attempt that was counted beforehand turned out to be a good one. */
export async function giveBackAttempt(db: Db, key: string, moment: string): Promise<void> {
  const hits = sql`array_remove(${rateLimits.hits}, ${moment}::timestamptz)`
  await db.update(rateLimits).set({ hits }).where(eq(rateLimits.key, key))
}

export async function forgetAttempts(context: Context, key: string): Promise<void> {
  await context.transaction(async ({ db }) => {
    await db.delete(rateLimits).where(eq(rateLimits.key, key))
  })
}
