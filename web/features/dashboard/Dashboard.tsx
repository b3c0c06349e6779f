import { Button, Skeleton } from '@mantine/core'
import { IconChartBar, IconPencilPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { shortName } from '#shared/names/short-name.ts'
import { can } from '#shared/policies.ts'
import { dashboardText as text } from '#texts/dashboard.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import styles from './Dashboard.module.css'
import { useDashboard } from './dashboard.api.ts'
import { EducationShares } from './EducationShares.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { KeyFigureCards } from './KeyFigureCards.tsx'
import { MemberOverview } from './MemberOverview.tsx'
import { OpenRollCalls } from './OpenRollCalls.tsx'
import { RecentActivities } from './RecentActivities.tsx'
import { RecentUsers } from './RecentUsers.tsx'
import { TopCountries } from './TopCountries.tsx'
import { UnreadAnnouncements } from './UnreadAnnouncements.tsx'

/** Placeholder for the loading dashboard, with its dimensions, to avoid layout shifts. */
function DashboardSkeleton({ user }: { user: CurrentUser }) {
  const cards = can(user, 'users.pending') ? ['a', 'b', 'c', 'd'] : ['a', 'b', 'c']
  return (
    <div aria-busy>
      {user.role === 'member' && <Skeleton mb={16} height={239} radius={16} />}
      <div className={styles.cards}>
        {cards.map(card => (
          <Skeleton key={card} height={146} radius={16} />
        ))}
      </div>
      <Columns template={{ md: 'minmax(0, 4fr) minmax(0, 3fr)' }} gap={16} mb={16}>
        <Skeleton height={334} radius={16} />
        <Skeleton height={334} radius={16} />
      </Columns>
      <Columns template={{ md: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap={16} mb={16}>
        <Skeleton height={404} radius={16} />
        <Skeleton height={404} radius={16} />
      </Columns>
    </div>
  )
}

function DashboardContent({ user }: { user: CurrentUser }) {
  const { data, error, refetch } = useDashboard()
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!data) return <DashboardSkeleton user={user} />
  return (
    <>
      <OpenRollCalls rollCalls={data.rollCalls} />
      <UnreadAnnouncements announcements={data.announcements} />
      {data.mine && <MemberOverview mine={data.mine} />}
      <FirstSteps user={user} steps={data.firstSteps} />
      <KeyFigureCards user={user} data={data} />
      <Columns template={{ md: 'minmax(0, 4fr) minmax(0, 3fr)' }} gap={16} mb={16}>
        <TopCountries user={user} data={data} />
        <EducationShares user={user} data={data} />
      </Columns>
      <Columns template={{ md: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap={16} mb={16}>
        <RecentActivities data={data} />
        <RecentUsers user={user} data={data} />
      </Columns>
    </>
  )
}

const getTimeOfDay = (hour: number) =>
  hour < 12 ? 'morning' : hour < 14 ? 'noon' : hour < 19 ? 'afternoon' : 'night'

export function Dashboard({ user }: { user: CurrentUser }) {
  const newAnnouncement = can(user, 'announcements.manage') && (
    <Button
      renderRoot={props => <Link to="/announcements" search={{ create: 'yes' }} {...props} />}
      leftSection={<IconPencilPlus size={18} aria-hidden />}
    >
      {text.newAnnouncement}
    </Button>
  )
  const analytics = can(user, 'analytics.members') && (
    <Button
      component={Link}
      to="/analytics"
      variant="default"
      leftSection={<IconChartBar size={18} aria-hidden />}
    >
      {text.analytics}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={text.greeting({ time: getTimeOfDay(new Date().getHours()), name: shortName(user.fullName) })}
        subtitle={text.subtitle}
        actions={
          (analytics || newAnnouncement) && (
            <>
              {analytics}
              {newAnnouncement}
            </>
          )
        }
      />
      <DashboardContent user={user} />
    </>
  )
}
