import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { feeEntries, feeReceipts } from '#server/db/schema/fee-ledger.ts'
import { feeAccounts } from '#server/db/schema/fees.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { formatMoney } from '#shared/money/money.ts'

/** Lists the effect of a payment on each charge, so that the member can check the sum of the receipt. */
async function listItemsOfReceipt({ db }: Pick<Context, 'db'>, entryId: number) {
  const { rows } = await db.execute<{ name: string; amount: number }>(sql`
    select c.plan_name as name, -l.amount::float8 as amount from fee_lines l join fee_charges c on c.id = l.charge_id
     where l.entry_id = ${entryId} and l.side = 'receivable' order by c.due_on, c.id`)
  const { rows: credits } = await db.execute<{ amount: number }>(sql`
    select -sum(l.amount)::float8 as amount from fee_lines l where l.entry_id = ${entryId} and l.side = 'credit'`)
  return { items: rows, credited: credits[0]?.amount ?? 0 }
}

/** Queues the mail with a receipt to the member, in the transaction that books the payment. */
export async function queueReceiptMail(tx: Pick<Context, 'db'>, receiptId: number): Promise<void> {
  const { db } = tx
  const [found] = await db
    .select({
      receipt: feeReceipts,
      method: feeEntries.method,
      paidOn: feeEntries.paidOn,
      currency: feeAccounts.currency,
      id: users.id,
      email: users.email,
      erasedAt: users.erasedAt,
    })
    .from(feeReceipts)
    .innerJoin(feeEntries, eq(feeEntries.id, feeReceipts.entryId))
    .innerJoin(feeAccounts, eq(feeAccounts.id, feeEntries.accountId))
    .innerJoin(users, eq(users.id, feeAccounts.userId))
    .where(eq(feeReceipts.id, receiptId))
  if (!found || found.erasedAt) return
  const currency = found.currency as Currency
  const formatAmount = (amount: number) => formatMoney({ amount, currency })
  const { items, credited } = await listItemsOfReceipt(tx, found.receipt.entryId)
  const total = items.reduce((sum, { amount }) => sum + amount, credited)
  await queueMail(db, {
    to: [{ id: found.id, email: found.email }],
    kind: 'fee.receipt',
    params: {
      receiptId,
      code: found.receipt.code,
      payee: found.receipt.payeeName,
      paidOn: found.paidOn ?? '',
      method: found.method ?? '',
      total: formatAmount(total),
      items: JSON.stringify(items.map(({ name, amount }) => [name, formatAmount(amount)])),
      credited: credited > 0 ? formatAmount(credited) : '',
    },
  })
}
