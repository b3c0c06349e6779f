import { and, desc, eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { feeSlips } from '#server/db/schema/fee-payments.ts'
import { feeAccounts, feeBooks, feeCharges } from '#server/db/schema/fees.ts'
import { notFound } from '#server/errors.ts'
import { findActivePayee } from '#server/features/fees/payees/payees.queries.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { buildPaymentQrCodeContent } from '#shared/payments/payment-qr.ts'

/** Returns a fee charge of the caller with its fee account and collector, or throws 404. */
export async function requireFeeChargeOfCaller(
  { db, actor }: Pick<SignedInContext, 'db' | 'actor'>,
  id: number,
) {
  const [found] = await db
    .select({
      charge: feeCharges,
      clubName: clubs.name,
      clubId: feeBooks.clubId,
      country: feeBooks.country,
      clubCountry: clubs.country,
    })
    .from(feeCharges)
    .innerJoin(feeAccounts, eq(feeAccounts.id, feeCharges.accountId))
    .innerJoin(feeBooks, eq(feeBooks.id, feeCharges.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .where(and(eq(feeCharges.id, id), eq(feeAccounts.userId, actor.id)))
  if (!found) throw notFound()
  return found
}

/**
 * Reads how the caller can pay a charge: payee account, QR code with amount and reference, and transfer slips so far.
 */
export async function readPaymentInstructions(context: SignedInContext, chargeId: number) {
  const { db } = context
  const { charge, clubName, country } = await requireFeeChargeOfCaller(context, chargeId)
  const currency = charge.currency as Currency
  const active = await findActivePayee(db, charge.bookId, currency)
  const slips = await db
    .select()
    .from(feeSlips)
    .where(eq(feeSlips.chargeId, chargeId))
    .orderBy(desc(feeSlips.id))
    .limit(20)
  const payee = active && { ...active.payee, currency }
  const money = { amount: charge.outstanding, currency }
  return {
    charge: { ...charge, currency, collector: { clubName, country } },
    payee: payee ?? null,
    qr: payee ? buildPaymentQrCodeContent(payee, money, charge.reference) : null,
    payeeChangedAt: active?.changedAt ?? null,
    slips,
  }
}
