import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { feePlans } from '#server/db/schema/fees.ts'
import { conflict } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type { FeeBook } from '#server/features/fees/books/fee-books.queries.ts'
import { ensureFeeBook } from '#server/features/fees/books/fee-books.service.ts'
import type { NewPlanBody, PlanBody } from '#shared/contracts/fees/fee-plans.schemas.ts'
import { requireLockedFeePlan } from './require-fee-plan.service.ts'

/** Audit target and invalidated screens of a change to a plan: those of the managers of its club or country. */
export const describePlanChange = ({ clubId, placeCountry }: FeeBook) => ({
  ...(clubId === null
    ? { country: placeCountry }
    : { target: { type: 'club' as const, id: clubId, country: placeCountry } }),
  touches: { topics: ['fees' as const], to: { reach: { country: placeCountry, clubId } } },
})

export async function createPlan(
  context: SignedInContext,
  { clubId, country, ...plan }: NewPlanBody,
): Promise<number> {
  return context.transaction(async tx => {
    const book = await ensureFeeBook(tx, { clubId, country })
    const [created] = await tx.db
      .insert(feePlans)
      .values({ ...plan, bookId: book.id, createdBy: tx.actor.id })
      .returning({ id: feePlans.id })
    if (!created) throw new Error('createPlan: inserting the plan returned no row')
    await recordAuditEvent(tx, {
      kind: 'fee.plan_created',
      ...describePlanChange(book),
      details: { planId: created.id, amount: plan.amount, currency: plan.currency },
    })
    return created.id
  })
}

/** Changes an open plan. Charges and receipts keep the name and amount with which they were made. */
export async function updatePlan(context: SignedInContext, planId: number, body: PlanBody): Promise<void> {
  await context.transaction(async tx => {
    const { plan, book } = await requireLockedFeePlan(tx, planId)
    if (plan.closedAt) throw conflict('fee_plan_closed')
    await tx.db
      .update(feePlans)
      .set({ ...body, updatedAt: sql`now()` })
      .where(eq(feePlans.id, planId))
    await recordAuditEvent(tx, {
      kind: 'fee.plan_updated',
      ...describePlanChange(book),
      details: { planId, amountBefore: plan.amount, amount: body.amount },
    })
  })
}

/** Closes a plan, which then charges nobody any more. Open charges stay. */
export async function closePlan(context: SignedInContext, planId: number): Promise<void> {
  await context.transaction(async tx => {
    const { plan, book } = await requireLockedFeePlan(tx, planId)
    if (plan.closedAt) throw conflict('fee_plan_closed')
    await tx.db.update(feePlans).set({ closedAt: sql`now()` }).where(eq(feePlans.id, planId))
    await recordAuditEvent(tx, { kind: 'fee.plan_closed', ...describePlanChange(book), details: { planId } })
  })
}
