// Lists the charges of a fee plan for fee managers, page by page sorted by member name, and exports them.
import type { Readable } from 'node:stream'
import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { feeAccounts, feeBooks, feeCharges } from '#server/db/schema/fees.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { countRowsUpToCap, readRowsInChunks } from '#server/db/sql/paging.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { type ExportColumns, exportRowsAsCsvOrXlsx } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import { requireFeePlan } from '#server/features/fees/plans/require-fee-plan.service.ts'
import { buildFeePlanInvalidation } from '#server/features/fees/plans/save-plan.service.ts'
import type { ChargesQuery, FeeExportQuery } from '#shared/contracts/fees/fees.schemas.ts'
import type { Currency } from '#shared/money/currencies.ts'
import { formatAmountAsDecimal } from '#shared/money/money.ts'
import { exportText } from '#texts/exports.ts'
import { hasWaitingSlip, isOverdue } from './charges.queries.ts'

const columns = {
  id: feeCharges.id,
  accountId: feeCharges.accountId,
  userId: users.id,
  fullName: users.fullName,
  membershipNumber: users.membershipNumber,
  profileImageUrl: buildImageUrlSql(users.profileImageId),
  period: feeCharges.period,
  currency: sql<Currency>`${feeCharges.currency}`,
  amount: feeCharges.amount,
  paid: feeCharges.paid,
  waived: feeCharges.waived,
  outstanding: feeCharges.outstanding,
  dueOn: feeCharges.dueOn,
  reference: feeCharges.reference,
  isOverdue,
  hasWaitingSlip,
}

/** Numbers of the receipts of fee payments that were not reversed. */
const receiptCodes = sql<string | null>`(
  select string_agg(r.code, ', ' order by r.id) from fee_lines l join fee_receipts r on r.entry_id = l.entry_id
   where l.charge_id = ${feeCharges.id} and l.side = 'receivable'
     and not exists (select from fee_entries v where v.reverses_id = l.entry_id))`

const selectPlanCharges = ({ db }: SignedInContext, where: SQL | undefined) =>
  db
    .select({ ...columns, receipts: receiptCodes })
    .from(feeCharges)
    .innerJoin(feeAccounts, eq(feeAccounts.id, feeCharges.accountId))
    .innerJoin(users, eq(users.id, feeAccounts.userId))
    .innerJoin(feeBooks, eq(feeBooks.id, feeCharges.bookId))
    .leftJoin(clubs, eq(clubs.id, feeBooks.clubId))
    .where(where)
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectPlanCharges>>[number]

const stateConditions: Record<NonNullable<ChargesQuery['state']>, SQL> = {
  open: sql`${feeCharges.outstanding} > 0`,
  overdue: isOverdue,
  paid: sql`${feeCharges.outstanding} = 0 and ${feeCharges.paid} > 0`,
  waived: sql`${feeCharges.outstanding} = 0 and ${feeCharges.paid} = 0`,
}

function buildChargeFilter(
  planId: number,
  { period, state, search }: Omit<FeeExportQuery, 'format'>,
): SQL | undefined {
  const pattern = search ? `%${escapeLikePattern(search)}%` : undefined
  return and(
    eq(feeCharges.planId, planId),
    period ? eq(feeCharges.period, period) : undefined,
    state ? stateConditions[state] : undefined,
    pattern
      ? or(
          sql`${users.fullName} ilike ${pattern}`,
          sql`${users.membershipNumber} ilike ${pattern}`,
          sql`${feeCharges.reference} ilike ${pattern}`,
        )
      : undefined,
  )
}

export async function listPlanCharges(context: SignedInContext, planId: number, query: ChargesQuery) {
  await requireFeePlan(context, planId, 'fees.view')
  const where = buildChargeFilter(planId, query)
  const { page, pageSize } = query
  const rows = await selectPlanCharges(context, where)
    .orderBy(asc(users.fullName), asc(feeCharges.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, ...(await countRowsUpToCap(context.db, selectPlanCharges(context, where), query)) }
}

function buildChargeExportColumns(): ExportColumns<Row> {
  const titles = exportText.fees
  const createAmountFormatter = (column: 'amount' | 'paid' | 'waived' | 'outstanding') => (row: Row) =>
    formatAmountAsDecimal({ amount: row[column], currency: row.currency })
  return [
    [titles.fullName, row => row.fullName],
    [titles.membershipNumber, row => row.membershipNumber],
    [titles.period, row => row.period],
    [titles.reference, row => row.reference],
    [titles.dueOn, row => row.dueOn],
    [titles.currency, row => row.currency],
    [titles.amount, createAmountFormatter('amount')],
    [titles.waived, createAmountFormatter('waived')],
    [titles.paid, createAmountFormatter('paid')],
    [titles.outstanding, createAmountFormatter('outstanding')],
    [titles.receipts, row => row.receipts],
  ]
}

/** Exports the charges of a fee plan. The audit event is recorded before the first row is sent. */
export async function exportPlanCharges(
  context: SignedInContext,
  planId: number,
  { format, ...filters }: FeeExportQuery,
): Promise<Readable> {
  await context.transaction(async tx => {
    const { book } = await requireFeePlan(tx, planId, 'fees.view')
    const { touches: _, ...subject } = buildFeePlanInvalidation(book)
    await recordAuditEvent(tx, { kind: 'fee.exported', ...subject, details: { planId, format } })
  })
  const chunks = readRowsInChunks<Row>(async (last, limit) => {
    const reauthorized = await context.reauthorize()
    await requireFeePlan(reauthorized, planId, 'fees.view')
    const where = and(buildChargeFilter(planId, filters), last ? gt(feeCharges.id, last.id) : undefined)
    return selectPlanCharges(reauthorized, where).orderBy(asc(feeCharges.id)).limit(limit)
  })
  return exportRowsAsCsvOrXlsx(exportText.fees.sheet, format, buildChargeExportColumns(), chunks)
}
