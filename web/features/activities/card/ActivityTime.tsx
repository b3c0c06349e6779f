import type { DayFormat } from '#shared/time/format-day.ts'
import {
  formatPeriodInZone,
  formatTimesOfSameDayInZone,
  formatZoneLabel,
  hasDifferentLocalTime,
} from '#shared/time/format-period.ts'
import styles from '#web/features/activities/Activities.module.css'
import { activitiesText as text, timeText } from '#web/features/activities/activities.text.ts'

interface TimedActivity {
  startDate: string | null
  endDate: string | null
  timeZone: string
}

/** Returns the time zone of the viewer's device. */
export function getViewerTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Time of an activity in its own time zone and, where different, in the viewer's time zone. */
export function ActivityTime({ activity, form = 'short' }: { activity: TimedActivity; form?: DayFormat }) {
  const { timeZone } = activity
  const period = formatPeriodInZone(activity, timeZone, form)
  if (!period) return <span>{text.noDate}</span>
  // The hours are wrapped in a span, so that a line break never splits them.
  const hours = formatTimesOfSameDayInZone(activity, timeZone)
  const localPeriod = hours ? (
    <>
      {period.slice(0, -hours.length)}
      <span className={styles.hours}>{hours}</span>
    </>
  ) : (
    period
  )
  const viewerTimeZone = getViewerTimeZone()
  if (!hasDifferentLocalTime(activity, timeZone, viewerTimeZone)) return <span>{localPeriod}</span>
  return (
    <span className={styles.when}>
      <span>
        {localPeriod} <span className={styles.zone}>{formatZoneLabel(timeZone)}</span>
      </span>
      <span className={styles.yours}>
        {formatPeriodInZone(activity, viewerTimeZone, 'brief')} {timeText.yours}
      </span>
    </span>
  )
}
