// Charging of a fee plan: charges all members who owe the fee of a period, in batches with stored progress.
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { feeBooks, feePlans, feeRaisings } from '#server/db/schema/fees.ts'
import { badInput, conflict } from '#server/errors.ts'
import { invalidateClientCache, notifyUsers, recordAuditEvent } from '#server/events/events.service.ts'
import { selectFeeBooks } from '#server/features/fees/books/fee-books.queries.ts'
import { minDaysUntilDue } from '#shared/contracts/fees/fee-kinds.ts'
import type { ChargePlanMembersBody } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { fieldTexts } from '#texts/errors.ts'
import {
  insertFeeAccountsAndCharges,
  insertFeeReductions,
  payChargesFromCredit,
  type Raising,
  readMembersToCharge,
} from './charge-members.queries.ts'
import { lockAndRequireFeePlan, validatePeriodMatchesFeePlan } from './require-fee-plan.service.ts'
import { buildFeePlanInvalidation } from './save-plan.service.ts'

/**
 * Number of members charged with a fee per transaction. The request charges the first batch; a background
 * job charges the remaining members.
 */
const batchSize = 500
/** Time (ms) after which the charging job yields to other jobs of the worker and queues itself again. */
const timeSlice = 4000

const enqueueFeeCharging = (db: Db) => enqueueJobs(db, 'raise_fees', [{ payload: {}, key: 'raise_fees' }])

/** Charges the next batch of members and stores the progress. Returns the number of new charges. */
async function chargeNextBatchOfMembers(
  tx: Context,
  current: Raising,
): Promise<{ charged: number; isFinished: boolean }> {
  const { db } = tx
  const members = await readMembersToCharge(db, current, batchSize)
  const owing = members.filter(member => !member.isCharged)
  const charges = await insertFeeAccountsAndCharges(
    db,
    current,
    owing.map(({ id }) => id),
  )
  const reductions = new Map(owing.map(({ id, reduction }) => [id, reduction]))
  const reduced = charges.flatMap(charge => {
    const reduction = reductions.get(charge.userId) ?? null
    return reduction === null ? [] : [{ ...charge, reduction }]
  })
  await insertFeeReductions(db, current, reduced)
  await payChargesFromCredit(db, charges)
  const users = charges.map(({ userId }) => userId)
  await notifyUsers(tx, { users, kind: 'fee.charged', params: { planId: current.plan.id } })
  if (users.length > 0) await invalidateClientCache(tx, { topics: ['fees'], to: { users } })
  const isFinished = members.length < batchSize
  await db
    .update(feeRaisings)
    .set({
      upTo: members.at(-1)?.id ?? current.raising.upTo,
      charged: current.raising.charged + charges.length,
      ...(isFinished && { finishedAt: sql`now()` }),
    })
    .where(eq(feeRaisings.id, current.raising.id))
  return { charged: charges.length, isFinished }
}

/** Throws 400 when the due date leaves members too little time to pay or is more than two years away. */
async function requireFutureDueDate({ db }: SignedInContext, today: string, dueOn: string): Promise<void> {
  const { rows } = await db.execute<{ isAllowed: boolean }>(sql`
    select ${dueOn}::date - ${today}::date between ${minDaysUntilDue}::int and 731 as "isAllowed"`)
  if (!rows[0]?.isAllowed) throw badInput({ dueOn: fieldTexts.dueTooSoon })
}

/**
 * Stores that the fee of a period is being charged, or charges it again for members who have joined since. An
 * unfinished charging keeps its due date, so a repeated request gives no member another due date.
 */
async function startChargingPlan(
  { db, actor }: SignedInContext,
  planId: number,
  { period, dueOn }: ChargePlanMembersBody,
) {
  const [started] = await db
    .insert(feeRaisings)
    .values({ planId, period, dueOn, raisedBy: actor.id })
    .onConflictDoUpdate({
      target: [feeRaisings.planId, feeRaisings.period],
      set: { dueOn, raisedBy: actor.id, upTo: 0, finishedAt: null },
      setWhere: isNotNull(feeRaisings.finishedAt),
    })
    .returning()
  if (started) return started
  const [raising] = await db
    .select()
    .from(feeRaisings)
    .where(and(eq(feeRaisings.planId, planId), eq(feeRaisings.period, period)))
  if (!raising) throw new Error('startCharging: the raising is neither new nor stored')
  return raising
}

/**
 * Charges the members of a plan for a period. Members who have a charge for the period are skipped, so a repeated call
 * charges only members who have come to owe the fee since. The plan is locked, so that concurrent calls run one after
 * the other.
 */
export async function chargePlanMembers(
  context: SignedInContext,
  planId: number,
  body: ChargePlanMembersBody,
) {
  return context.transaction(async tx => {
    const { plan, book } = await lockAndRequireFeePlan(tx, planId)
    validatePeriodMatchesFeePlan(plan, body.period)
    if (plan.closedAt) throw conflict('fee_plan_closed')
    await requireFutureDueDate(tx, book.today, body.dueOn)
    const raising = await startChargingPlan(tx, planId, body)
    const result = await chargeNextBatchOfMembers(tx, { plan, book, raising })
    if (!result.isFinished) await enqueueFeeCharging(tx.db)
    await recordAuditEvent(tx, {
      kind: 'fee.raised',
      ...buildFeePlanInvalidation(book),
      details: { planId, period: body.period, dueOn: body.dueOn, charged: result.charged },
    })
    return result
  })
}

/** Charges the next batch of members for a plan's oldest unfinished period. Returns false without such a period. */
async function continueFeeCharging(context: Context): Promise<boolean> {
  return context.transaction(async tx => {
    const { db } = tx
    const [next] = await db
      .select({ planId: feeRaisings.planId })
      .from(feeRaisings)
      .where(isNull(feeRaisings.finishedAt))
      .orderBy(asc(feeRaisings.id))
      .limit(1)
    if (!next) return false
    const [plan] = await db.select().from(feePlans).where(eq(feePlans.id, next.planId)).for('no key update')
    const [raising] = await db
      .select()
      .from(feeRaisings)
      .where(sql`${feeRaisings.planId} = ${next.planId} and ${feeRaisings.finishedAt} is null`)
      .limit(1)
    // While this transaction waited for the lock on the fee plan, another instance charged the remaining members.
    if (!plan || !raising) return true
    if (plan.closedAt) {
      await db.update(feeRaisings).set({ finishedAt: sql`now()` }).where(eq(feeRaisings.id, raising.id))
      return true
    }
    const [book] = await selectFeeBooks(db).where(eq(feeBooks.id, plan.bookId))
    if (!book) throw new Error('continueRaising: the plan has no book')
    await chargeNextBatchOfMembers(tx, { plan, book, raising })
    await invalidateClientCache(tx, buildFeePlanInvalidation(book).touches)
    return true
  })
}

/** Job that resumes unfinished runs of charging members. A batch repeated after a crash skips existing charges. */
export async function resumeUnfinishedFeeCharging(context: Context): Promise<void> {
  const deadline = performance.now() + timeSlice
  while (performance.now() < deadline) if (!(await continueFeeCharging(context))) return
  await enqueueFeeCharging(context.db)
}
