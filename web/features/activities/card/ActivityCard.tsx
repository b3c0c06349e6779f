import { ActionIcon, Card } from '@mantine/core'
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
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import styles from '#web/features/activities/Activities.module.css'
import { activitiesText as text } from '#web/features/activities/activities.text.ts'
import { JoinButton } from '#web/features/activities/joining/JoinButton.tsx'
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx'
import { ActivityCover } from './ActivityCover.tsx'
import { ActivityTime } from './ActivityTime.tsx'
import { DateTile } from './DateTile.tsx'

/** The user's own status in the activity: joined, waiting with position, or attended. */
export function ParticipationStatus({ activity }: { activity: ActivityRow }) {
  const { myStatus: status, waitingPosition } = activity
  if (!status) return null
  const Icon = status === 'waiting' ? IconClock : IconCheck
  return (
    <span className={styles.mine} data-status={status}>
      <Icon size={14} aria-hidden /> {text.mine[status]}
      {waitingPosition !== null && ` · ${text.turn(waitingPosition)}`}
    </span>
  )
}

export function PlacesTaken({ activity }: { activity: ActivityRow }) {
  const { participantCount, maxParticipants, waitingCount } = activity
  return (
    <span className="tabular">
      {text.places(participantCount, maxParticipants)}
      {waitingCount > 0 && ` · ${text.waiting(waitingCount)}`}
    </span>
  )
}

/** Card of one activity in the list. `onEdit` is set only for users who may edit the activity. */
export function ActivityCard({ activity, onEdit }: { activity: ActivityRow; onEdit?: () => void }) {
  return (
    <Card component="article" className={styles.card} padding={0} aria-label={activity.title}>
      <ActivityCover activity={activity} size="thumbnail" />
      <div className={styles.inside}>
        <div className={styles.cardHead}>
          <DateTile startDate={activity.startDate} timeZone={activity.timeZone} />
          <StatusBadge status={activity.status} />
          <ParticipationStatus activity={activity} />
        </div>
        <h2 className={styles.cardTitle}>
          <Link to="/activities/$id" params={{ id: String(activity.id) }} className={styles.link}>
            {activity.title}
          </Link>
        </h2>
        <ul className={styles.facts}>
          <li>
            <IconCalendar size={16} aria-hidden />
            <ActivityTime activity={activity} />
          </li>
          <li>
            <IconMapPin size={16} aria-hidden />
            <span className={styles.oneLine}>{activity.location ?? text.noPlace}</span>
          </li>
          <li>
            <IconUsers size={16} aria-hidden />
            <PlacesTaken activity={activity} />
          </li>
          <li>
            <IconBuildingCommunity size={16} aria-hidden />
            <span className={styles.oneLine} title={activity.clubName ?? undefined}>
              {activity.clubName ?? text.noClub}
            </span>
          </li>
        </ul>
        {(onEdit || activity.status === 'planned') && (
          <div className={styles.cardFoot}>
            {onEdit && (
              <ActionIcon
                id={`edit-activity-${activity.id}`}
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={text.edit(activity.title)}
                onClick={onEdit}
              >
                <IconPencil size={18} aria-hidden />
              </ActionIcon>
            )}
            <JoinButton activity={activity} />
          </div>
        )}
      </div>
    </Card>
  )
}
