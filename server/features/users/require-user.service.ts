import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { usersWithinReach } from '#server/db/reach.ts'
import { users } from '#server/db/schema/core.ts'
import { AppError, forbidden, notFound } from '#server/errors.ts'
import type { Decision } from '#shared/contracts/users.ts'
import { type Action, can, type Target } from '#shared/policies.ts'

export type User = typeof users.$inferSelect

/**
 * One person, authorised as they are loaded, and held until the transaction ends: whoever decides about the same
 * person at the same time comes after, and finds what was decided.
 */
export async function requireUser(
  { db, actor }: SignedIn,
  id: number,
  action: Action,
  target: Omit<Target, 'user'> = {},
): Promise<User> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt), usersWithinReach(actor)))
    .for('no key update')
  if (!user) throw notFound()
  if (!can(actor, action, { user, ...target })) throw forbidden()
  return user
}

export function asDecision({ id, status, role, membershipNumber }: User): Decision {
  return { id, status, role, membershipNumber }
}

/** The lists that show this person, on the screens of everybody who reaches them; and their own shell and groups. */
export function touchesPerson({
  id,
  currentCountry,
  clubId,
}: Pick<User, 'id' | 'currentCountry' | 'clubId'>) {
  return [
    { topics: ['person' as const], to: { reach: { country: currentCountry, clubId } } },
    { topics: ['me' as const, 'groups' as const], to: { users: [id] } },
  ]
}

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
