import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { officeHandovers, offices } from '#server/db/schema/offices.ts'
import { conflict, notFound } from '#server/errors.ts'
import { notify, recordEvent, userTarget } from '#server/events/events.service.ts'
import { recordAdminChange } from '#server/features/clubs/club-admin.service.ts'
import { touchesPerson, type User } from '#server/features/users/require-user.service.ts'
import { outranks } from '#shared/policies.ts'

type Term = typeof offices.$inferSelect

/** Both held until the end, the lower id first, as whoever decides about several does. */
async function holdPeople(db: Db, ids: number[]): Promise<Map<number, User>> {
  const rows = await db
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.erasedAt)))
    .orderBy(users.id)
    .for('no key update')
  return new Map(rows.map(row => [row.id, row]))
}

/** An active person of the same club, or country, whose own role is below the office. */
function mayTake({ office, country, clubId }: Term, person: User | undefined): person is User {
  if (person?.status !== 'active' || !outranks(office, person.role)) return false
  return office === 'country_admin' ? person.currentCountry === country : person.clubId === clubId
}

async function findTerm(db: Db, userId: number): Promise<Term> {
  const [term] = await db
    .select()
    .from(offices)
    .where(and(eq(offices.userId, userId), isNull(offices.endedAt)))
  if (!term) throw conflict('office_ended')
  return term
}

/** Nothing changes before the other accepts. To the same person again: it stands. */
export async function offerHandover(context: SignedIn, toId: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const people = await holdPeople(db, [actor.id, toId])
    const term = await findTerm(db, actor.id)
    const to = people.get(toId)
    if (!mayTake(term, to)) throw notFound()
    const [open] = await db
      .select()
      .from(officeHandovers)
      .where(and(eq(officeHandovers.officeId, term.id), eq(officeHandovers.status, 'offered')))
    if (open) throw conflict('handover_open')
    await db.insert(officeHandovers).values({ officeId: term.id, toId })
    await recordEvent(tx, {
      kind: 'office.offered',
      target: userTarget(to),
      details: { office: term.office },
      notify: { users: [toId], kind: 'office.offered', params: { userId: actor.id } },
      touches: { topics: ['offices'], to: { users: [actor.id, toId] } },
    })
  })
}

async function findOffer(db: Db, id: number) {
  const [found] = await db
    .select({ handover: officeHandovers, term: offices })
    .from(officeHandovers)
    .innerJoin(offices, eq(offices.id, officeHandovers.officeId))
    .where(eq(officeHandovers.id, id))
  return found
}

/** One of two who decide at once does; the other is told that it is over. */
async function settle(db: Db, id: number, status: 'accepted' | 'ended'): Promise<void> {
  const done = await db
    .update(officeHandovers)
    .set({ status, decidedAt: sql`now()` })
    .where(and(eq(officeHandovers.id, id), eq(officeHandovers.status, 'offered')))
    .returning({ id: officeHandovers.id })
  if (done.length === 0) throw conflict('handover_over')
}

/** The club's page names whoever has the office now. */
async function passOnClub(tx: SignedIn, { clubId }: Term, from: number, to: number): Promise<void> {
  if (clubId === null) return
  const changed = await tx.db
    .update(clubs)
    .set({ adminId: to })
    .where(and(eq(clubs.id, clubId), eq(clubs.adminId, from)))
    .returning()
  for (const club of changed) await recordAdminChange(tx, from, club)
}

/** Those who wait are now theirs to decide about, and they hear of each. */
async function passOnApplications(tx: SignedIn, { office, country }: Term, to: number): Promise<void> {
  if (office !== 'country_admin') return
  const waiting = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.status, 'pending'), eq(users.currentCountry, country), isNull(users.erasedAt)))
    .orderBy(users.createdAt, users.id)
    .limit(50)
  for (const { id } of waiting) {
    await notify(tx, { users: [to], kind: 'user.registered', params: { userId: id } })
  }
}

/**
 * The role goes from one to the other in one step, and with it whatever hangs on it: what they see and decide, the
 * groups that its holder runs, and who may sign the list of readers there. The terms follow by themselves.
 */
export async function acceptHandover(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const offer = await findOffer(db, id)
    if (!offer || offer.handover.toId !== actor.id) throw notFound()
    const { term } = offer
    const people = await holdPeople(db, [term.userId, actor.id])
    const [from, to] = [people.get(term.userId), people.get(actor.id)]
    await settle(db, id, 'accepted')
    // Whoever gave it may have lost it meanwhile, and whoever takes it may have gone elsewhere.
    const isHeld = from?.role === term.office && from.status === 'active'
    if (!from || !isHeld || !mayTake(term, to)) throw conflict('handover_over')
    const changed = { graceUntil: null, updatedAt: sql`now()` }
    await db
      .update(users)
      .set({ role: 'member', ...changed })
      .where(eq(users.id, from.id))
    await db
      .update(users)
      .set({ role: term.office, ...changed })
      .where(eq(users.id, to.id))
    await passOnClub(tx, term, from.id, to.id)
    await passOnApplications(tx, term, to.id)
    await recordEvent(tx, {
      kind: 'office.handed_over',
      target: userTarget(to),
      details: { office: term.office, from: from.id },
      notify: { users: [from.id], kind: 'office.handed_over', params: { userId: to.id } },
      touches: [
        ...touchesPerson(from),
        ...touchesPerson(to),
        {
          topics: ['offices'],
          to: { users: [from.id, to.id], reach: { country: term.country, clubId: term.clubId } },
        },
      ],
    })
  })
}

/** Taken back by whoever offered it, or declined by the other. */
export async function endHandover(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const offer = await findOffer(db, id)
    if (!offer || ![offer.handover.toId, offer.term.userId].includes(actor.id)) throw notFound()
    await settle(db, id, 'ended')
    await recordEvent(tx, {
      kind: 'office.not_handed_over',
      target: userTarget(actor),
      details: { office: offer.term.office },
      touches: { topics: ['offices'], to: { users: [offer.handover.toId, offer.term.userId] } },
    })
  })
}
