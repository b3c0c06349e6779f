import { Box, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { can } from '#shared/policies.ts'
import { dashboardText as text } from '#texts/dashboard.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import styles from './Dashboard.module.css'
import { DashboardPanelLink } from './DashboardPanelLink.tsx'

function RecentUserName({ id, fullName }: { id: number | null; fullName: string }) {
  if (id === null) return <div className={styles.name}>{fullName}</div>
  return (
    <Link to="/user-management" search={{ user: id }} className={styles.name}>
      {fullName}
    </Link>
  )
}

/** Lists the latest registrations. Approvers get a link to all users, and club roles a link to the member list. */
export function NewlyRegisteredUserList({ user, data }: { user: CurrentUser; data: Dashboard }) {
  const to = can(user, 'users.pending') ? '/user-management' : '/members'
  const more = can(user, 'users.list') && (
    <DashboardPanelLink render={props => <Link to={to} {...props} />}>{text.allUsers}</DashboardPanelLink>
  )
  // On phones the list has little room, so it shows no status when all listed users are active.
  const areAllActive = data.recentUsers.every(({ status }) => status === 'active')
  const hasStatus = !useIsPhone() || !areAllActive
  return (
    <Panel title={text.users} action={more}>
      {data.recentUsers.length === 0 && <EmptyState text={text.noUsers} />}
      <ul className={styles.rows}>
        {data.recentUsers.map(({ id, fullName, institution, createdAt, status }) => (
          <li key={`${createdAt} ${fullName}`}>
            <PersonAvatar person={{ fullName }} />
            <Box flex={1} miw={0}>
              <RecentUserName id={id} fullName={fullName} />
              <Text fz={13} c="dimmed">
                <DotSeparatedList parts={[institution ?? text.noInstitution, formatDate(createdAt)]} />
              </Text>
            </Box>
            {hasStatus && <StatusBadge status={status} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
