// Handover of an office, such as club administrator.
// The holder offers the office; the successor accepts, which transfers the role, or declines.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { officeHandovers, offices } from '#server/db/schema/offices.ts'
import { conflict, notFound } from '#server/errors.ts'
import { buildUserAuditTarget, notifyUsers, recordAuditEvent } from '#server/events/events.service.ts'
import { auditAndNotifyClubAdminChange } from '#server/features/clubs/club-admin.service.ts'
import {
  buildUserInvalidation,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import { isRoleHigherThan } from '#shared/policies.ts'

type Term = typeof offices.$inferSelect

/**
 * Locks the holder and the successor of an office.
 * The order by user id, as in bulk operations, avoids deadlocks.
 */
async function lockUsers(db: Db, ids: number[]): Promise<Map<number, User>> {
  const rows = await db
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.erasedAt)))
    .orderBy(users.id)
    .for('no key update')
  return new Map(rows.map(row => [row.id, row]))
}

/** True if the person can take over the office: active, in its club or country, and with a lower role. */
function canTakeOffice({ office, country, clubId }: Term, person: User | undefined): person is User {
  if (person?.status !== 'active' || !isRoleHigherThan(office, person.role)) return false
  return office === 'country_admin' ? person.currentCountry === country : person.clubId === clubId
}

async function findTermOfOffice(db: Db, userId: number): Promise<Term> {
  const [term] = await db
    .select()
    .from(offices)
    .where(and(eq(offices.userId, userId), isNull(offices.endedAt)))
  if (!term) throw conflict('office_ended')
  return term
}

/** Offers the office of the user to a successor. Nothing changes until the offer is accepted. */
export async function offerOfficeHandover(context: SignedInContext, toId: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const people = await lockUsers(db, [actor.id, toId])
    const term = await findTermOfOffice(db, actor.id)
    const to = people.get(toId)
    if (!canTakeOffice(term, to)) throw notFound()
    const [existing] = await db
      .select()
      .from(officeHandovers)
      .where(and(eq(officeHandovers.officeId, term.id), eq(officeHandovers.status, 'offered')))
    if (existing) throw conflict('handover_open')
    await db.insert(officeHandovers).values({ officeId: term.id, toId })
    await recordAuditEvent(tx, {
      kind: 'office.offered',
      target: buildUserAuditTarget(to),
      details: { office: term.office },
      notify: { users: [toId], kind: 'office.offered', params: { userId: actor.id } },
      touches: { topics: ['offices'], to: { users: [actor.id, toId] } },
    })
  })
}

async function findHandoverOffer(db: Db, id: number) {
  const [found] = await db
    .select({ handover: officeHandovers, term: offices })
    .from(officeHandovers)
    .innerJoin(offices, eq(offices.id, officeHandovers.officeId))
    .where(eq(officeHandovers.id, id))
  return found
}

/** Closes an open offer to hand over an office. The second of two concurrent decisions returns 409. */
async function closeHandoverOffer(db: Db, id: number, status: 'accepted' | 'ended'): Promise<void> {
  const updated = await db
    .update(officeHandovers)
    .set({ status, decidedAt: sql`now()` })
    .where(and(eq(officeHandovers.id, id), eq(officeHandovers.status, 'offered')))
    .returning({ id: officeHandovers.id })
  if (updated.length === 0) throw conflict('handover_over')
}

/** Makes the successor of an office the administrator shown on the page of the club. */
async function transferClubAdmin(
  tx: SignedInContext,
  { clubId }: Term,
  from: number,
  to: number,
): Promise<void> {
  if (clubId === null) return
  const changed = await tx.db
    .update(clubs)
    .set({ adminId: to })
    .where(and(eq(clubs.id, clubId), eq(clubs.adminId, from)))
    .returning()
  for (const club of changed) await auditAndNotifyClubAdminChange(tx, from, club)
}

/** Notifies the new country administrator of each pending application in the country. */
async function transferApplications(
  tx: SignedInContext,
  { office, country }: Term,
  to: number,
): Promise<void> {
  if (office !== 'country_admin') return
  const applicants = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.status, 'pending'), eq(users.currentCountry, country), isNull(users.erasedAt)))
    .orderBy(users.createdAt, users.id)
    .limit(50)
  for (const { id } of applicants) {
    await notifyUsers(tx, { users: [to], kind: 'user.registered', params: { userId: id } })
  }
}

/**
 * Accepts a handover: the role of the holder goes to the successor in one transaction.
 * Permissions, group administration and signing rights follow from the role.
 * Database triggers update the terms of office.
 */
export async function acceptOfficeHandover(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const offer = await findHandoverOffer(db, id)
    if (!offer || offer.handover.toId !== actor.id) throw notFound()
    const { term } = offer
    const people = await lockUsers(db, [term.userId, actor.id])
    const [from, to] = [people.get(term.userId), people.get(actor.id)]
    await closeHandoverOffer(db, id, 'accepted')
    // Accepting the handover of an office checks the current holder and the successor again.
    // Between the offer and its acceptance, the holder may lose the office or the successor may move away.
    const hasOffice = from?.role === term.office && from.status === 'active'
    if (!from || !hasOffice || !canTakeOffice(term, to)) throw conflict('handover_over')
    const changed = { graceUntil: null, updatedAt: sql`now()` }
    await db
      .update(users)
      .set({ role: 'member', ...changed })
      .where(eq(users.id, from.id))
    await db
      .update(users)
      .set({ role: term.office, ...changed })
      .where(eq(users.id, to.id))
    await transferClubAdmin(tx, term, from.id, to.id)
    await transferApplications(tx, term, to.id)
    await recordAuditEvent(tx, {
      kind: 'office.handed_over',
      target: buildUserAuditTarget(to),
      details: { office: term.office, from: from.id },
      notify: { users: [from.id], kind: 'office.handed_over', params: { userId: to.id } },
      touches: [
        ...buildUserInvalidation(from),
        ...buildUserInvalidation(to),
        {
          topics: ['offices'],
          to: { users: [from.id, to.id], reach: { country: term.country, clubId: term.clubId } },
        },
      ],
    })
  })
}

/** Ends an offer to hand over an office, when the holder withdraws or the successor declines it. */
export async function cancelOfficeHandoverOffer(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const offer = await findHandoverOffer(db, id)
    if (!offer || ![offer.handover.toId, offer.term.userId].includes(actor.id)) throw notFound()
    await closeHandoverOffer(db, id, 'ended')
    await recordAuditEvent(tx, {
      kind: 'office.not_handed_over',
      target: buildUserAuditTarget(actor),
      details: { office: offer.term.office },
      touches: { topics: ['offices'], to: { users: [offer.handover.toId, offer.term.userId] } },
    })
  })
}
