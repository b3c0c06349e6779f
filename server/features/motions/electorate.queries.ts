// Electorate: the members who may vote in a club, in a country, or among all members. Used by motions and elections.
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { badInput, notFound } from '#server/errors.ts'
import { buildVoteBlockedByFeesSql } from '#server/features/fees/overview/charges.queries.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getMainTimeZone } from '#shared/countries/country-time-zones.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { fieldTexts } from '#texts/errors.ts'

/** Club or country whose members vote. When both are null, all members vote. */
export interface Electorate {
  country: string | null
  clubId: number | null
}

/** SQL condition: user `u` belongs to the electorate of the club or country now. */
export function buildUserInElectorateSqlCondition({ country, clubId }: Electorate): SQL {
  const active = sql`u.status = 'active' and u.erased_at is null`
  if (clubId !== null) return sql`${active} and u.club_id = ${clubId}`
  return country === null ? active : sql`${active} and u.current_country = ${country}`
}

/**
 * SQL condition: the row `u` of users is put on the electoral roll when the roll is frozen now. Headquarters can choose
 * that members with overdue fees are left out. Such members stay in the electorate: they are notified of the vote and
 * can pay before the roll is frozen.
 */
export const isEntitledToVote = (place: Electorate): SQL =>
  sql`${buildUserInElectorateSqlCondition(place)} and not ${buildVoteBlockedByFeesSql(sql`u.id`)}`

/** SQL condition on the country and club columns of a motion or election: the actor may organise it. */
export function buildCanOrganiseVoteSqlCondition(
  actor: Actor,
  { country, clubId }: { country: AnyColumn; clubId: AnyColumn },
): SQL {
  const scope = getPermissionScopeOfActor(actor, 'elections.manage')
  switch (scope.over) {
    case 'all':
      return sql`true`
    case 'country':
      return sql`(${country} = ${scope.country} or ${clubId} in (
        select k.id from clubs k where k.country = ${scope.country}))`
    case 'club':
      return eq(clubId, scope.clubId)
    default:
      return sql`false`
  }
}

/**
 * True when the actor may organise motions and elections of this country or club. `clubCountry`: country of the club.
 */
export function canOrganiseVotes(actor: Actor, place: Electorate, clubCountry: string | null): boolean {
  const scope = getPermissionScopeOfActor(actor, 'elections.manage')
  if (scope.over === 'all') return true
  if (scope.over === 'country') return (place.country ?? clubCountry) === scope.country
  return scope.over === 'club' && place.clubId === scope.clubId
}

/**
 * Requires that the actor may organise motions and elections of this club or country; returns it with its time zone.
 */
export async function requirePermissionToOrganiseVotes(
  { db, actor }: SignedInContext,
  { country, clubId }: { country: Country | null; clubId: number | null },
): Promise<{ country: Country | null; clubId: number | null; timeZone: string }> {
  const [club] = clubId === null ? [] : await db.select().from(clubs).where(eq(clubs.id, clubId)).for('share')
  if (clubId !== null && !club?.isActive) throw badInput({ clubId: fieldTexts.invalid })
  if (!canOrganiseVotes(actor, { country, clubId }, club?.country ?? null)) throw notFound()
  if (club) return { country: null, clubId: club.id, timeZone: club.timeZone }
  return { country, clubId: null, timeZone: country ? getMainTimeZone(country) : headquartersTimeZone }
}

/** Throws 400 for the given form field unless all people belong to the electorate of the club or country. */
export async function requireUsersToBelongToElectorate(
  { db }: Pick<Context, 'db'>,
  place: Electorate,
  people: { userId: number; field: string }[],
): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`select u.id from users u
    where u.id = any(${sql.param(people.map(({ userId }) => userId))}::int[]) and ${buildUserInElectorateSqlCondition(place)}`)
  const found = new Set(rows.map(({ id }) => id))
  const missing = people.find(({ userId }) => !found.has(userId))
  if (missing) throw badInput({ [missing.field]: fieldTexts.notInElectorate })
}

/** Users whose screens are refreshed after a motion or election has changed: the organisers of its club or country. */
export async function readOrganiserScopeOfMotionOrElection(
  { db }: Pick<Context, 'db'>,
  { country, clubId }: Electorate,
) {
  if (clubId === null) return { country, clubId }
  const [club] = await db.select({ country: clubs.country }).from(clubs).where(eq(clubs.id, clubId))
  return { country: club?.country ?? null, clubId }
}
