import { Box, Card, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { calculatePercentage } from '#shared/analytics-categories.ts'
import type { FeeAnalytics } from '#shared/contracts/analytics/analytics.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { formatMoney } from '#shared/money/money.ts'
import { chartText as text } from '#texts/analytics.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatShortMonth } from '#web/lib/format/format.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { BarList } from '#web/ui/list/BarList.tsx'
import styles from './Analytics.module.css'
import { useFeeAnalytics } from './analytics.api.ts'
import type { AnalyticsFilter } from './analytics.search.ts'
import { ChartPanel } from './ChartPanel.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { PercentageBarList } from './PercentageBarList.tsx'

type CurrencyFees = FeeAnalytics[number]
type FeeShare = CurrencyFees['total']

const getPaidShare = ({ paid, due }: FeeShare) => calculatePercentage(paid, due)

/** Table of fees in one currency: amount due, amount received and percentage paid. Phones show a list of bars. */
function FeeShareTable({
  title,
  part,
  fees,
  rows,
}: {
  title: string
  part: string
  fees: CurrencyFees
  rows: (FeeShare & { name: string })[]
}) {
  const isPhone = useIsPhone()
  const formatAmount = (amount: number) => formatMoney({ amount, currency: fees.currency })
  return (
    <ChartPanel
      title={title}
      asTable={!isPhone}
      isOperable
      head={[part, text.feeDue, text.feePaid, text.share]}
      rows={rows.map(row => [
        row.name,
        formatAmount(row.due),
        formatAmount(row.paid),
        `${getPaidShare(row)}%`,
      ])}
      isEmpty={rows.length === 0}
    >
      <PercentageBarList
        bars={rows.map(({ name, paid, due }) => ({ key: name, label: name, count: paid, total: due }))}
        format={formatAmount}
      />
    </ChartPanel>
  )
}

/**
 * Paid share per month of charge, from the first month with a charge. A chart of a single month is omitted,
 * because it would only repeat the total.
 */
function PaymentsByMonthChart({ fees, asTable }: { fees: CurrencyFees; asTable: boolean }) {
  const formatAmount = (amount: number) => formatMoney({ amount, currency: fees.currency })
  const months = fees.byMonth.slice(fees.byMonth.findIndex(({ due }) => due > 0))
  if (months.length < 2) return null
  const points = months.map(row => ({
    name: formatShortMonth(row.month).replaceAll(' ', '\u00a0'),
    short: formatShortMonth(row.month).slice(0, 3),
    value: getPaidShare(row),
  }))
  return (
    <ChartPanel
      title={text.feesByMonth}
      subtitle={text.feesByMonthOf({ first: points[0]?.name ?? '', last: points.at(-1)?.name ?? '' })}
      asTable={asTable}
      head={[text.month, text.feeDue, text.feePaid, text.share]}
      rows={months.map(row => [
        formatShortMonth(row.month),
        formatAmount(row.due),
        formatAmount(row.paid),
        `${getPaidShare(row)}%`,
      ])}
    >
      <ColumnChart points={points} isPercentage />
    </ChartPanel>
  )
}

function FeePanelsOfCurrency({ fees, asTable }: { fees: CurrencyFees; asTable: boolean }) {
  const { total, currency } = fees
  const formatAmount = (amount: number) => formatMoney({ amount, currency })
  const getCountryLabel = (country: string | null) => getCountryName(country) ?? text.noClub
  return (
    <>
      <Stack>
        <Panel title={`${text.feeShare} (${currency})`}>
          <Columns template={{ base: '1fr', sm: 'auto 1fr' }} gap="16px 48px" align="center">
            <div>
              <Text fz={32} fw={700} lh={1.2} className="tabular">
                {formatAmount(total.paid)}
              </Text>
              <Text c="dimmed" className="tabular">
                {text.feeShareOf({ due: formatAmount(total.due), share: getPaidShare(total) })}
              </Text>
            </div>
            <BarList
              bars={[{ key: currency, label: text.chargesPaid, count: total.settled, total: total.charges }]}
            />
          </Columns>
        </Panel>
        <PaymentsByMonthChart fees={fees} asTable={asTable} />
      </Stack>
      <Box className={styles.panels} mt={16}>
        <FeeShareTable
          title={text.feesByCollector}
          part={text.collector}
          fees={fees}
          rows={fees.byCollector.map(row => ({ ...row, name: row.clubName ?? getCountryLabel(row.country) }))}
        />
        <FeeShareTable
          title={text.feesByCountry}
          part={text.country}
          fees={fees}
          rows={fees.byCountry.map(row => ({ ...row, name: getCountryLabel(row.country) }))}
        />
      </Box>
    </>
  )
}

/** Analytics tab with the paid share of fees, one currency at a time, because currencies cannot be added. */
export function FeeAnalyticsTab({ filter, asTable }: { filter: AnalyticsFilter; asTable: boolean }) {
  const { data, error, refetch } = useFeeAnalytics(filter)
  const [chosen, setChosen] = useState<string>()
  if (isQueryErrorShownInsteadOfData({ data, error }))
    return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={390} radius={16} />
  const fees = data.find(({ currency }) => currency === chosen) ?? data[0]
  if (!fees)
    return (
      <Card>
        <EmptyState text={text.noFees} />
      </Card>
    )
  return (
    <>
      {data.length > 1 && (
        <NativeSelect
          label={text.currency}
          maw={240}
          mb={16}
          data={data.map(({ currency }) => currency)}
          value={fees.currency}
          onChange={event => setChosen(event.currentTarget.value)}
        />
      )}
      <FeePanelsOfCurrency fees={fees} asTable={asTable} />
    </>
  )
}
