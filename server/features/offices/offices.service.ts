import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { appointments, officeHandovers, offices } from '#server/db/schema/offices.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { filterByCountryAndClubScope } from '#server/db/sql/scope-filters.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { isTermOver, listAppointmentsOfUser } from '#server/features/users/details/held-offices.queries.ts'
import type { AppointedOffice } from '#shared/constants.ts'
import type { OfficesQuery, Vacancy } from '#shared/contracts/offices/offices.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { can, getPermissionScopeOfActor } from '#shared/policies.ts'

const { id, userId, office, country, clubId, startedAt, endsOn, endedAt } = offices
const holderColumns = {
  clubName: clubs.name,
  // Terms of office of erased users stay listed, under the label for former members.
  fullName: users.fullName,
  profileImageUrl: buildImageUrlSql(users.profileImageId),
}
/** SQL columns for the term of an office that comes with a role, such as club administrator. */
const termColumns = {
  ...{ id, userId, office, country, clubId, startedAt, endsOn, endedAt },
  startsOn: sql<null>`null`,
  isAppointed: sql<boolean>`false`,
  ...holderColumns,
}

type ListedOffice = (typeof offices.$inferSelect)['office'] | AppointedOffice

/** SQL for the date on which an appointment to an office ended early or regularly; null while the office is held. */
const appointmentEnd = sql<Date | null>`coalesce(${appointments.endedAt}, case when ${isTermOver}
  then (${appointments.endsOn} + 1)::timestamp at time zone ${appointments.timeZone} end)`

/**
 * Selects terms of office: of offices that come with a role, and of appointed offices, which may begin in the future.
 */
function selectAllTerms(db: Db) {
  const roleTerms = db
    .select({
      id,
      userId,
      office: sql<ListedOffice>`${office}`.as('office'),
      country: sql<Country | null>`${country}`.as('office_country'),
      clubId,
      startedAt,
      startsOn: sql<string | null>`null::date`.as('starts_on'),
      endsOn: sql<string | null>`${endsOn}`.as('ends_on'),
      endedAt,
      isAppointed: sql<boolean>`false`.as('is_appointed'),
    })
    .from(offices)
  const appointed = db
    .select({
      id: appointments.id,
      userId: appointments.userId,
      office: sql<ListedOffice>`${appointments.office}`.as('office'),
      country: sql<Country | null>`coalesce(${appointments.country}, ${clubs.country})`.as('office_country'),
      clubId: appointments.clubId,
      startedAt: sql<Date | null>`null::timestamptz`.as('started_at'),
      startsOn: sql<string | null>`${appointments.startsOn}`.as('starts_on'),
      endsOn: sql<string | null>`${appointments.endsOn}`.as('ends_on'),
      endedAt: appointmentEnd.as('ended_at'),
      isAppointed: sql<boolean>`true`.as('is_appointed'),
    })
    .from(appointments)
    .leftJoin(clubs, eq(clubs.id, appointments.clubId))
  return unionAll(roleTerms, appointed).as('terms')
}

/** Lists terms of office: current ones by end date, past ones latest first. */
export async function listTermsOfOffice(
  { db, actor }: SignedInContext,
  { held, page, pageSize }: OfficesQuery,
) {
  const terms = selectAllTerms(db)
  const place = { country: sql`${terms.country}`, clubId: sql`${terms.clubId}` }
  const where = and(
    filterByCountryAndClubScope(actor, place),
    held === 'now' ? isNull(terms.endedAt) : isNotNull(terms.endedAt),
  )
  const order =
    held === 'now'
      ? [sql`${terms.endsOn} asc nulls last`, asc(terms.country), asc(clubs.name), asc(terms.office)]
      : [desc(terms.endedAt)]
  const rows = await db
    .select({
      id: terms.id,
      userId: terms.userId,
      office: terms.office,
      country: terms.country,
      clubId: terms.clubId,
      startedAt: terms.startedAt,
      startsOn: terms.startsOn,
      endsOn: terms.endsOn,
      endedAt: terms.endedAt,
      isAppointed: terms.isAppointed,
      ...holderColumns,
    })
    .from(terms)
    .innerJoin(users, eq(users.id, terms.userId))
    .leftJoin(clubs, eq(clubs.id, terms.clubId))
    .where(where)
    .orderBy(...order, asc(terms.isAppointed), desc(terms.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(terms).where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** Lists vacant offices: clubs without administrator or secretary, countries with clubs but no administrator. */
export async function listVacantOffices({ db, actor }: SignedInContext): Promise<Vacancy[]> {
  const isInScope =
    filterByCountryAndClubScope(actor, { country: sql`c.country`, clubId: sql`c.id` }) ?? sql`true`
  const { rows } = await db.execute<Vacancy & Record<string, unknown>>(sql`
    select 'country_admin' as office, c.country, null::int as "clubId", null::text as "clubName"
      from clubs c where c.is_active and ${isInScope} and ${getPermissionScopeOfActor(actor).over !== 'club'}
       and not exists (select from offices o where o.office = 'country_admin' and o.country = c.country and o.ended_at is null)
     group by c.country
    union all
    select k.office, c.country, c.id, c.name from clubs c, (values ('club_admin_ln'), ('club_secretary')) k(office)
     where c.is_active and ${isInScope}
       and not exists (select from offices o where o.office = k.office and o.club_id = c.id and o.ended_at is null)
     order by country, "clubName" nulls first, office
     limit 1000`)
  return rows
}

/** Sets the last day of a term of office. Requires the permission to change the role of the holder. */
export async function changeEndOfTermOfOffice(
  context: SignedInContext,
  termId: number,
  endsOnDate: string | null,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [found] = await db
      .select({ term: offices, person: users })
      .from(offices)
      .innerJoin(users, eq(users.id, userId))
      .where(and(eq(id, termId), filterByCountryAndClubScope(actor, offices)))
      .for('no key update', { of: offices })
    if (!found) throw notFound()
    if (!can(actor, 'users.changeRole', { user: found.person })) throw forbidden()
    if (found.term.endedAt) throw conflict('office_ended')
    await db.update(offices).set({ endsOn: endsOnDate }).where(eq(id, termId))
    await recordAuditEvent(tx, {
      kind: 'office.term_set',
      target: buildUserAuditTarget(found.person),
      details: { office: found.term.office, endsOn: endsOnDate },
      notify: { users: [found.person.id], kind: 'office.term_set', params: { userId: found.person.id } },
      touches: { topics: ['offices'], to: { users: [found.person.id], reach: found.term } },
    })
  })
}

const handoverColumns = {
  personId: users.id,
  id: officeHandovers.id,
  ...{ office, country },
  clubName: clubs.name,
  fullName: users.fullName,
  createdAt: officeHandovers.createdAt,
}

export async function readOwnOffice({ db, actor }: SignedInContext) {
  const [currentTerm] = await db
    .select(termColumns)
    .from(offices)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(clubs, eq(clubs.id, clubId))
    .where(and(eq(userId, actor.id), isNull(endedAt)))
  const isOpen = eq(officeHandovers.status, 'offered')
  /** Selects open handover offers of an office, with the name of the other person involved. */
  const selectHandovers = (otherPerson: SQL, isOwn: SQL) =>
    db
      .select(handoverColumns)
      .from(officeHandovers)
      .innerJoin(offices, eq(id, officeHandovers.officeId))
      .innerJoin(users, otherPerson)
      .leftJoin(clubs, eq(clubs.id, clubId))
      .where(and(isOpen, isOwn))
      .orderBy(asc(officeHandovers.id))
      .limit(20)
  const [offered] = await selectHandovers(eq(users.id, officeHandovers.toId), eq(userId, actor.id))
  const offeredToUser = await selectHandovers(eq(users.id, userId), eq(officeHandovers.toId, actor.id))
  const heldByAppointment = await listAppointmentsOfUser(db, actor.id)
  return {
    appointments: heldByAppointment,
    term: currentTerm ?? null,
    offered: offered ?? null,
    toMe: offeredToUser,
  }
}
