import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { feeBooks, feeCharges } from '#server/db/schema/fees.ts'
import { bookCountry, filterFeeBooksByScope } from '#server/features/fees/books/fee-books.queries.ts'
import { defaultPeriod } from '#shared/analytics-categories.ts'
import type { AnalyticsQuery, FeeAnalytics } from '#shared/contracts/analytics/analytics.schemas.ts'
import { currencies } from '#shared/money/currencies.ts'
import { listMonthsUpTo } from '#shared/time/kuala-lumpur-calendar.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { type AnalyticsScope, validateAnalyticsFilter } from './analytics-scope.service.ts'

/** Maximum number of fee collectors (clubs, countries or headquarters) that the analytics list per currency. */
const maxCollectors = 20

type FeeShare = FeeAnalytics[number]['total']

interface FeeRow extends FeeShare, Record<string, unknown> {
  /** Bit mask of SQL grouping(): 4, 2 or 1 is set when not grouped by collector, country or month. */
  grouping: number
  currency: string
  bookId: number | null
  clubName: string | null
  bookCountry: string | null
  country: string | null
  month: string | null
}

const groupings = { total: 7, collector: 3, country: 5, month: 6 }

function buildFeeScopeCondition({ country, clubId }: AnalyticsScope): SQL | undefined {
  if (clubId) return eq(feeBooks.clubId, clubId)
  return country ? sql`${bookCountry} = ${country}` : undefined
}

const month = sql`to_char(${feeCharges.createdAt} at time zone ${sql.raw(`'${headquartersTimeZone}'`)}, 'YYYY-MM')`

/** Sums fee charges per currency, and within it per club, country and month, in one scan of the table. */
async function readPaidShares({ db, actor }: SignedInContext, place: AnalyticsScope): Promise<FeeRow[]> {
  const where = and(buildFeeScopeCondition(place), filterFeeBooksByScope(actor, 'fees.view')) ?? sql`true`
  const { rows } = await db.execute<FeeRow>(sql`
    with shares as (
      select ${feeCharges.currency} as currency, ${feeBooks.id} as book, ${bookCountry} as country, ${month} as month,
             sum(${feeCharges.amount} - ${feeCharges.waived}) as due, sum(${feeCharges.paid}) as paid,
             count(*) filter (where ${feeCharges.amount} > ${feeCharges.waived}) as charges,
             count(*) filter (where ${feeCharges.outstanding} = 0 and ${feeCharges.paid} > 0) as settled
        from ${feeCharges} join ${feeBooks} on ${feeBooks.id} = ${feeCharges.bookId}
        left join ${clubs} on ${clubs.id} = ${feeBooks.clubId}
       where ${where} group by 1, 2, 3, 4)
    select grouping(s.book, s.country, s.month)::int as grouping, s.currency, s.book as "bookId", s.country, s.month,
           (select k.name from fee_books b join clubs k on k.id = b.club_id where b.id = s.book) as "clubName",
           (select b.country from fee_books b where b.id = s.book) as "bookCountry",
           sum(s.due)::float8 as due, sum(s.paid)::float8 as paid,
           sum(s.charges)::int as charges, sum(s.settled)::int as settled
      from shares s
     group by grouping sets ((s.currency), (s.currency, s.book), (s.currency, s.country), (s.currency, s.month))
     order by due desc, "bookId", country, month`)
  return rows
}

const pickPaidShare = ({ due, paid, charges, settled }: FeeShare): FeeShare => ({
  due,
  paid,
  charges,
  settled,
})
const noShare: FeeShare = { due: 0, paid: 0, charges: 0, settled: 0 }

/**
 * Computes how much of the charged fees was paid, for each currency on its own, by collector, country and month of the
 * charge. Waived amounts are not due. Rows are counted, because payments change charges of all months.
 */
export async function computeFeeAnalytics(
  context: SignedInContext,
  { period, ...filter }: AnalyticsQuery,
  now = new Date(),
): Promise<FeeAnalytics> {
  const rows = await readPaidShares(context, await validateAnalyticsFilter(context.db, filter))
  const months = listMonthsUpTo(now, Number(period ?? defaultPeriod))
  return currencies
    .map(currency => {
      const filterRowsOfCurrency = (grouping: number) =>
        rows.filter(row => row.currency === currency && row.grouping === grouping)
      const [total] = filterRowsOfCurrency(groupings.total)
      const byMonth = new Map(
        filterRowsOfCurrency(groupings.month).map(row => [row.month, pickPaidShare(row)]),
      )
      return {
        currency,
        total: total ? pickPaidShare(total) : noShare,
        byCollector: filterRowsOfCurrency(groupings.collector)
          .slice(0, maxCollectors)
          .map(row => ({ clubName: row.clubName, country: row.bookCountry, ...pickPaidShare(row) })),
        byCountry: filterRowsOfCurrency(groupings.country).map(row => ({
          country: row.country,
          ...pickPaidShare(row),
        })),
        byMonth: months.map(name => ({ month: name, ...(byMonth.get(name) ?? noShare) })),
      }
    })
    .filter(({ total, byCollector }) => total.charges > 0 || byCollector.length > 0)
    .sort((first, second) => second.total.charges - first.total.charges)
}
