import { formatWallTime } from '#shared/time/time-zones.ts'
import styles from '#web/features/activities/Activities.module.css'

/** Calendar tile with the start day. Hidden from screen readers, because the date is also written as text. */
export function DateTile({ startDate, timeZone }: { startDate: string | null; timeZone: string }) {
  if (!startDate) return null
  const date = new Date(startDate)
  const formatPart = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ms-MY', { ...options, timeZone }).format(date)
  return (
    <span className={styles.tile} aria-hidden>
      <span className={styles.tileMonth}>{formatPart({ month: 'short' })}</span>
      <span className={styles.tileDay}>{Number(formatWallTime(date, timeZone).slice(8, 10))}</span>
      <span className={styles.tileWeekday}>{formatPart({ weekday: 'short' })}</span>
    </span>
  )
}
