import { ActionIcon, Box, Button, Card, Flex, Group, Stack, Text } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconCalendar,
  IconCheck,
  IconClock,
  IconMapPin,
  IconPencil,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CoverDesign } from '#shared/activity-cover.ts'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { putTranslationInReaderLanguageFirst } from '#shared/language/put-translation-in-reader-language-first.ts'
import { activitiesText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import { JoinOrLeaveActivityButton } from '#web/features/activities/joining/JoinOrLeaveActivityButton.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { DotSeparatedList } from '#web/ui/layout/DotSeparatedList.tsx'
import { DateTile } from '#web/ui/media/DateTile.tsx'
import { ActivityCoverImage } from './ActivityCoverImage.tsx'
import { ActivityTimeText } from './ActivityTimeText.tsx'
import { formatPlaces } from './format-places.ts'

/** The user's own status in the activity: joined, waiting with position, or attended. */
export function OwnParticipationStatusLabel({ activity }: { activity: ActivityRow }) {
  const { myStatus: status, waitingPosition } = activity
  if (!status) return null
  const Icon = status === 'waiting' ? IconClock : IconCheck
  return (
    <Flex
      component="span"
      gap={4}
      align="center"
      display="inline-flex"
      fz={13}
      fw={600}
      className={styles.mine}
      data-status={status}
    >
      <Icon size={14} style={{ flex: 'none' }} aria-hidden />
      <DotSeparatedList
        parts={[text.mine[status], waitingPosition !== null && text.turn({ place: waitingPosition })]}
      />
    </Flex>
  )
}

export function ParticipantCountAndCapacity({ activity }: { activity: ActivityRow }) {
  const { participantCount, maxParticipants, waitingCount } = activity
  return (
    <span className="tabular">
      <DotSeparatedList
        parts={[
          formatPlaces(participantCount, maxParticipants),
          waitingCount > 0 && text.waiting({ count: waitingCount }),
        ]}
      />
    </span>
  )
}

/** Whether an activity starts this year. Its card then omits the day, which the date tile shows. */
const isInCurrentYear = (timestamp: string | null) =>
  timestamp !== null && new Date(timestamp).getFullYear() === new Date().getFullYear()

/** Card of one activity in the list. `onEdit` is set only for users who may edit the activity. */
export function ActivityCard({
  activity: stored,
  design,
  onEdit,
}: {
  activity: ActivityRow
  /** Design of the generated cover image of an activity, chosen to differ from the neighbouring cards. */
  design?: CoverDesign
  onEdit?: () => void
}) {
  const activity = putTranslationInReaderLanguageFirst(stored)
  return (
    <Card component="article" className={styles.card} padding={0} aria-label={activity.title}>
      <ActivityCoverImage activity={activity} size="thumbnail" design={design} />
      <Stack gap={10} flex={1} py={18} px={20}>
        <Group gap={8}>
          <DateTile startDate={activity.startDate} timeZone={activity.timeZone} />
          <StatusBadge status={activity.status} />
        </Group>
        <Box
          component="h2"
          fz={17}
          fw={700}
          style={{ overflowWrap: 'anywhere', textWrap: 'balance' }}
          lh={1.35}
          lang={activity.language}
        >
          <Link to="/activities/$id" params={{ id: String(activity.id) }} className={styles.link}>
            {activity.title}
          </Link>
        </Box>
        <Flex component="ul" direction="column" gap={6} fz={14} className={styles.facts}>
          <li>
            <IconCalendar size={16} aria-hidden />
            <ActivityTimeText
              activity={activity}
              form={isInCurrentYear(activity.startDate) ? 'brief' : 'short'}
              isDayShown={!isInCurrentYear(activity.startDate)}
            />
          </li>
          <li>
            <IconMapPin size={16} aria-hidden />
            <Text span inherit truncate miw={0}>
              {activity.location ?? text.noPlace}
            </Text>
          </li>
          <li>
            <IconUsers size={16} aria-hidden />
            <ParticipantCountAndCapacity activity={activity} />
          </li>
          <li>
            <IconBuildingCommunity size={16} aria-hidden />
            <Text span inherit truncate miw={0} title={activity.clubName ?? undefined}>
              {activity.clubName ?? text.noClub}
            </Text>
          </li>
        </Flex>
        <Group gap={8} justify="flex-end" wrap="nowrap" pt={4} mt="auto" className={`actions ${styles.foot}`}>
          {activity.myStatus && (
            <Box component="span" flex={{ base: '1 1 50%', sm: 1 }}>
              <OwnParticipationStatusLabel activity={activity} />
            </Box>
          )}
          {onEdit && (
            <ActionIcon
              id={`edit-activity-${activity.id}`}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={text.edit({ title: activity.title })}
              onClick={onEdit}
            >
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
          )}
          {activity.status === 'planned' ? (
            <JoinOrLeaveActivityButton activity={activity} />
          ) : (
            // This span only looks like a button. The title's link covers the card and gets the clicks.
            <Button component="span" variant="default" aria-hidden>
              {text.see}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  )
}
