import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { feePlans } from '#server/db/schema/fees.ts'
import { badInput, conflict } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type { FeeBook } from '#server/features/fees/books/fee-books.queries.ts'
import { findOrCreateFeeBook } from '#server/features/fees/books/fee-books.service.ts'
import { findConditionsOfSegment } from '#server/segments/find-conditions-of-segment.queries.ts'
import type { NewPlanBody, PlanAudience, PlanBody } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { can } from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'
import { lockAndRequireFeePlan } from './require-fee-plan.service.ts'

/** After a change of a fee plan, the managers of its club or country see the audit event and a refreshed screen. */
export const buildFeePlanInvalidation = ({ clubId, placeCountry }: FeeBook) => ({
  ...(clubId === null
    ? { country: placeCountry }
    : { target: { type: 'club' as const, id: clubId, country: placeCountry } }),
  touches: { topics: ['fees' as const], to: { reach: { country: placeCountry, clubId } } },
})

/**
 * Throws 400 unless the segment of the audience belongs to the fee collector and the caller may use segments. A caller
 * who may not use segments, such as a treasurer, can save a plan whose segment stays unchanged.
 */
async function requirePlanSegment(
  { db, actor }: SignedInContext,
  { clubId, country }: FeeBook,
  { audience, before }: { audience: PlanAudience; before?: PlanAudience },
): Promise<void> {
  const { segmentId } = audience
  if (segmentId === undefined || segmentId === before?.segmentId) return
  const place = { clubId, country }
  const isKnown = can(actor, 'segments.use') && (await findConditionsOfSegment(db, segmentId, place))
  if (!isKnown) throw badInput({ audience: fieldTexts.invalid })
}

export async function createFeePlan(
  context: SignedInContext,
  { clubId, country, ...plan }: NewPlanBody,
): Promise<number> {
  return context.transaction(async tx => {
    const book = await findOrCreateFeeBook(tx, { clubId, country })
    await requirePlanSegment(tx, book, plan)
    const [created] = await tx.db
      .insert(feePlans)
      .values({ ...plan, bookId: book.id, createdBy: tx.actor.id })
      .returning({ id: feePlans.id })
    if (!created) throw new Error('createFeePlan: inserting the plan returned no row')
    await recordAuditEvent(tx, {
      kind: 'fee.plan_created',
      ...buildFeePlanInvalidation(book),
      details: { planId: created.id, amount: plan.amount, currency: plan.currency },
    })
    return created.id
  })
}

/** Changes an open fee plan. Existing charges and receipts keep their name and amount. */
export async function updateFeePlan(context: SignedInContext, planId: number, body: PlanBody): Promise<void> {
  await context.transaction(async tx => {
    const { plan, book } = await lockAndRequireFeePlan(tx, planId)
    if (plan.closedAt) throw conflict('fee_plan_closed')
    await requirePlanSegment(tx, book, { audience: body.audience, before: plan.audience })
    await tx.db
      .update(feePlans)
      .set({ ...body, updatedAt: sql`now()` })
      .where(eq(feePlans.id, planId))
    await recordAuditEvent(tx, {
      kind: 'fee.plan_updated',
      ...buildFeePlanInvalidation(book),
      details: { planId, amountBefore: plan.amount, amount: body.amount },
    })
  })
}

/** Closes a fee plan, which then charges nobody any more. Unpaid charges stay due. */
export async function closeFeePlan(context: SignedInContext, planId: number): Promise<void> {
  await context.transaction(async tx => {
    const { plan, book } = await lockAndRequireFeePlan(tx, planId)
    if (plan.closedAt) throw conflict('fee_plan_closed')
    await tx.db.update(feePlans).set({ closedAt: sql`now()` }).where(eq(feePlans.id, planId))
    await recordAuditEvent(tx, {
      kind: 'fee.plan_closed',
      ...buildFeePlanInvalidation(book),
      details: { planId },
    })
  })
}
