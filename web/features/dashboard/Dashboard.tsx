import { Box, Button, Flex, Title } from '@mantine/core'
import { IconChartBar, IconId, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Dashboard as DashboardData } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { shortenPersonName } from '#shared/names/short-name.ts'
import { can } from '#shared/policies.ts'
import { homeText, dashboardText as text } from '#texts/dashboard.ts'
import { dateText } from '#texts/dates.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { CardSkeleton, RowsSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { CountriesWithMostMembers } from './CountriesWithMostMembers.tsx'
import styles from './Dashboard.module.css'
import { DashboardKeyMetricCards } from './DashboardKeyMetricCards.tsx'
import { useDashboard } from './dashboard.api.ts'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import { LatestAnnouncementsSection, type UnreadConversation } from './home/HomeLists.tsx'
import {
  DashboardSectionSkeleton,
  MemberDashboard,
  MemberDashboardSkeleton,
} from './home/MemberDashboard.tsx'
import { MemberTaskList } from './home/MemberTaskList.tsx'
import { LatestCreatedActivityList } from './LatestCreatedActivityList.tsx'
import { MembersByEducationLevelChart } from './MembersByEducationLevelChart.tsx'
import { MissingCustomFieldsCard } from './MissingCustomFieldsCard.tsx'
import { NewlyRegisteredUserList } from './NewlyRegisteredUserList.tsx'
import { UnansweredSafetyRollCalls } from './UnansweredSafetyRollCalls.tsx'

/** Unread conversations on the dashboard, passed in because the dashboard must not import the chat feature. */
interface UnreadMessages {
  conversations: UnreadConversation[]
  hasConversations: boolean
  isPending: boolean
}

/** Placeholder with the size of the loaded dashboard, so that the page does not shift. */
function DashboardSkeleton({ user }: { user: CurrentUser }) {
  const cards = can(user, 'users.pending') ? ['a', 'b', 'c', 'd'] : ['a', 'b', 'c']
  return (
    <div aria-busy>
      {user.role === 'member' && <MemberDashboardSkeleton />}
      {can(user, 'users.pending') && (
        <Box mb={24}>
          <DashboardSectionSkeleton rows={1} />
        </Box>
      )}
      <div className={styles.cards}>
        {cards.map(card => (
          <CardSkeleton key={card} lines={2} mih={{ base: 100, sm: 146 }} />
        ))}
      </div>
      <Columns template={{ md: 'minmax(0, 4fr) minmax(0, 3fr)' }} gap={16} mb={16}>
        <CardSkeleton lines={9} mih={334} />
        <CardSkeleton lines={9} mih={334} />
      </Columns>
      <Columns template={{ md: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap={16} mb={16}>
        <RowsSkeleton hasImages={false} />
        <RowsSkeleton />
      </Columns>
    </div>
  )
}

/** Part of the dashboard that every role sees: key figures and lists of the whole organisation. */
function KeyFiguresAndLists({ user, data }: { user: CurrentUser; data: DashboardData }) {
  return (
    <>
      <DashboardKeyMetricCards user={user} data={data} />
      <Columns template={{ md: 'minmax(0, 4fr) minmax(0, 3fr)' }} gap={16} mb={16}>
        <CountriesWithMostMembers user={user} data={data} />
        <MembersByEducationLevelChart user={user} data={data} />
      </Columns>
      <Columns template={{ md: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap={16} mb={16}>
        <LatestCreatedActivityList data={data} />
        <NewlyRegisteredUserList user={user} data={data} />
      </Columns>
    </>
  )
}

function DashboardContent({
  user,
  query: { data, error, refetch },
  unread: { isPending, ...unread },
}: {
  user: CurrentUser
  query: ReturnType<typeof useDashboard>
  unread: UnreadMessages
}) {
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  // A member's dashboard waits for its data and for the unread conversations, so that no late part shifts the content.
  if (!data || (data.mine && isPending)) return <DashboardSkeleton user={user} />
  if (data.mine)
    return (
      <>
        <UnansweredSafetyRollCalls rollCalls={data.rollCalls} />
        <MissingCustomFieldsCard missingFields={data.missingFields} />
        <MemberDashboard user={user} data={data} mine={data.mine} {...unread} />
        <Title order={2} size="h3" mb="md">
          {homeText.aroundTheWorld}
        </Title>
        <KeyFiguresAndLists user={user} data={data} />
      </>
    )
  return (
    <>
      <UnansweredSafetyRollCalls rollCalls={data.rollCalls} />
      <MissingCustomFieldsCard missingFields={data.missingFields} />
      <MemberTaskList data={data} mb={24} />
      <Box mb={24}>
        <LatestAnnouncementsSection announcements={data.announcements} />
      </Box>
      <FirstStepsCard user={user} steps={data.firstSteps} mb={24} />
      <KeyFiguresAndLists user={user} data={data} />
    </>
  )
}

const getTimeOfDay = (hour: number) =>
  hour < 12 ? 'morning' : hour < 14 ? 'noon' : hour < 19 ? 'afternoon' : 'night'

/** Style props of the buttons in the dashboard header. On phones, the buttons share one line in equal widths. */
const headerButtonProps = { flex: { base: '1 1 0', sm: 'none' }, px: { base: 8, sm: 18 } }

/** Link at the end of the dashboard header: to analytics for roles that may see them, else to the membership card. */
function DashboardHeaderLink({ user }: { user: CurrentUser }) {
  if (can(user, 'analytics.members'))
    return (
      <Button
        component={Link}
        to="/analytics"
        {...headerButtonProps}
        variant="default"
        leftSection={<IconChartBar size={18} aria-hidden />}
      >
        {text.analytics}
      </Button>
    )
  if (user.membershipNumber === null) return null
  return (
    <Button
      component={Link}
      to="/card"
      variant="default"
      visibleFrom="sm"
      leftSection={<IconId size={18} aria-hidden />}
    >
      {homeText.memberCard}
    </Button>
  )
}

/** Formats the dashboard's subtitle: today's date, followed by the club once the club is known. */
function formatDashboardSubtitle(user: CurrentUser, data: DashboardData | undefined): ReactNode {
  if (user.role !== 'member') return text.subtitle
  const today = new Date()
  const day = `${dateText.weekdays[today.getDay()]}, ${today.getDate()} ${dateText.shortMonths[today.getMonth()]}`
  return <DotSeparatedList parts={[day, data?.mine?.club?.name]} />
}

const noUnread: UnreadMessages = { conversations: [], hasConversations: false, isPending: false }

/** Dashboard of the signed-in user. `unread` has a member's unread conversations; other roles do not see them. */
export function Dashboard({ user, unread = noUnread }: { user: CurrentUser; unread?: UnreadMessages }) {
  const query = useDashboard()
  return (
    <>
      <PageHeader
        title={text.greeting({
          time: getTimeOfDay(new Date().getHours()),
          name: shortenPersonName(user.fullName),
        })}
        subtitle={formatDashboardSubtitle(user, query.data)}
        actions={
          <Flex gap={8} w={{ base: '100%', sm: 'auto' }}>
            <DashboardHeaderLink user={user} />
            {can(user, 'announcements.manage') && (
              <Button
                {...headerButtonProps}
                renderRoot={props => <Link to="/announcements" search={{ create: 'yes' }} {...props} />}
                leftSection={<IconSpeakerphone size={18} aria-hidden />}
              >
                {text.newAnnouncement}
              </Button>
            )}
          </Flex>
        }
      />
      <DashboardContent user={user} query={query} unread={unread} />
    </>
  )
}
