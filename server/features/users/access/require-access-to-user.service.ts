import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { AppError, forbidden, notFound } from '#server/errors.ts'
import type { Decision } from '#shared/contracts/users/users.schemas.ts'
import { type Action, can, type Target } from '#shared/policies.ts'

export type User = typeof users.$inferSelect

/**
 * Loads and authorizes users; the returned map contains the user or the error for each id.
 * Rows stay locked until the transaction ends, so that a concurrent decision sees the result of this one.
 * Users are locked in ascending order of id to avoid deadlocks.
 */
export async function requireAccessToUsers(
  { db, actor }: SignedInContext,
  ids: number[],
  action: Action,
  target: Omit<Target, 'user'> = {},
): Promise<Map<number, User | AppError>> {
  const found = await db
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.erasedAt), filterUsersByScope(actor, action)))
    .orderBy(users.id)
    .for('no key update')
  const results = new Map<number, User | AppError>(ids.map(id => [id, notFound()]))
  for (const user of found) results.set(user.id, can(actor, action, { user, ...target }) ? user : forbidden())
  return results
}

/** Loads and locks a user, and checks that the caller may act on the user. Otherwise throws 404 or 403. */
export async function requireAccessToUser(
  tx: SignedInContext,
  id: number,
  action: Action,
  target: Omit<Target, 'user'> = {},
): Promise<User> {
  const user = (await requireAccessToUsers(tx, [id], action, target)).get(id) ?? notFound()
  if (user instanceof AppError) throw user
  return user
}

export function buildChangedUserResponse({ id, status, role, membershipNumber }: User): Decision {
  return { id, status, role, membershipNumber }
}

type UserLocation = Pick<User, 'id' | 'currentCountry' | 'clubId'>

/**
 * Builds the cached data that clients reload after users change: lists of administrators, each user's account, groups.
 */
export function buildCacheInvalidationsForChangedUsers(people: UserLocation[]) {
  const locations = new Map(
    people.map(({ currentCountry: country, clubId }) => [`${country} ${clubId}`, { country, clubId }]),
  )
  return [
    ...Array.from(locations.values(), reach => ({ topics: ['person' as const], to: { reach } })),
    { topics: ['me' as const, 'groups' as const], to: { users: people.map(({ id }) => id) } },
  ]
}

export const buildUserInvalidation = (person: UserLocation) =>
  buildCacheInvalidationsForChangedUsers([person])

/**
 * Serializes changes of system administrators.
 * Otherwise two concurrent changes could together remove the last two administrators.
 */
export async function acquireSystemAdministratorChangeLock(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('system administrators'))`)
}

/** Throws 409 with the error last_admin unless an active system administrator remains besides the given users. */
export async function requireRemainingSystemAdministrator(
  tx: Db,
  people: Pick<User, 'id' | 'role' | 'status'>[],
): Promise<void> {
  if (!people.some(({ role, status }) => role === 'system_admin' && status === 'active')) return
  const ids = people.map(({ id }) => id)
  const { rows } = await tx.execute(sql`
    select 1 from users where role = 'system_admin' and status = 'active' and erased_at is null
       and id <> all(${sql.param(ids)}::int[])
     limit 1`)
  if (rows.length === 0) throw new AppError(409, 'last_admin')
}
