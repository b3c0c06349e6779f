import { formatPlaces } from '#web/features/activities/card/format-places.ts'
import '@mantine/core/styles/Progress.css'
import '@mantine/core/styles/Switch.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Card, Flex, Progress, Stack, Switch, Text } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { calculatePercentage } from '#shared/analytics-categories.ts'
import type { ActivityDetail } from '#shared/contracts/activities/activities.schemas.ts'
import { feedText, pageText as text } from '#texts/activities.ts'
import { useSetOwnParticipationVisible } from '#web/features/activities/activities.api.ts'
import { buildCalendarFileUrl } from '#web/features/activities/calendar/calendar-feeds.api.ts'
import { ParticipantCountAndCapacity } from '#web/features/activities/card/ActivityCard.tsx'
import { isActivityOver } from '#web/features/activities/is-activity-over.ts'
import { JoinOrLeaveActivityButton } from '#web/features/activities/joining/JoinOrLeaveActivityButton.tsx'
import { OwnAnswersToActivityQuestions } from '#web/features/activities/joining/OwnAnswersToActivityQuestions.tsx'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { useAutosavedCheckbox } from '#web/lib/form/use-autosaved-checkbox.ts'
import { StickyFooter } from '#web/ui/layout/StickyFooter.tsx'
import styles from './Event.module.css'
import { PublicActivityPageSwitch } from './PublicActivityPageSwitch.tsx'
import { ShareButtons } from './ShareButtons.tsx'

/** Shows the number of participants and, if places are limited, a progress bar of the places taken. */
function ActivityCapacity({ activity }: { activity: ActivityDetail }) {
  const { participantCount, maxParticipants, waitingCount } = activity
  // Phones show no participant count for unlimited places, because the participant list above shows it.
  if (useIsPhone() && maxParticipants === null && waitingCount === 0) return null
  const isFull = maxParticipants !== null && participantCount >= maxParticipants
  return (
    <Stack gap={8}>
      <Flex component="span" wrap="wrap" gap="4px 12px" justify="space-between">
        <ParticipantCountAndCapacity activity={activity} />
        {maxParticipants !== null && (
          <Text span size="sm" fw={600} c={isFull ? 'var(--full)' : undefined}>
            {isFull ? text.full : text.left({ places: maxParticipants - participantCount })}
          </Text>
        )}
      </Flex>
      {maxParticipants !== null && (
        <Progress
          value={Math.min(100, (participantCount / maxParticipants) * 100)}
          color={isFull ? 'emas' : 'laut'}
          aria-label={formatPlaces(participantCount, maxParticipants)}
        />
      )}
    </Stack>
  )
}

/** Switch with which a participant hides from the visible list of participants. */
function ParticipationVisibilitySwitch({ activity }: { activity: ActivityDetail }) {
  const change = useSetOwnParticipationVisible(activity.id)
  const tick = useAutosavedCheckbox(activity.isHidden, (isHidden, onSettled) =>
    change.mutate(isHidden, { onSettled }),
  )
  return <Switch label={text.hideMe} description={text.hideMeHelp} {...tick} />
}

/** States how many participants attended or, if no attendance was marked, how many had joined. */
function ActivityTurnout({ activity: { attendedCount, participantCount } }: { activity: ActivityDetail }) {
  if (attendedCount === 0) return <span className="tabular">{formatPlaces(participantCount, null)}</span>
  const turnout = text.cameSoFar({ came: attendedCount, all: participantCount })
  return (
    <Stack gap={8}>
      <Text fw={600} size="sm">
        {text.attendance}
      </Text>
      <Flex component="span" wrap="wrap" gap="4px 12px" justify="space-between" className="tabular">
        <span>{turnout}</span>
        <Text span size="sm" fw={600}>
          {calculatePercentage(attendedCount, participantCount)}%
        </Text>
      </Flex>
      <Progress value={(attendedCount / participantCount) * 100} aria-label={turnout} />
    </Stack>
  )
}

/** Panel to join an activity, always visible: beside the text on wide screens, at the bottom on phones. */
export function JoinActivityPanel({
  activity,
  mayManage,
  isInvited,
  certificate,
}: {
  activity: ActivityDetail
  mayManage: boolean
  /**
   * Whether the user belongs to the activity's audience. If walk-ins are allowed, such a user may come without joining.
   */
  isInvited: boolean
  /** Button for the user's attendance certificate, once the user's attendance is marked. */
  certificate: ReactNode
}) {
  if (isActivityOver(activity))
    return (
      <aside className={styles.panel} aria-label={text.joining}>
        <Card className={styles.panelCard}>
          <ActivityTurnout activity={activity} />
          {certificate}
          <OwnAnswersToActivityQuestions activity={activity} />
          <ShareButtons key={activity.publicUrl} activity={activity} />
          {mayManage && <PublicActivityPageSwitch activity={activity} />}
        </Card>
      </aside>
    )
  const mayWalkIn =
    isInvited &&
    activity.allowsWalkIns &&
    !activity.myStatus &&
    (activity.status === 'planned' || activity.status === 'ongoing')
  return (
    <aside className={styles.panel} aria-label={text.joining}>
      <Card className={styles.panelCard}>
        <ActivityCapacity activity={activity} />
        <StickyFooter className={styles.join}>
          {activity.status === 'planned' && <JoinOrLeaveActivityButton activity={activity} />}
        </StickyFooter>
        <OwnAnswersToActivityQuestions activity={activity} />
        {activity.startDate && (
          <Button
            component="a"
            href={buildCalendarFileUrl(activity.id)}
            download
            variant="default"
            fullWidth
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
          >
            {feedText.add}
          </Button>
        )}
        {activity.myStatus && <ParticipationVisibilitySwitch activity={activity} />}
        {activity.status === 'planned' && !activity.myStatus && activity.maxParticipants !== null && (
          <Text size="sm" c="dimmed">
            {text.queueHint}
          </Text>
        )}
        {mayWalkIn && (
          <Text size="sm" c="dimmed">
            {text.walkInHint}
          </Text>
        )}
        <ShareButtons key={activity.publicUrl} activity={activity} />
        {mayManage && <PublicActivityPageSwitch activity={activity} />}
      </Card>
    </aside>
  )
}
