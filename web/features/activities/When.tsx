import type { DayForm } from '#shared/day-at.ts'
import { differs, hoursAt, periodAt, zoneLabel } from '#shared/place-time.ts'
import styles from './Activities.module.css'
import { activitiesText as text, timeText } from './activities.text.ts'

interface Timed {
  startDate: string | null
  endDate: string | null
  timeZone: string
}

/** Where whoever looks is, by their device. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** By the clocks of its place; where the viewer's show something else, those stand beside it with their own date. */
export function When({ activity, form = 'short' }: { activity: Timed; form?: DayForm }) {
  const { timeZone } = activity
  const period = periodAt(activity, timeZone, form)
  if (!period) return <span>{text.noDate}</span>
  // Where there is no room for all of it, the hours stay together.
  const hours = hoursAt(activity, timeZone)
  const there = hours ? (
    <>
      {period.slice(0, -hours.length)}
      <span className={styles.hours}>{hours}</span>
    </>
  ) : (
    period
  )
  const mine = viewerZone()
  if (!differs(activity, timeZone, mine)) return <span>{there}</span>
  return (
    <span className={styles.when}>
      <span>
        {there} <span className={styles.zone}>{zoneLabel(timeZone)}</span>
      </span>
      <span className={styles.yours}>
        {periodAt(activity, mine, 'brief')} {timeText.yours}
      </span>
    </span>
  )
}
