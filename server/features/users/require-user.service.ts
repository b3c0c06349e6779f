import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { usersWithinReach } from '#server/db/reach.ts'
import { users } from '#server/db/schema/core.ts'
import { AppError, forbidden, notFound } from '#server/errors.ts'
import type { Decision } from '#shared/contracts/users.ts'
import { type Action, can, type Target } from '#shared/policies.ts'

export type User = typeof users.$inferSelect

/**
 * People, each authorised as they are loaded or the reason why not, and held until the transaction ends: whoever decides
 * about the same people at the same time comes after, and finds what was decided. In one order, so that no two who decide
 * about many wait for each other.
 */
export async function judgeUsers(
  { db, actor }: SignedIn,
  ids: number[],
  action: Action,
  target: Omit<Target, 'user'> = {},
): Promise<Map<number, User | AppError>> {
  const found = await db
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.erasedAt), usersWithinReach(actor)))
    .orderBy(users.id)
    .for('no key update')
  const judged = new Map<number, User | AppError>(ids.map(id => [id, notFound()]))
  for (const user of found) judged.set(user.id, can(actor, action, { user, ...target }) ? user : forbidden())
  return judged
}

/** One person. */
export async function requireUser(
  tx: SignedIn,
  id: number,
  action: Action,
  target: Omit<Target, 'user'> = {},
): Promise<User> {
  const user = (await judgeUsers(tx, [id], action, target)).get(id) ?? notFound()
  if (user instanceof AppError) throw user
  return user
}

export function asDecision({ id, status, role, membershipNumber }: User): Decision {
  return { id, status, role, membershipNumber }
}

type Placed = Pick<User, 'id' | 'currentCountry' | 'clubId'>

/** The lists that show these people, on the screens of everybody who reaches them; and their own shells and groups. */
export function touchesPeople(people: Placed[]) {
  const places = new Map(
    people.map(({ currentCountry: country, clubId }) => [`${country} ${clubId}`, { country, clubId }]),
  )
  return [
    ...Array.from(places.values(), reach => ({ topics: ['person' as const], to: { reach } })),
    { topics: ['me' as const, 'groups' as const], to: { users: people.map(({ id }) => id) } },
  ]
}

export const touchesPerson = (person: Placed) => touchesPeople([person])

/** One after the other, so that two who act at once cannot each count on the other's administrator. */
export async function lockAdministrators(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('system administrators'))`)
}

/** Somebody has to be left who can do everything. */
export async function keepLastAdministrator(
  tx: Db,
  user: Pick<User, 'id' | 'role' | 'status'>,
): Promise<void> {
  if (user.role !== 'system_admin' || user.status !== 'active') return
  const { rows } = await tx.execute(sql`
    select 1 from users where role = 'system_admin' and status = 'active' and erased_at is null and id <> ${user.id}
     limit 1`)
  if (rows.length === 0) throw new AppError(409, 'last_admin')
}
