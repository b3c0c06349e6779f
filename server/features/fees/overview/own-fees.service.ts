import { and, eq, gt, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { feeAccounts, feeBooks, feeCharges } from '#server/db/schema/fees.ts'
import type { OwnFees } from '#shared/contracts/fees/fees.schemas.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { sumMoneyPerCurrency } from '#shared/money/money.ts'
import { buildVoteBlockedByFeesSql, findFeeCharges } from './charges.queries.ts'

/** Returns what fees the caller owes, has paid and has overpaid, by club, country and headquarters. */
export async function readOwnFees({ db, actor }: SignedInContext): Promise<OwnFees> {
  const charges = await findFeeCharges(db, eq(feeAccounts.userId, actor.id))
  const credit = await db
    .select({
      amount: feeAccounts.credit,
      currency: feeAccounts.currency,
      clubName: clubs.name,
      country: feeBooks.country,
    })
    .from(feeAccounts)
    .innerJoin(feeBooks, eq(feeBooks.id, feeAccounts.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .where(and(eq(feeAccounts.userId, actor.id), gt(feeAccounts.credit, 0)))
  const { rows } = await db.execute<{ isVoteBlocked: boolean }>(
    sql`select ${buildVoteBlockedByFeesSql(actor.id)} as "isVoteBlocked"`,
  )
  return {
    isVoteBlocked: rows[0]?.isVoteBlocked ?? false,
    outstanding: sumMoneyPerCurrency(
      charges
        .filter(charge => charge.outstanding > 0)
        .map(({ outstanding, currency }) => ({ amount: outstanding, currency })),
    ),
    credit: credit.map(({ amount, currency, ...collector }) => ({
      amount,
      currency: currency as Currency,
      collector,
    })),
    charges,
  }
}

/** Lists the caller's unpaid charges for the dashboard: at most three, earliest due date first. */
export async function listOwnUnpaidFees({ db, actor }: SignedInContext) {
  const charges = await findFeeCharges(
    db,
    and(eq(feeAccounts.userId, actor.id), gt(feeCharges.outstanding, 0)),
  )
  return charges
    .slice(0, 3)
    .map(({ id, planName, outstanding, currency, dueOn, isOverdue, hasWaitingSlip }) => ({
      id,
      planName,
      outstanding,
      currency,
      dueOn,
      isOverdue,
      hasWaitingSlip,
    }))
}
