// Returns the receipt of a fee payment to the member who paid and to the managers of the fees.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { feeEntries, feePayers, feeReceipts } from '#server/db/schema/fee-ledger.ts'
import { feeAccounts, feeBooks } from '#server/db/schema/fees.ts'
import { notFound } from '#server/errors.ts'
import { bookTimeZone, filterFeeBooksByScope } from '#server/features/fees/books/fee-books.queries.ts'
import type { Receipt } from '#shared/contracts/fees/fees.schemas.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { getPersonName } from '#shared/names/stored-names.ts'
import { can } from '#shared/policies.ts'

function buildReceiptVisibleToCondition(actor: SignedInContext['actor']): SQL {
  const isOwn = eq(feeAccounts.userId, actor.id)
  const isInScope = can(actor, 'fees.view')
    ? (filterFeeBooksByScope(actor, 'fees.view') ?? sql`true`)
    : sql`false`
  return sql`(${isOwn} or ${isInScope})`
}

/** SQL: sum of the payment's ledger lines on one side (debit or credit). */
const buildSumOfLedgerSideSql = (side: 'money' | 'credit') =>
  sql<number>`coalesce((select sum(l.amount) from fee_lines l where l.entry_id = ${feeReceipts.entryId} and l.side = ${side}), 0)::float8`

const receiptColumns = {
  id: feeReceipts.id,
  entryId: feeReceipts.entryId,
  code: feeReceipts.code,
  createdAt: feeReceipts.createdAt,
  payeeName: feeReceipts.payeeName,
  payerName: feePayers.fullName,
  payerNumber: feePayers.membershipNumber,
  userName: users.fullName,
  userNumber: users.membershipNumber,
  userId: feeAccounts.userId,
  currency: sql<Currency>`${feeAccounts.currency}`,
  amount: buildSumOfLedgerSideSql('money'),
  credit: buildSumOfLedgerSideSql('credit'),
  method: feeEntries.method,
  paidOn: feeEntries.paidOn,
  timeZone: bookTimeZone,
  bookedBy: sql<string | null>`(select u.full_name from users u where u.id = ${feeEntries.madeBy})`,
  isReversed: sql<boolean>`exists (select from fee_entries v where v.reverses_id = ${feeEntries.id})`,
}

/**
 * Lists the charges that a payment paid, each with earlier payments and waivers. Later ledger entries are ignored, so
 * a receipt never changes.
 */
async function listReceiptItems({ db }: SignedInContext, entryId: number): Promise<Receipt['items']> {
  const { rows } = await db.execute<Receipt['items'][number] & Record<string, unknown>>(sql`
    select c.plan_name as "planName", c.period, c.reference, c.amount::float8 as charged, (-l.amount)::float8 as paid,
           coalesce((select -sum(b.amount) from fee_lines b join fee_entries e on e.id = b.entry_id left join fee_entries r on r.id = e.reverses_id
             where b.charge_id = c.id and b.side = 'receivable' and b.entry_id < ${entryId}
               and coalesce(r.kind, e.kind) in ('payment', 'credit')), 0)::float8 as "paidBefore",
           coalesce((select json_agg(json_build_object('reason', n.reason, 'amount', -b.amount) order by b.id)
              from fee_lines b join fee_entries e on e.id = b.entry_id left join fee_reasons n on n.entry_id = e.id
             where b.charge_id = c.id and b.side = 'receivable' and b.entry_id < ${entryId} and e.kind in ('waiver', 'reduction')
               and not exists (select from fee_entries v where v.reverses_id = e.id and v.id < ${entryId})), '[]') as reductions
      from fee_lines l join fee_charges c on c.id = l.charge_id
     where l.entry_id = ${entryId} and l.side = 'receivable' order by l.id`)
  return rows
}

/**
 * Returns a receipt of the caller, or of a fee collector (such as a club) in the caller's scope. Throws 404 otherwise.
 */
export async function readReceipt(context: SignedInContext, receiptId: number) {
  const [row] = await context.db
    .select(receiptColumns)
    .from(feeReceipts)
    .innerJoin(feeEntries, eq(feeEntries.id, feeReceipts.entryId))
    .innerJoin(feeAccounts, eq(feeAccounts.id, feeEntries.accountId))
    .innerJoin(users, eq(users.id, feeAccounts.userId))
    .innerJoin(feeBooks, eq(feeBooks.id, feeReceipts.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .leftJoin(feePayers, eq(feePayers.receiptId, feeReceipts.id))
    .where(and(eq(feeReceipts.id, receiptId), buildReceiptVisibleToCondition(context.actor)))
  if (!row?.method || !row.paidOn) throw notFound()
  const {
    entryId,
    payerName,
    payerNumber,
    userName,
    userNumber,
    userId,
    credit,
    method,
    paidOn,
    ...receipt
  } = row
  return {
    ...receipt,
    method,
    paidOn,
    bookedBy: receipt.bookedBy === null ? null : getPersonName(receipt.bookedBy),
    payerName: payerName ?? userName,
    membershipNumber: payerName === null ? userNumber : payerNumber,
    credited: -credit,
    isOwn: userId === context.actor.id,
    items: await listReceiptItems(context, entryId),
  }
}
