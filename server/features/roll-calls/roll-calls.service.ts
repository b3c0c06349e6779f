import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { users } from '#server/db/schema/core.ts'
import { rollCallPeople, rollCalls } from '#server/db/schema/roll-calls.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvent } from '#server/events/events.service.ts'
import type { RollCallBody, SafetyBody } from '#shared/contracts/roll-calls/roll-calls.schemas.ts'
import { type Actor, can, getPermissionScopeOfActor } from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'

export type RollCall = typeof rollCalls.$inferSelect

/**
 * Minimum number of minutes between two roll calls (safety checks) for the same place,
 * and before each reminder of a roll call.
 */
const minutesBetweenRequests = 10

/** SQL condition: the user may manage the roll call (safety check of the people in a country or city). */
function buildManagedByCondition(actor: Actor): SQL {
  const scope = getPermissionScopeOfActor(actor)
  if (!can(actor, 'rollCalls.ask')) return sql`false`
  if (scope.over === 'all') return sql`true`
  return scope.over === 'country' ? sql`${rollCalls.country} = ${scope.country}` : sql`false`
}

/** Users whose screens are refreshed after an answer to a roll call (safety check): the country's administrators. */
export const buildRollCallInvalidation = ({ country }: Pick<RollCall, 'country'>) => ({
  topics: ['rollCalls' as const],
  to: { reach: { country, clubId: null } },
})

/** Queues the job that asks people in roll calls (safety checks). Its job key keeps at most one job waiting. */
export async function enqueueRollCallDelivery({ db }: Pick<SignedInContext, 'db'>): Promise<void> {
  await enqueueJobs(db, 'deliver_roll_calls', [{ payload: {}, key: 'deliver_roll_calls', isUrgent: true }])
}

/**
 * Returns a roll call that the user may manage, or throws 404.
 * With `isLocked` the row stays locked until the transaction ends.
 */
export async function requireRollCallManagedByCaller(
  { db, actor }: SignedInContext,
  id: number,
  { isLocked }: { isLocked: boolean },
): Promise<RollCall> {
  const query = db
    .select()
    .from(rollCalls)
    .where(and(eq(rollCalls.id, id), buildManagedByCondition(actor)))
  const [found] = await (isLocked ? query.for('no key update') : query)
  if (!found) throw notFound()
  return found
}

export async function listRollCalls({ db, actor }: SignedInContext) {
  return db
    .select()
    .from(rollCalls)
    .where(buildManagedByCondition(actor))
    .orderBy(desc(rollCalls.id))
    .limit(50)
}

/**
 * Throws 409 when a roll call for the same city or country was started minutes ago, so that people are asked once.
 * An advisory lock serializes concurrent roll calls until the transaction ends.
 */
async function requireNoRecentRollCall(
  { db }: SignedInContext,
  country: string,
  city: string | null,
): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('roll_calls'))`)
  const isSamePlace = sql`${rollCalls.country} = ${country} and lower(${rollCalls.city}) is not distinct from lower(${city}::text)`
  const isRecent = sql`${rollCalls.createdAt} > now() - make_interval(mins => ${minutesBetweenRequests})`
  const asked = await db.$count(rollCalls, and(isSamePlace, isRecent, isNull(rollCalls.closedAt)))
  if (asked > 0) throw conflict('roll_call_asked')
}

/** Starts a roll call (safety check). The delivery job stores whom to ask right before it notifies the first person. */
export async function startRollCall(context: SignedInContext, body: RollCallBody): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const scope = getPermissionScopeOfActor(actor)
    const country = body.country ?? actor.currentCountry
    if (!country) throw badInput({ country: fieldTexts.invalid })
    if (scope.over !== 'all' && !(scope.over === 'country' && scope.country === country)) throw notFound()
    await requireNoRecentRollCall(tx, country, body.city ?? null)
    const [created] = await db
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
    if (!created) throw new Error('startRollCall: inserting the roll call returned no row')
    await enqueueRollCallDelivery(tx)
    await recordAuditEvent(tx, {
      kind: 'roll_call.asked',
      country,
      details: { rollCallId: created.id, days: body.days },
      touches: buildRollCallInvalidation(created),
    })
    return created.id
  })
}

/** SQL condition that selects the row of one person in a roll call (safety check). */
export const buildPersonOfRollCallCondition = (userId: number, id: number) =>
  and(eq(rollCallPeople.rollCallId, id), eq(rollCallPeople.userId, userId))

async function countRollCallAnswers({ db }: SignedInContext, rollCall: RollCall) {
  const [counts] = await db
    .select({
      silent: sql<number>`count(*) filter (where ${rollCallPeople.state} is null)::int`,
      safe: sql<number>`count(*) filter (where ${rollCallPeople.state} = 'safe')::int`,
      help: sql<number>`count(*) filter (where ${rollCallPeople.state} = 'help')::int`,
    })
    .from(rollCallPeople)
    .where(eq(rollCallPeople.rollCallId, rollCall.id))
  return {
    asked: rollCall.askedCount ?? 0,
    told: rollCall.told,
    ...(counts ?? { silent: 0, safe: 0, help: 0 }),
  }
}

export async function readRollCall(context: SignedInContext, id: number) {
  const { db, actor } = context
  const [found] = await db
    .select({
      one: rollCalls,
      askedBy: users.fullName,
      person: rollCallPeople,
      isManager: sql<boolean>`(${buildManagedByCondition(actor)})`,
    })
    .from(rollCalls)
    .innerJoin(users, eq(users.id, rollCalls.askedBy))
    .leftJoin(rollCallPeople, buildPersonOfRollCallCondition(actor.id, id))
    .where(
      and(
        eq(rollCalls.id, id),
        sql`(${buildManagedByCondition(actor)} or ${rollCallPeople.userId} is not null)`,
      ),
    )
  if (!found) throw notFound()
  const { one: rollCall, askedBy, person, isManager } = found
  return {
    ...rollCall,
    askedBy,
    mine: person,
    counts: isManager ? await countRollCallAnswers(context, rollCall) : null,
  }
}

/** Lists open roll calls (safety checks) that the user has not answered; shown at the top of the dashboard. */
export async function listUnansweredRollCalls({ db, actor }: SignedInContext) {
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

/**
 * Stores the user's answer to a roll call; a later answer replaces an earlier one.
 * The row lock prevents answers after the roll call was closed.
 */
export async function answerRollCall(context: SignedInContext, id: number, body: SafetyBody): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [found] = await db
      .select({ one: rollCalls })
      .from(rollCalls)
      .innerJoin(rollCallPeople, buildPersonOfRollCallCondition(actor.id, id))
      .where(eq(rollCalls.id, id))
      .for('share', { of: rollCalls })
    if (!found) throw notFound()
    if (found.one.closedAt) throw conflict('roll_call_closed')
    const { state, note = null, place = null } = body
    await db
      .update(rollCallPeople)
      .set({ state, note, place, answeredAt: sql`now()` })
      .where(buildPersonOfRollCallCondition(actor.id, id))
    await db.execute(sql`update notifications set read_at = now() where user_id = ${actor.id} and read_at is null
      and kind like 'roll_call.%' and (params->>'rollCallId')::int = ${id}`)
    await invalidateClientCache(tx, buildRollCallInvalidation(found.one))
    await invalidateClientCache(tx, { topics: ['rollCalls', 'notifications'], to: { users: [actor.id] } })
  })
}

export async function remindPeopleWithoutRollCallAnswer(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const rollCall = await requireRollCallManagedByCaller(tx, id, { isLocked: true })
    if (rollCall.closedAt) throw conflict('roll_call_closed')
    const isReminderAllowed = sql`coalesce(${rollCalls.remindedAt}, ${rollCalls.createdAt}) < now() - make_interval(mins => ${minutesBetweenRequests})`
    const { rowCount } = await tx.db
      .update(rollCalls)
      .set({ remindedAt: sql`now()`, roundAt: sql`now()`, upTo: 0 })
      .where(and(eq(rollCalls.id, id), isNull(rollCalls.roundAt), isReminderAllowed))
    if (!rowCount) throw conflict('roll_call_reminded')
    await enqueueRollCallDelivery(tx)
    await recordAuditEvent(tx, {
      kind: 'roll_call.reminded',
      country: rollCall.country,
      details: { rollCallId: id },
      touches: buildRollCallInvalidation(rollCall),
    })
  })
}

export async function closeRollCall(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const rollCall = await requireRollCallManagedByCaller(tx, id, { isLocked: true })
    const { rowCount } = await tx.db
      .update(rollCalls)
      .set({ closedAt: sql`now()`, roundAt: null })
      .where(and(eq(rollCalls.id, id), isNull(rollCalls.closedAt)))
    if (!rowCount) throw conflict('roll_call_closed')
    await recordAuditEvent(tx, {
      kind: 'roll_call.closed',
      country: rollCall.country,
      details: { rollCallId: id },
      touches: [buildRollCallInvalidation(rollCall), { topics: ['rollCalls'], to: { everybody: true } }],
    })
  })
}
