import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { activityStatusLabels } from '#shared/labels.ts'
import { formatPeriodInZone, formatTimesOfSameDayInZone } from '#shared/time/format-period.ts'
import { activitiesText as text } from '#web/features/activities/activities.text.ts'
import { ParticipationStatus } from '#web/features/activities/card/ActivityCard.tsx'
import styles from './Calendar.module.css'

/** Row of one activity in a day's list: time, title, location and the user's own status. */
export function DayActivityRow({ activity }: { activity: ActivityRow }) {
  const { timeZone, status, location, clubName } = activity
  return (
    <li className={styles.entry} data-status={status}>
      <span className={styles.entryTime}>
        {formatTimesOfSameDayInZone(activity, timeZone) ?? formatPeriodInZone(activity, timeZone, 'brief')}
      </span>
      <Link to="/activities/$id" params={{ id: String(activity.id) }} className={`lone ${styles.entryTitle}`}>
        {activity.title}
      </Link>
      <span className={styles.entryPlace}>
        {[activityStatusLabels[status], location ?? text.noPlace, clubName].filter(Boolean).join(' · ')}
      </span>
      <ParticipationStatus activity={activity} />
    </li>
  )
}

/** Small link to an activity in a day of the month calendar, with a tick when the user has joined. */
export function DayActivityLink({ activity }: { activity: ActivityRow }) {
  return (
    <Link
      to="/activities/$id"
      params={{ id: String(activity.id) }}
      className={styles.dayChip}
      data-status={activity.status}
      tabIndex={-1}
      title={activity.title}
    >
      {activity.myStatus && <IconCheck size={12} aria-label={text.mine.registered} />}
      {activity.title}
    </Link>
  )
}
