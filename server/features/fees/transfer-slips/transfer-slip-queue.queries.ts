import { and, asc, count, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { feeReceipts } from '#server/db/schema/fee-ledger.ts'
import { feeSlips } from '#server/db/schema/fee-payments.ts'
import { feeAccounts, feeBooks, feeCharges } from '#server/db/schema/fees.ts'
import { filterFeeBooksByScope } from '#server/features/fees/books/fee-books.queries.ts'
import type { TransferSlipQuery } from '#shared/contracts/fees/transfer-slips.schemas.ts'
import { type Currency, currencies } from '#shared/money/currencies.ts'
import { can } from '#shared/policies.ts'

/** Maximum number of earlier transfer slips with the same file that the review of a transfer slip lists. */
const maxRepeats = 5

const isRepeated = sql<boolean>`exists (select from fee_slips other
  where other.checksum = ${feeSlips.checksum} and other.id <> ${feeSlips.id} and other.status <> 'withdrawn')`

/**
 * Casts a stored currency code to the type of known currencies. Throws for an unknown code, which means a damaged row.
 */
export function requireKnownCurrencyCode(code: string): Currency {
  const known = currencies.find(currency => currency === code)
  if (!known) throw new Error(`fees: unknown currency ${code}`)
  return known
}

/** Selects transfer slips with member, fee account, fee collector and charge. */
function selectTransferSlips(db: Db) {
  return db
    .select({
      slip: feeSlips,
      userId: feeAccounts.userId,
      credit: feeAccounts.credit,
      currency: feeAccounts.currency,
      fullName: users.fullName,
      membershipNumber: users.membershipNumber,
      currentCountry: users.currentCountry,
      bookId: feeBooks.id,
      clubId: feeBooks.clubId,
      country: feeBooks.country,
      clubName: clubs.name,
      clubCountry: clubs.country,
      planName: feeCharges.planName,
      outstanding: feeCharges.outstanding,
      isRepeated,
    })
    .from(feeSlips)
    .innerJoin(feeAccounts, eq(feeAccounts.id, feeSlips.accountId))
    .innerJoin(users, eq(users.id, feeAccounts.userId))
    .innerJoin(feeBooks, eq(feeBooks.id, feeAccounts.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .leftJoin(feeCharges, eq(feeCharges.id, feeSlips.chargeId))
}

/** Selects the transfer slips (proofs of payment) in the scope of the caller, except the caller's own. */
export async function findTransferSlips(
  { db, actor }: SignedInContext,
  condition: SQL | undefined,
  limit: number,
) {
  return selectTransferSlips(db)
    .where(and(condition, filterFeeBooksByScope(actor, 'fees.manage')))
    .orderBy(asc(feeSlips.createdAt), asc(feeSlips.id))
    .limit(limit)
}

type FoundTransferSlip = Awaited<ReturnType<typeof findTransferSlips>>[number]

export function convertTransferSlipRowToResponse({ slip, clubName, country, ...row }: FoundTransferSlip) {
  return {
    ...slip,
    ...row,
    currency: requireKnownCurrencyCode(row.currency),
    collector: { clubName, country },
  }
}

/** SQL condition for paging: the transfer slip was uploaded after the transfer slip with the id `slipId`. */
const buildUploadedAfterCondition = (slipId: number) =>
  sql`(${feeSlips.createdAt}, ${feeSlips.id}) > (select s.created_at, s.id from fee_slips s where s.id = ${slipId})`

/** SQL condition: the transfer slip waits for a decision, which its own payer may not make. */
const buildDecidableByCondition = (userId: number) =>
  and(eq(feeSlips.status, 'waiting'), ne(feeAccounts.userId, userId))

/** Counts the waiting transfer slips that the caller may decide. Callers who manage no fees get 0. */
export async function countTransferSlipsAwaitingReview({ db, actor }: SignedInContext): Promise<number> {
  if (!can(actor, 'fees.manage')) return 0
  const [counted] = await db
    .select({ total: count() })
    .from(feeSlips)
    .innerJoin(feeAccounts, eq(feeAccounts.id, feeSlips.accountId))
    .innerJoin(feeBooks, eq(feeBooks.id, feeAccounts.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .where(and(buildDecidableByCondition(actor.id), filterFeeBooksByScope(actor, 'fees.manage')))
  return counted?.total ?? 0
}

/** Lists the longest waiting transfer slips that the caller may decide, and counts all waiting ones. */
export async function listTransferSlipsAwaitingReview(
  context: SignedInContext,
  { after, limit }: TransferSlipQuery,
) {
  const { actor } = context
  const isWaiting = buildDecidableByCondition(actor.id)
  const rows = await findTransferSlips(
    context,
    and(isWaiting, after ? buildUploadedAfterCondition(after) : undefined),
    limit,
  )
  return {
    total: await countTransferSlipsAwaitingReview(context),
    rows: rows.map(convertTransferSlipRowToResponse),
  }
}

/** Lists the unpaid charges of a fee account by due date; the charge that a transfer slip names comes first. */
export async function listUnpaidChargesForTransferSlip(db: Db, accountId: number, chargeId: number | null) {
  const rows = await db
    .select()
    .from(feeCharges)
    .where(and(eq(feeCharges.accountId, accountId), gt(feeCharges.outstanding, 0)))
    .orderBy(sql`${feeCharges.id} is distinct from ${chargeId}::int`, feeCharges.dueOn, feeCharges.id)
    .limit(20)
  return rows.map(charge => ({ ...charge, chargeId: charge.id }))
}

/** Lists the other transfer slips for which the same file was uploaded, within the scope of the caller. */
export async function listTransferSlipsWithSameFile(
  { db, actor }: SignedInContext,
  slip: { id: number; checksum: string },
) {
  return db
    .select({
      id: feeSlips.id,
      fullName: users.fullName,
      status: feeSlips.status,
      createdAt: feeSlips.createdAt,
      receiptCode: feeReceipts.code,
    })
    .from(feeSlips)
    .innerJoin(feeAccounts, eq(feeAccounts.id, feeSlips.accountId))
    .innerJoin(users, eq(users.id, feeAccounts.userId))
    .innerJoin(feeBooks, eq(feeBooks.id, feeAccounts.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .leftJoin(feeReceipts, eq(feeReceipts.entryId, feeSlips.entryId))
    .where(
      and(
        eq(feeSlips.checksum, slip.checksum),
        ne(feeSlips.id, slip.id),
        ne(feeSlips.status, 'withdrawn'),
        filterFeeBooksByScope(actor, 'fees.manage'),
      ),
    )
    .orderBy(feeSlips.id)
    .limit(maxRepeats)
}

/** Returns a fee collector's next receipt number, which contains the year in the time zone of the collector. */
export async function readNextReceiptNumberOfFeeBook(db: Db, bookId: number): Promise<string> {
  const { rows } = await db.execute<{ code: string }>(sql`
    with book as (
      select b.id, b.code, extract(year from now() at time zone coalesce(c.time_zone, b.time_zone))::int as year
        from fee_books b left join clubs c on c.id = b.club_id where b.id = ${bookId})
    select book.code || '-' || book.year || '-' || lpad(next::text, greatest(5, length(next::text)), '0') as code
      from book cross join lateral (select coalesce((select k.last_number from fee_receipt_counters k
        where k.book_id = book.id and k.year = book.year), 0) + 1 as next) n`)
  return rows[0]?.code ?? ''
}
