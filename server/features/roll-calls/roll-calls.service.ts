import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { rollCallPeople, rollCalls } from '#server/db/schema/roll-calls.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import type { AskedQuery, RollCallBody, SafetyBody } from '#shared/contracts/roll-calls.ts'
import { fieldTexts } from '#shared/errors.ts'
import { type Actor, can, reachOf } from '#shared/policies.ts'

export type RollCall = typeof rollCalls.$inferSelect

/** So many minutes between two reminders: it is an emergency, and still people. */
const minutesBetween = 10

/** Those this person looks after. */
function withinReach(actor: Actor): SQL {
  const reach = reachOf(actor)
  if (!can(actor, 'rollCalls.ask')) return sql`false`
  if (reach.over === 'all') return sql`true`
  return reach.over === 'country' ? sql`${rollCalls.country} = ${reach.country}` : sql`false`
}

/** Whoever looks after the country sees every answer as it comes. */
export const touchesOf = ({ country }: Pick<RollCall, 'country'>) => ({
  topics: ['rollCalls' as const],
  to: { reach: { country, clubId: null } },
})

/** The job goes through the people; a key, so that it is waiting once. */
export async function beginRound({ db }: Pick<SignedIn, 'db'>): Promise<void> {
  await enqueue(db, 'deliver_roll_calls', [{ payload: {}, key: 'deliver_roll_calls', isUrgent: true }])
}

/** One that this person may look after; where it is held, until the transaction ends. */
export async function requireManaged(
  { db, actor }: SignedIn,
  id: number,
  { isHeld }: { isHeld: boolean },
): Promise<RollCall> {
  const query = db
    .select()
    .from(rollCalls)
    .where(and(eq(rollCalls.id, id), withinReach(actor)))
  const [found] = await (isHeld ? query.for('no key update') : query)
  if (!found) throw notFound()
  return found
}

export async function listRollCalls({ db, actor }: SignedIn) {
  return db.select().from(rollCalls).where(withinReach(actor)).orderBy(desc(rollCalls.id)).limit(50)
}

/** Pressed twice, or by two who heard of it at once: people are asked once. Held until the transaction ends. */
async function refuseIfAsked({ db }: SignedIn, country: string, city: string | null): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('roll_calls'))`)
  const isSamePlace = sql`${rollCalls.country} = ${country} and lower(${rollCalls.city}) is not distinct from lower(${city}::text)`
  const isLate = sql`${rollCalls.createdAt} > now() - make_interval(mins => ${minutesBetween})`
  const asked = await db.$count(rollCalls, and(isSamePlace, isLate, isNull(rollCalls.closedAt)))
  if (asked > 0) throw conflict('roll_call_asked')
}

/** Who is asked is written down by the job, at one moment, right before the first of them is told. */
export async function askRollCall(context: SignedIn, body: RollCallBody): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const reach = reachOf(actor)
    const country = body.country ?? actor.currentCountry
    if (!country) throw badInput({ country: fieldTexts.invalid })
    if (reach.over !== 'all' && !(reach.over === 'country' && reach.country === country)) throw notFound()
    await refuseIfAsked(tx, country, body.city ?? null)
    const [made] = await db
      .insert(rollCalls)
      .values({
        askedBy: actor.id,
        country: country as RollCall['country'],
        city: body.city ?? null,
        message: body.message,
        roundAt: sql`now()`,
        eraseAt: sql`now() + make_interval(days => ${body.days})`,
      })
      .returning()
    if (!made) throw new Error('the roll-call was not made')
    await beginRound(tx)
    await recordEvent(tx, {
      kind: 'roll_call.asked',
      country,
      details: { rollCallId: made.id, days: body.days },
      touches: touchesOf(made),
    })
    return made.id
  })
}

const mine = (userId: number, id: number) =>
  and(eq(rollCallPeople.rollCallId, id), eq(rollCallPeople.userId, userId))

async function countAnswers({ db }: SignedIn, one: RollCall) {
  const [counts] = await db
    .select({
      silent: sql<number>`count(*) filter (where ${rollCallPeople.state} is null)::int`,
      safe: sql<number>`count(*) filter (where ${rollCallPeople.state} = 'safe')::int`,
      help: sql<number>`count(*) filter (where ${rollCallPeople.state} = 'help')::int`,
    })
    .from(rollCallPeople)
    .where(eq(rollCallPeople.rollCallId, one.id))
  return { asked: one.askedCount ?? 0, told: one.told, ...(counts ?? { silent: 0, safe: 0, help: 0 }) }
}

export async function readRollCall(context: SignedIn, id: number) {
  const { db, actor } = context
  const [found] = await db
    .select({
      one: rollCalls,
      askedBy: users.fullName,
      person: rollCallPeople,
      isManager: sql<boolean>`(${withinReach(actor)})`,
    })
    .from(rollCalls)
    .innerJoin(users, eq(users.id, rollCalls.askedBy))
    .leftJoin(rollCallPeople, mine(actor.id, id))
    .where(and(eq(rollCalls.id, id), sql`(${withinReach(actor)} or ${rollCallPeople.userId} is not null)`))
  if (!found) throw notFound()
  const { one, askedBy, person, isManager } = found
  return { ...one, askedBy, mine: person, counts: isManager ? await countAnswers(context, one) : null }
}

/** Open ones that this person has not answered: before anything else on the dashboard. */
export async function listUnanswered({ db, actor }: SignedIn) {
  return db
    .select({
      id: rollCalls.id,
      country: rollCalls.country,
      city: rollCalls.city,
      message: rollCalls.message,
      createdAt: rollCalls.createdAt,
      closedAt: rollCalls.closedAt,
    })
    .from(rollCallPeople)
    .innerJoin(rollCalls, eq(rollCalls.id, rollCallPeople.rollCallId))
    .where(and(eq(rollCallPeople.userId, actor.id), isNull(rollCallPeople.state), isNull(rollCalls.closedAt)))
    .orderBy(desc(rollCalls.id))
    .limit(3)
}

/** The later one stands. Held against a closing, so that nothing comes in behind it. */
export async function answerRollCall(context: SignedIn, id: number, body: SafetyBody): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [found] = await db
      .select({ one: rollCalls })
      .from(rollCalls)
      .innerJoin(rollCallPeople, mine(actor.id, id))
      .where(eq(rollCalls.id, id))
      .for('share', { of: rollCalls })
    if (!found) throw notFound()
    if (found.one.closedAt) throw conflict('roll_call_closed')
    const { state, note = null, place = null } = body
    await db
      .update(rollCallPeople)
      .set({ state, note, place, answeredAt: sql`now()` })
      .where(mine(actor.id, id))
    await db.execute(sql`update notifications set read_at = now() where user_id = ${actor.id} and read_at is null
      and kind like 'roll_call.%' and (params->>'rollCallId')::int = ${id}`)
    await touch(tx, touchesOf(found.one))
    await touch(tx, { topics: ['rollCalls', 'notifications'], to: { users: [actor.id] } })
  })
}

const isIn = (state: AskedQuery['state']) =>
  state === 'silent' ? isNull(rollCallPeople.state) : eq(rollCallPeople.state, state)

const personColumns = {
  userId: users.id,
  fullName: users.fullName,
  clubName: clubs.name,
  hasPhone: sql<boolean>`${users.phone} is not null`,
  state: rollCallPeople.state,
  note: rollCallPeople.note,
  place: rollCallPeople.place,
  answeredAt: rollCallPeople.answeredAt,
}

/** By id, a part at a time. */
export function selectAsked({ db }: Pick<SignedIn, 'db'>, id: number, where: SQL | undefined, limit: number) {
  return db
    .select(personColumns)
    .from(rollCallPeople)
    .innerJoin(users, eq(users.id, rollCallPeople.userId))
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(and(eq(rollCallPeople.rollCallId, id), where))
    .orderBy(asc(users.id))
    .limit(limit)
}

export async function listAsked(context: SignedIn, id: number, { state, after, limit }: AskedQuery) {
  await requireManaged(context, id, { isHeld: false })
  return selectAsked(context, id, and(isIn(state), after ? gt(users.id, after) : undefined), limit)
}

/** Of one of those who are asked, while it is open; written down before it is shown, and its owner is told. */
export async function showPhone(context: SignedIn, id: number, userId: number) {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const one = await requireManaged(tx, id, { isHeld: false })
    if (one.closedAt) throw conflict('roll_call_closed')
    const [person] = await db
      .select({ user: users })
      .from(rollCallPeople)
      .innerJoin(users, eq(users.id, rollCallPeople.userId))
      .where(mine(userId, id))
    if (!person) throw notFound()
    await recordEvent(tx, {
      kind: 'user.phone_shown',
      target: userTarget(person.user),
      details: { rollCallId: id },
      notify: { users: [userId], kind: 'user.phone_shown', params: { userId: actor.id } },
      touches: { topics: ['unmaskings'], to: { users: [userId] } },
    })
    return { phone: person.user.phone }
  })
}

export async function remindSilent(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const one = await requireManaged(tx, id, { isHeld: true })
    if (one.closedAt) throw conflict('roll_call_closed')
    const isFree = sql`coalesce(${rollCalls.remindedAt}, ${rollCalls.createdAt}) < now() - make_interval(mins => ${minutesBetween})`
    const { rowCount } = await tx.db
      .update(rollCalls)
      .set({ remindedAt: sql`now()`, roundAt: sql`now()`, upTo: 0 })
      .where(and(eq(rollCalls.id, id), isNull(rollCalls.roundAt), isFree))
    if (!rowCount) throw conflict('roll_call_reminded')
    await beginRound(tx)
    await recordEvent(tx, {
      kind: 'roll_call.reminded',
      country: one.country,
      details: { rollCallId: id },
      touches: touchesOf(one),
    })
  })
}

export async function closeRollCall(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const one = await requireManaged(tx, id, { isHeld: true })
    const { rowCount } = await tx.db
      .update(rollCalls)
      .set({ closedAt: sql`now()`, roundAt: null })
      .where(and(eq(rollCalls.id, id), isNull(rollCalls.closedAt)))
    if (!rowCount) throw conflict('roll_call_closed')
    await recordEvent(tx, {
      kind: 'roll_call.closed',
      country: one.country,
      details: { rollCallId: id },
      touches: [touchesOf(one), { topics: ['rollCalls'], to: { everybody: true } }],
    })
  })
}
