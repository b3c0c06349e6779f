import type { DayForm } from '#shared/day-at.ts'
import { differs, hoursAt, periodAt, zoneLabel } from '#shared/place-time.ts'
import styles from './Activities.module.css'
import { activitiesText as text, timeText } from './activities.text.ts'

interface TimedActivity {
  startDate: string | null
  endDate: string | null
  timeZone: string
}

/** Returns the time zone of the viewer's device. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Time of an activity in its own time zone and, where different, in the viewer's time zone. */
export function When({ activity, form = 'short' }: { activity: TimedActivity; form?: DayForm }) {
  const { timeZone } = activity
  const period = periodAt(activity, timeZone, form)
  if (!period) return <span>{text.noDate}</span>
  // The hours are wrapped in a span, so that a line break never splits them.
  const hours = hoursAt(activity, timeZone)
  const localPeriod = hours ? (
    <>
      {period.slice(0, -hours.length)}
      <span className={styles.hours}>{hours}</span>
    </>
  ) : (
    period
  )
  const viewerTimeZone = viewerZone()
  if (!differs(activity, timeZone, viewerTimeZone)) return <span>{localPeriod}</span>
  return (
    <span className={styles.when}>
      <span>
        {localPeriod} <span className={styles.zone}>{zoneLabel(timeZone)}</span>
      </span>
      <span className={styles.yours}>
        {periodAt(activity, viewerTimeZone, 'brief')} {timeText.yours}
      </span>
    </span>
  )
}
