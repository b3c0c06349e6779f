import { Box, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { formatDayInZone } from '#shared/time/format-day.ts'
import { dashboardText as text } from '#texts/dashboard.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import styles from './Dashboard.module.css'
import { DashboardPanelLink } from './DashboardPanelLink.tsx'

/** Lists the activities created last, in the order of their dates. Activities without a date come last. */
export function LatestCreatedActivityList({ data }: { data: Dashboard }) {
  const more = (
    <DashboardPanelLink render={props => <Link to="/activities" {...props} />}>
      {text.allActivities}
    </DashboardPanelLink>
  )
  const activities = data.recentActivities.toSorted((a, b) =>
    (a.startDate ?? '9').localeCompare(b.startDate ?? '9'),
  )
  return (
    <Panel title={text.activities} action={more}>
      {activities.length === 0 && <EmptyState text={text.noActivities} />}
      <ul className={styles.rows}>
        {activities.map(({ id, title, language, startDate, timeZone, status }) => (
          <li key={id}>
            <Box flex={1} miw={0}>
              <Link to="/activities/$id" params={{ id: String(id) }} className={styles.name} lang={language}>
                {title}
              </Link>
              <Text component="div" inherit truncate fz={13} c="dimmed">
                {startDate ? formatDayInZone(new Date(startDate), timeZone) : text.noDate}
              </Text>
            </Box>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
