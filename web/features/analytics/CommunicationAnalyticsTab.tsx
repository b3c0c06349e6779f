import { Box, Skeleton, Text } from '@mantine/core'
import { getMessageTypeLabel } from '#shared/analytics-categories.ts'
import { chartText as text } from '#texts/analytics.ts'
import { groupTypeLabels } from '#texts/analytics-categories.ts'
import { formatDate, formatDayAndMonth, formatNumber } from '#web/lib/format/format.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './Analytics.module.css'
import { useCommunicationAnalytics } from './analytics.api.ts'
import type { AnalyticsFilter } from './analytics.search.ts'
import { BarChartPanel } from './BarChartPanel.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { LineChart } from './LineChart.tsx'

/** Chat message statistics; no message content is read. The query runs only while the tab is open. */
export function CommunicationAnalyticsTab({
  filter,
  asTable,
}: {
  filter: AnalyticsFilter
  asTable: boolean
}) {
  const { data, error, refetch } = useCommunicationAnalytics(filter)
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={390} radius={16} />
  const timelineTotal = data.timeline.reduce((sum, { count }) => sum + count, 0)
  const facts: [string, string][] = [
    [text.totalMessages, formatNumber(data.totalMessages)],
    [text.totalGroups, formatNumber(data.totalGroups)],
    [
      text.daily({ days: data.timeline.length }),
      formatNumber(Math.round((timelineTotal / data.timeline.length) * 10) / 10),
    ],
  ]
  const buildGroupBars = (counts: typeof data.groupsByType) =>
    counts.map(({ type, count }) => ({ key: type, label: groupTypeLabels[type], count }))
  const types = data.messagesByType.map(({ type, count }) => ({
    key: type,
    label: getMessageTypeLabel(type),
    count,
  }))
  const common = { part: text.type, unit: text.count, asTable }
  const points = data.timeline.map(({ day, count }) => ({
    name: formatDate(day),
    short: formatDayAndMonth(day),
    value: count,
  }))
  return (
    <div className={styles.panels}>
      <Panel title={text.messages}>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <Box component="dt" c="dimmed">
                {label}
              </Box>
              <Box component="dd" fz={18} fw={700} className="tabular">
                {value}
              </Box>
            </div>
          ))}
        </dl>
        <Text size="sm" c="dimmed" mt="md">
          {text.privacy}
        </Text>
      </Panel>
      <BarChartPanel
        {...common}
        title={text.groupTypes}
        bars={buildGroupBars(data.groupsByType)}
        total={data.totalGroups}
      />
      <ChartPanel
        className={styles.wide}
        title={text.timeline}
        subtitle={text.timelineOf}
        asTable={asTable}
        head={[text.day, text.count]}
        rows={data.timeline.map(({ day, count }) => [formatDate(day), formatNumber(count)])}
      >
        <LineChart points={points} />
      </ChartPanel>
      <BarChartPanel {...common} title={text.messageTypes} bars={types} total={data.totalMessages} />
      <BarChartPanel
        {...common}
        title={text.messageGroups}
        bars={buildGroupBars(data.messagesByGroupType)}
        total={data.totalMessages}
      />
    </div>
  )
}
