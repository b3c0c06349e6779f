import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { giveWay } from '#server/concurrency/give-way.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { announcementsWithinReach } from '#server/db/reach.ts'
import { announcementRounds, announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { notify, touch } from '#server/events/events.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { can } from '#shared/policies.ts'
import { type Announcement, recordAbout, touchManagers } from './announcements.service.ts'
import { isReached } from './audience.queries.ts'

/** So many people a transaction: short enough that one that dies costs little, and holds up nobody. */
const atOnce = 500
/** Then others of the same runner have their turn (ms). */
const turn = 4000
/** One that failed is left alone for so long. */
const rest = '1 minute'
/** The sender's screen follows after so many. */
const shownEvery = 5000

type Round = typeof announcementRounds.$inferSelect

/** Whoever sent it may still do so: their right may have ended while it waited for its hour. */
async function isStillAllowed({ db }: Context, one: Announcement): Promise<boolean> {
  const [by] = await db
    .select()
    .from(users)
    .where(eq(users.id, one.sentBy ?? 0))
    .for('share')
  if (!by || by.erasedAt || !can(by, 'announcements.manage')) return false
  if (one.isUrgent && !can(by, 'announcements.urgent')) return false
  const [reached] = await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(eq(announcements.id, one.id), announcementsWithinReach(by)))
  return reached !== undefined
}

/** Nobody has been told: it is a draft again, and those who look after it see that. */
async function giveBack(tx: Context, one: Announcement): Promise<void> {
  await tx.db.delete(announcementRounds).where(eq(announcementRounds.announcementId, one.id))
  await tx.db
    .update(announcements)
    .set({ status: 'draft', sendAt: null, sentBy: null, updatedAt: sql`now()` })
    .where(eq(announcements.id, one.id))
  await recordAbout(tx, one, { kind: 'announcement.held', details: { byProgram: true } })
}

/** All of them by one statement and so at one moment: who joins later is not among them, who left before neither. */
async function writeRecipients(tx: Context, one: Announcement): Promise<void> {
  if (!(await isStillAllowed(tx, one))) return giveBack(tx, one)
  const { rowCount } = await tx.db.execute(sql`
    insert into announcement_recipients (announcement_id, user_id)
    select ${one.id}, ${users.id} from ${users} where ${isReached(one, one.audience)} order by ${users.id}`)
  await tx.db
    .update(announcements)
    .set({ recipientCount: rowCount ?? 0, sendAt: sql`now()` })
    .where(eq(announcements.id, one.id))
  await touchManagers(tx, one)
}

/** What was to go out by now. */
async function openDue(context: Context): Promise<void> {
  await context.transaction(async ({ db }) => {
    const due = await db
      .update(announcements)
      .set({ status: 'sending' })
      .where(and(eq(announcements.status, 'scheduled'), lte(announcements.sendAt, sql`now()`)))
      .returning({ announcementId: announcements.id })
    const rounds = due.map(({ announcementId }) => ({ announcementId, kind: 'tell' as const }))
    if (rounds.length > 0) await db.insert(announcementRounds).values(rounds)
  })
}

/** The next of those whom this round goes through. */
async function takeNext({ db }: Context, { announcementId, kind, upTo }: Round) {
  const { rows } = await db.execute<{ id: number; email: string; isHere: boolean }>(sql`
    select u.id, u.email, u.status = 'active' and u.erased_at is null as "isHere"
      from (select r.user_id from announcement_recipients r
             where r.announcement_id = ${announcementId} and r.user_id > ${upTo}
               and (${kind} <> 'remind' or r.read_at is null)
             order by r.user_id limit ${atOnce}) next join users u on u.id = next.user_id
     order by u.id`)
  return rows
}

/** What has not been seen goes from the bell, and what has not gone out from the mail. */
async function clear(tx: Context, one: Announcement, from: { id: number }[]): Promise<void> {
  const ids = from.map(({ id }) => id)
  const people = sql`any(${sql.param(ids)}::int[])`
  await tx.db.execute(sql`delete from notifications where user_id = ${people}
    and kind like 'announcement.%' and (params->>'announcementId')::int = ${one.id}`)
  await tx.db.execute(sql`delete from mail_outbox where user_id = ${people}
    and announcement_id = ${one.id} and status in ('queued', 'failed')`)
  await touch(tx, { topics: ['notifications'], to: { users: ids } })
}

async function tell(tx: Context, round: Round, one: Announcement, people: { id: number; email: string }[]) {
  const kind =
    round.kind === 'remind'
      ? 'announcement.reminder'
      : one.isUrgent
        ? 'announcement.urgent'
        : 'announcement.sent'
  const ids = people.map(({ id }) => id)
  await notify(tx, { users: ids, kind, params: { announcementId: one.id } })
  await queueMail(tx.db, { to: people, kind, announcementId: one.id })
  if (round.kind === 'tell') await touch(tx, { topics: ['announcements'], to: { users: ids } })
}

async function finish(tx: Context, round: Round): Promise<void> {
  if (round.kind !== 'tell') return
  await tx.db
    .update(announcements)
    .set({ status: 'sent' })
    .where(and(eq(announcements.id, round.announcementId), eq(announcements.status, 'sending')))
}

/** One batch of one round, and how far it has come, in one transaction. */
async function goThrough(tx: Context, round: Round, one: Announcement): Promise<void> {
  const next = await takeNext(tx, round)
  // What was told is taken back from everybody: who is away may come again.
  const people = next.filter(({ isHere }) => isHere || round.kind === 'clear')
  if (people.length > 0)
    await (round.kind === 'clear' ? clear(tx, one, people) : tell(tx, round, one, people))
  const isLast = next.length < atOnce
  const count = round.count + next.length
  await tx.db
    .update(announcementRounds)
    .set({ upTo: next.at(-1)?.id ?? round.upTo, count, ...(isLast && { finishedAt: sql`now()` }) })
    .where(eq(announcementRounds.id, round.id))
  if (isLast) await finish(tx, round)
  if (isLast || count % shownEvery === 0) await touchManagers(tx, one)
}

/** The urgent first, then those that have told the fewest: a large one does not hold up a small one. */
async function findOpen({ db }: Context) {
  const [open] = await db
    .select({ id: announcementRounds.id, announcementId: announcementRounds.announcementId })
    .from(announcementRounds)
    .innerJoin(announcements, eq(announcements.id, announcementRounds.announcementId))
    .where(
      and(
        isNull(announcementRounds.finishedAt),
        sql`coalesce(${announcementRounds.failedAt} < now() - ${rest}::interval, true)`,
      ),
    )
    .orderBy(sql`${announcements.isUrgent} desc`, announcementRounds.count, announcementRounds.id)
    .limit(1)
  return open
}

async function goOn(context: Context, open: { id: number; announcementId: number }): Promise<void> {
  await context.transaction(async tx => {
    // First the announcement and then its round, as whoever withdraws it does; and as they stand by then.
    const [one] = await tx.db
      .select()
      .from(announcements)
      .where(eq(announcements.id, open.announcementId))
      .for('no key update')
    const [round] = await tx.db
      .select()
      .from(announcementRounds)
      .where(and(eq(announcementRounds.id, open.id), isNull(announcementRounds.finishedAt)))
      .for('no key update')
    if (!one || !round) return
    if (round.kind === 'tell' && one.recipientCount === null) await writeRecipients(tx, one)
    else await goThrough(tx, round, one)
  })
}

/**
 * Whenever something is sent, and every minute: whatever a process that died left unfinished goes on there. Two of these
 * at once take turns, batch by batch. One that fails rests, and holds up no other.
 */
export async function deliverAnnouncements(context: Context): Promise<void> {
  await openDue(context)
  let failure: unknown
  const until = performance.now() + turn
  let open = await findOpen(context)
  while (open && performance.now() < until) {
    try {
      await goOn(context, open)
    } catch (error) {
      failure ??= error
      await context.db
        .update(announcementRounds)
        .set({ failedAt: sql`now()` })
        .where(eq(announcementRounds.id, open.id))
    }
    await giveWay()
    open = await findOpen(context)
  }
  if (open)
    await enqueue(context.db, 'deliver_announcements', [{ payload: {}, key: 'deliver_announcements' }])
  // So that whoever runs it hears of it.
  if (failure) throw failure
}
