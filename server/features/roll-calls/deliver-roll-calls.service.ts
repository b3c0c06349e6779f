import { eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { rollCalls } from '#server/db/schema/roll-calls.ts'
import { notify, touch } from '#server/events/events.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { beginRound, type RollCall, touchesOf } from './roll-calls.service.ts'

/** So many people a transaction. */
const atOnce = 500
/** Then others of the same runner have their turn (ms). */
const turn = 4000

/** Everybody who is there now: of the country, or of the clubs of one city in it. By one statement, at one moment. */
async function writePeople({ db }: Context, { id, country, city }: RollCall): Promise<void> {
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

/** The next of those who have not answered; what has been answered meanwhile is not asked again. */
async function goThrough(tx: Context, one: RollCall): Promise<void> {
  const { rows } = await tx.db.execute<{ id: number; email: string; isSilent: boolean }>(sql`
    select u.id, u.email, p.state is null and u.status = 'active' and u.erased_at is null as "isSilent"
      from roll_call_people p join users u on u.id = p.user_id
     where p.roll_call_id = ${one.id} and p.user_id > ${one.upTo} order by p.user_id limit ${atOnce}`)
  const people = rows.filter(({ isSilent }) => isSilent)
  const kind = one.remindedAt ? 'roll_call.reminder' : 'roll_call.asked'
  const users = people.map(({ id }) => id)
  await notify(tx, { users, kind, params: { rollCallId: one.id } })
  await queueMail(tx.db, {
    to: people,
    kind,
    params: { rollCallId: one.id, message: one.message, place: one.city ?? one.country },
    isToMany: true,
  })
  if (users.length > 0) await touch(tx, { topics: ['rollCalls'], to: { users } })
  const isLast = rows.length < atOnce
  await tx.db
    .update(rollCalls)
    .set({
      upTo: rows.at(-1)?.id ?? one.upTo,
      ...(!one.remindedAt && { told: one.told + rows.length }),
      ...(isLast && { roundAt: null }),
    })
    .where(eq(rollCalls.id, one.id))
  await touch(tx, touchesOf(one))
}

/** One batch and how far it has come, in one transaction: killed in between, the next one goes on behind it. */
async function goOn(context: Context): Promise<boolean> {
  return context.transaction(async tx => {
    const [one] = await tx.db
      .select()
      .from(rollCalls)
      .where(isNotNull(rollCalls.roundAt))
      .orderBy(rollCalls.told, rollCalls.id)
      .limit(1)
      .for('no key update')
    if (!one) return false
    // Closed or finished while it was waited for.
    if (one.roundAt === null) return true
    if (one.askedCount === null) await writePeople(tx, one)
    else await goThrough(tx, one)
    return true
  })
}

export async function deliverRollCalls(context: Context): Promise<void> {
  const until = performance.now() + turn
  while (performance.now() < until) if (!(await goOn(context))) return
  await beginRound(context)
}

/** Its time is over: who was where, and who needed help, is nobody's business any more. */
export async function sweepRollCalls(context: Context): Promise<void> {
  await context.transaction(async ({ db }) => {
    const gone = await db
      .delete(rollCalls)
      .where(lt(rollCalls.eraseAt, sql`now()`))
      .returning({ id: rollCalls.id })
    const ids = sql.param(gone.map(({ id }) => id))
    if (gone.length === 0) return
    await db.execute(sql`delete from notifications where kind like 'roll_call.%'
      and (params->>'rollCallId')::int = any(${ids}::int[])`)
    await db.execute(sql`delete from mail_outbox where kind like 'roll_call.%'
      and (params->>'rollCallId')::int = any(${ids}::int[])`)
  })
}
