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

export function RecentActivities({ data }: { data: Dashboard }) {
  const more = (
    <DashboardPanelLink render={props => <Link to="/activities" {...props} />}>
      {text.allActivities}
    </DashboardPanelLink>
  )
  return (
    <Panel title={text.activities} action={more}>
      {data.recentActivities.length === 0 && <EmptyState text={text.noActivities} />}
      <ul className={styles.rows}>
        {data.recentActivities.map(({ id, title, language, startDate, timeZone, status }) => (
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
