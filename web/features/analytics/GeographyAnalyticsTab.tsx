import { Box, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { calculatePercentage, defaultPeriod } from '#shared/analytics-categories.ts'
import type { MemberAnalytics } from '#shared/contracts/analytics/analytics.schemas.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { analyticsText, chartText as text } from '#texts/analytics.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { useIsTouchscreen } from '#web/lib/device/use-is-touchscreen.ts'
import { formatDifferenceWithSign } from '#web/lib/format/change.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { useCountriesForFilters } from '#web/lib/query/use-countries.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './Analytics.module.css'
import type { AnalyticsFilter } from './analytics.search.ts'
import { BarChartPanel } from './BarChartPanel.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { countryRowsShown, mapColumns } from './country-rows.ts'

/** World map, loaded lazily because its outlines are larger than the rest of the page. */
const WorldMap = lazyLoadComponentAndTexts(async () => (await import('./WorldMap.tsx')).WorldMap)

const topCountryCount = 5

/**
 * Placeholder of the world map and its list of countries. On touch screens it reserves room for the zoom buttons above
 * the map.
 */
function WorldMapSkeleton({ countryCount }: { countryCount: number }) {
  const isTouch = useIsTouchscreen()
  const rows = useIsPhone() ? 0 : Math.min(countryCount, countryRowsShown)
  const moreButton = countryCount > rows ? 44 : 0
  return (
    <Columns template={mapColumns} gap="12px 32px" align="center">
      <div>
        {isTouch && <Skeleton height={40} mb={12} radius={20} />}
        <Skeleton className={styles.mapRoom} radius={16} />
      </div>
      <Skeleton height={rows * 45 + moreButton} radius={16} />
    </Columns>
  )
}

export function GeographyAnalyticsTab({
  data,
  filter,
  asTable,
  onFilter,
}: {
  data: MemberAnalytics
  filter: AnalyticsFilter
  asTable: boolean
  onFilter: (change: AnalyticsFilter) => void
}) {
  const total = data.totalMembers
  const listed = useCountriesForFilters()
  const bars = data.membersByCountry.map(({ country, count }) => ({
    key: country,
    label: getCountryName(country),
    count,
  }))
  const average = data.totalCountries > 0 ? Math.round(total / data.totalCountries) : 0
  const summary: [string, number][] = [
    [text.summary.countries, data.totalCountries],
    [text.summary.clubCountries, data.clubCountries],
    [text.summary.clubs, data.totalClubs],
    [text.summary.average, average],
    [text.summary.pending, data.pendingApprovals],
  ]
  const months = analyticsText.periods[filter.period ?? defaultPeriod]
  const changes = new Map(data.changesByCountry.map(({ country, change }) => [country, change]))
  const common = { part: text.country, unit: text.members, total, asTable }
  return (
    <div className={styles.panels}>
      <ChartPanel
        title={text.map}
        subtitle={text.mapOf({ months })}
        className={styles.wide}
        asTable={asTable}
        isOperable
        isEmpty={total === 0}
        head={[text.country, text.members, text.share, text.changeIn({ months })]}
        rows={data.membersByCountry.map(({ country, count }) => [
          getCountryName(country),
          formatNumber(count),
          `${calculatePercentage(count, total)}%`,
          formatDifferenceWithSign(changes.get(country) ?? 0, 0).text,
        ])}
      >
        <Suspense fallback={<WorldMapSkeleton countryCount={data.membersByCountry.length} />}>
          <WorldMap
            members={data.membersByCountry}
            changes={changes}
            months={months}
            total={total}
            listed={listed}
            onPick={country => onFilter({ country, clubId: undefined })}
          />
        </Suspense>
      </ChartPanel>
      <BarChartPanel
        {...common}
        title={text.topCountries}
        subtitle={text.today}
        bars={bars.slice(0, topCountryCount)}
      />
      <Panel title={text.global}>
        <dl className={styles.facts}>
          {summary.map(([label, value]) => (
            <div key={label}>
              <Box component="dt" c="dimmed">
                {label}
              </Box>
              <Box component="dd" fz={18} fw={700} className="tabular">
                {formatNumber(value)}
              </Box>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  )
}
