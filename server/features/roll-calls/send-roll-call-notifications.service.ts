// Delivery of roll calls: in an emergency everybody in a country or city is asked whether they are safe.
// The people to ask in a roll call are stored first, then notified in batches whose progress is stored.
import { eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rollCalls } from '#server/db/schema/roll-calls.ts'
import { invalidateClientCache, notifyUsers } from '#server/events/events.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { buildRollCallInvalidation, enqueueRollCallDelivery, type RollCall } from './roll-calls.service.ts'

/** Number of people notified of a roll call (safety check) per transaction. */
const batchSize = 500
/** Time (ms) after which the roll call delivery job yields to other jobs of the worker and queues itself again. */
const timeSlice = 4000

/** Stores whom a roll call (safety check) asks: all active users of the country, or of the clubs in one city. */
async function storePeopleOfRollCall({ db }: Context, { id, country, city }: RollCall): Promise<void> {
  const inCity = city
    ? sql`and u.club_id in (select k.id from clubs k where k.country = ${country} and lower(k.city) = lower(${city}))`
    : sql``
  const { rowCount } = await db.execute(sql`
    insert into roll_call_people (roll_call_id, user_id)
    select ${id}, u.id from users u
     where u.status = 'active' and u.erased_at is null and u.current_country = ${country} ${inCity} order by u.id`)
  await db
    .update(rollCalls)
    .set({ askedCount: rowCount ?? 0 })
    .where(eq(rollCalls.id, id))
}

/** Notifies the next batch of people who have not answered the roll call (safety check) yet. */
async function deliverToNextPeople(tx: Context, rollCall: RollCall): Promise<void> {
  const { rows } = await tx.db.execute<{ id: number; email: string; isSilent: boolean }>(sql`
    select u.id, u.email, p.state is null and u.status = 'active' and u.erased_at is null as "isSilent"
      from roll_call_people p join users u on u.id = p.user_id
     where p.roll_call_id = ${rollCall.id} and p.user_id > ${rollCall.upTo} order by p.user_id limit ${batchSize}`)
  const people = rows.filter(({ isSilent }) => isSilent)
  const kind = rollCall.remindedAt ? 'roll_call.reminder' : 'roll_call.asked'
  const users = people.map(({ id }) => id)
  await notifyUsers(tx, { users, kind, params: { rollCallId: rollCall.id } })
  await queueMail(tx.db, {
    to: people,
    kind,
    params: { rollCallId: rollCall.id, message: rollCall.message, place: rollCall.city ?? rollCall.country },
    isToMany: true,
  })
  if (users.length > 0) await invalidateClientCache(tx, { topics: ['rollCalls'], to: { users } })
  const isLast = rows.length < batchSize
  await tx.db
    .update(rollCalls)
    .set({
      upTo: rows.at(-1)?.id ?? rollCall.upTo,
      ...(!rollCall.remindedAt && { told: rollCall.told + rows.length }),
      ...(isLast && { roundAt: null }),
    })
    .where(eq(rollCalls.id, rollCall.id))
  await invalidateClientCache(tx, buildRollCallInvalidation(rollCall))
}

/** Notifies a batch of a roll call and stores the progress in one transaction, so a crash repeats at most one batch. */
async function continueRollCallDelivery(context: Context): Promise<boolean> {
  return context.transaction(async tx => {
    const [rollCall] = await tx.db
      .select()
      .from(rollCalls)
      .where(isNotNull(rollCalls.roundAt))
      .orderBy(rollCalls.told, rollCalls.id)
      .limit(1)
      .for('no key update')
    if (!rollCall) return false
    // The roll call (safety check) was closed or finished while this transaction waited for its lock.
    if (rollCall.roundAt === null) return true
    if (rollCall.askedCount === null) await storePeopleOfRollCall(tx, rollCall)
    else await deliverToNextPeople(tx, rollCall)
    return true
  })
}

export async function sendRollCallNotifications(context: Context): Promise<void> {
  const deadline = performance.now() + timeSlice
  while (performance.now() < deadline) if (!(await continueRollCallDelivery(context))) return
  await enqueueRollCallDelivery(context)
}

/** Deletes expired roll calls (safety checks) with their answers, notifications and mails, to protect privacy. */
export async function deleteExpiredRollCalls(context: Context): Promise<void> {
  await context.transaction(async ({ db }) => {
    const deleted = await db
      .delete(rollCalls)
      .where(lt(rollCalls.eraseAt, sql`now()`))
      .returning({ id: rollCalls.id })
    const ids = sql.param(deleted.map(({ id }) => id))
    if (deleted.length === 0) return
    await db.execute(sql`delete from notifications where kind like 'roll_call.%'
      and (params->>'rollCallId')::int = any(${ids}::int[])`)
    await db.execute(sql`delete from mail_outbox where kind like 'roll_call.%'
      and (params->>'rollCallId')::int = any(${ids}::int[])`)
  })
}
