// Offices that are given to a member for a term, in addition to the member's role.
// `policies.ts` defines the rights of offices. The database function `held_offices` lists a member's current offices.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { appointments } from '#server/db/schema/offices.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { badInput, conflict, forbidden, notFound } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import {
  buildUserInvalidation,
  requireAccessToUser,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import { isTermOver, officeScopeSql } from '#server/features/users/details/held-offices.queries.ts'
import type { OfficeScope } from '#shared/constants.ts'
import type { AppointmentBody } from '#shared/contracts/offices/offices.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getMainTimeZone } from '#shared/countries/country-time-zones.ts'
import { can, canAppointUserToOffice, canEndOfficeHeldByUser } from '#shared/policies.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { fieldTexts } from '#texts/errors.ts'

interface OfficePlace {
  country: Country | null
  clubId: number | null
  timeZone: string
}

/**
 * Finds the club or country in which the user would hold the office, and its time zone.
 * Throws 409 when the user is not active, has no club or country, or the club is closed.
 */
async function requireOfficePlace(
  { db, actor }: SignedInContext,
  { status, clubId, currentCountry }: User,
  over: OfficeScope,
): Promise<OfficePlace> {
  if (status !== 'active') throw conflict('office_not_possible')
  if (over === 'all') return { country: null, clubId: null, timeZone: headquartersTimeZone }
  if (over === 'country') {
    if (!currentCountry) throw conflict('office_not_possible')
    return { country: currentCountry, clubId: null, timeZone: getMainTimeZone(currentCountry) }
  }
  const [club] = clubId ? await db.select().from(clubs).where(eq(clubs.id, clubId)).for('share') : []
  if (!club?.isActive) throw conflict('office_not_possible')
  if (!can(actor, 'offices.give', { club })) throw forbidden()
  return { country: null, clubId: club.id, timeZone: club.timeZone }
}

/**
 * Returns the term of an office, which starts today unless another day is given.
 * Rejects a start before today in the time zone of the club or country, and an end before the start.
 */
async function resolveTerm(db: Db, { startsOn, endsOn }: AppointmentBody, timeZone: string) {
  const { rows } = await db.execute<{ today: string }>(
    sql`select (now() at time zone ${timeZone})::date::text as today`,
  )
  const today = rows[0]?.today ?? ''
  const start = startsOn ?? today
  if (start < today) throw badInput({ startsOn: fieldTexts.startsBeforeToday })
  if (endsOn < start) throw badInput({ endsOn: fieldTexts.endsBeforeStart })
  return { startsOn: start, endsOn }
}

/**
 * Stores the end of offices whose last day has passed, of one user or of all users.
 * The rights of the office ended with that day. The stored end keeps them from coming back with a clock that is set
 * back, and lets the same office be given again.
 */
export async function endExpiredAppointments(db: Db, userId?: number): Promise<void> {
  await db
    .update(appointments)
    .set({ endedAt: sql`(${appointments.endsOn} + 1)::timestamp at time zone ${appointments.timeZone}` })
    .where(
      and(
        isNull(appointments.endedAt),
        isTermOver,
        userId === undefined ? undefined : eq(appointments.userId, userId),
      ),
    )
}

const buildOfficeInvalidation = (user: User) => [
  ...buildUserInvalidation(user),
  { topics: ['offices' as const], to: { users: [user.id] } },
]

/**
 * Gives an office to a user for a term. The caller manages the scope of the office and has all rights it grants.
 * Returns 409 when the user already holds this office in this scope.
 */
export async function appointUserToOffice(context: SignedInContext, body: AppointmentBody): Promise<void> {
  const { userId, office, over } = body
  await context.transaction(async tx => {
    const { db, actor } = tx
    const user = await requireAccessToUser(tx, userId, 'offices.give')
    if (!canAppointUserToOffice(actor, { office, over }, user)) throw forbidden()
    const place = await requireOfficePlace(tx, user, over)
    const term = await resolveTerm(db, body, place.timeZone)
    await endExpiredAppointments(db, userId)
    const created = await db
      .insert(appointments)
      .values({ userId, office, ...place, ...term })
      .onConflictDoNothing()
      .returning({ id: appointments.id })
    if (created.length === 0) throw conflict('office_held')
    await recordAuditEvent(tx, {
      kind: 'office.given',
      target: buildUserAuditTarget(user),
      details: { office, over, ...term },
      notify: { users: [userId], kind: 'office.given', params: { userId } },
      touches: buildOfficeInvalidation(user),
    })
  })
}

/**
 * Ends an office at once.
 * A transaction that the holder has already started commits first or fails with 403.
 */
export async function endOfficeAppointment(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [found] = await db
      .select({ user: users, office: appointments.office, over: officeScopeSql })
      .from(appointments)
      .innerJoin(users, eq(users.id, appointments.userId))
      .where(and(eq(appointments.id, id), filterUsersByScope(actor, 'offices.give')))
      .for('no key update', { of: users })
    if (!found) throw notFound()
    const { user, office, over } = found
    if (!canEndOfficeHeldByUser(actor, over, user)) throw forbidden()
    const ended = await db
      .update(appointments)
      .set({ endedAt: sql`now()` })
      .where(and(eq(appointments.id, id), isNull(appointments.endedAt), sql`not ${isTermOver}`))
      .returning({ id: appointments.id })
    if (ended.length === 0) throw conflict('office_ended')
    await recordAuditEvent(tx, {
      kind: 'office.ended',
      target: buildUserAuditTarget(user),
      details: { office, over },
      notify: { users: [user.id], kind: 'office.ended', params: { userId: user.id } },
      touches: buildOfficeInvalidation(user),
    })
  })
}
