import { wallTime } from '#shared/zones.ts'
import styles from './Activities.module.css'

/** The day on which it begins, as a leaf of a calendar; written out beside it, so only to be seen. */
export function DateTile({ startDate, timeZone }: { startDate: string | null; timeZone: string }) {
  if (!startDate) return null
  const moment = new Date(startDate)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ms-MY', { ...options, timeZone }).format(moment)
  return (
    <span className={styles.tile} aria-hidden>
      <span className={styles.tileMonth}>{part({ month: 'short' })}</span>
      <span className={styles.tileDay}>{Number(wallTime(moment, timeZone).slice(8, 10))}</span>
      <span className={styles.tileWeekday}>{part({ weekday: 'short' })}</span>
    </span>
  )
}
