import { Button, Card, Skeleton, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { dashboardText, homeText as text } from '#texts/dashboard.ts'
import { FirstStepsCard } from '#web/features/dashboard/FirstStepsCard.tsx'
import { useIsFirstStepsCardHidden } from '#web/lib/device/first-steps.ts'
import { useIsNarrow } from '#web/lib/device/use-is-narrow.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { CardSkeleton, RowsSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import {
  LatestAnnouncementsSection,
  OwnClubRow,
  type UnreadConversation,
  UnreadConversationSection,
  UpcomingJoinedActivities,
} from './HomeLists.tsx'
import { MemberTaskList } from './MemberTaskList.tsx'
import { NextActivityCard } from './NextActivityCard.tsx'

const columns = { md: 'minmax(0, 8fr) minmax(0, 5fr)' }

/** Shows the member's next activity or, without one, a suggested activity or a link to all activities. */
function NextActivityHero({ user, mine }: { user: CurrentUser; mine: NonNullable<Dashboard['mine']> }) {
  const [next] = mine.activities
  const hasCard = user.membershipNumber !== null
  if (next)
    return <NextActivityCard activity={next} status={next.myStatus} coming={mine.coming} hasCard={hasCard} />
  if (mine.suggestion) return <NextActivityCard activity={mine.suggestion} hasCard={hasCard} />
  return (
    <Card padding={0}>
      <EmptyState
        text={text.noneAnywhere}
        action={
          <Button component={Link} to="/activities" variant="default">
            {dashboardText.findActivities}
          </Button>
        }
      />
    </Card>
  )
}

/** Dashboard of a member: the next activity first, then announcements, unread conversations and the club. */
export function MemberDashboard({
  user,
  data,
  mine,
  conversations,
  hasConversations,
}: {
  user: CurrentUser
  data: Dashboard
  mine: NonNullable<Dashboard['mine']>
  conversations: UnreadConversation[]
  hasConversations: boolean
}) {
  const isNarrow = useIsNarrow()
  // While the checklist for new users has the step of joining a club, the row for a missing club is omitted.
  const hasFirstSteps = !useIsFirstStepsCardHidden(user.id)
  const hasClubStep = hasFirstSteps && data.firstSteps?.some(({ step, isDone }) => step === 'club' && !isDone)
  const tasks = <MemberTaskList data={data} />
  const firstSteps = <FirstStepsCard user={user} steps={data.firstSteps} />
  // Without joined activities the dashboard is short, so the checklist for new users is placed near the top.
  const hasActivities = mine.activities.length > 0
  const announcements = [...data.announcements, ...mine.readAnnouncements]
  const hasAnnouncements = announcements.length > 0
  const messages = (
    <UnreadConversationSection conversations={conversations} hasConversations={hasConversations} />
  )
  return (
    <Stack component="section" gap={20} mb={32} aria-label={dashboardText.mine}>
      <Columns template={columns} gap={20} align="start">
        <Stack gap={20}>
          <NextActivityHero user={user} mine={mine} />
          {/* In a single column, the tasks follow the next activity. */}
          {isNarrow && tasks}
          {isNarrow && !hasActivities && firstSteps}
          <LatestAnnouncementsSection announcements={announcements} />
          {/* Without announcements, the messages fill their place below the next activity. */}
          {!hasAnnouncements && messages}
        </Stack>
        <Stack gap={20}>
          {!isNarrow && tasks}
          {!isNarrow && !hasActivities && firstSteps}
          {hasAnnouncements && messages}
          <UpcomingJoinedActivities activities={mine.activities.slice(1)} />
        </Stack>
      </Columns>
      {(mine.club || !hasClubStep) && <OwnClubRow club={mine.club} />}
      {hasActivities && firstSteps}
    </Stack>
  )
}

/** Placeholder for a dashboard list and its title, shown while the list is being loaded. */
export function DashboardSectionSkeleton({ rows }: { rows: number }) {
  return (
    <div>
      <Skeleton width={110} height={20} mt={4} mb={14} />
      <RowsSkeleton rows={rows} isSquare />
    </div>
  )
}

/** Placeholder with the dimensions of a member's dashboard, shown while the dashboard loads. */
export function MemberDashboardSkeleton() {
  return (
    <Stack gap={20} mb={32} aria-busy>
      <Columns template={columns} gap={20} align="start">
        <Stack gap={20}>
          <CardSkeleton cover={164} lines={5} hasButton />
          <DashboardSectionSkeleton rows={2} />
        </Stack>
        <Stack gap={20}>
          <DashboardSectionSkeleton rows={3} />
          <DashboardSectionSkeleton rows={2} />
          <DashboardSectionSkeleton rows={2} />
        </Stack>
      </Columns>
      <CardSkeleton lines={2} padding="md" />
    </Stack>
  )
}
