import { NativeSelect, Text } from '@mantine/core'
import { formatTimeOfDayInZone } from '#shared/time/format-period.ts'
import { findInstantsOfWallTime, getCityOfTimeZone, getUtcOffsetAt } from '#shared/time/time-zones.ts'
import { clockText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import { isCompleteWallTime } from './wall-time-fields.ts'

/** Formats a time zone's offset at an instant, for example UTC+10:30. */
function formatUtcOffset(instant: Date, zone: string): string {
  const minutes = getUtcOffsetAt(instant, zone) / 60_000
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/**
 * Warns the organizer when a clock change (daylight saving time) affects the typed time.
 * When clocks skip the time, it names the time that applies instead.
 * When the time occurs twice, it lets the organizer choose the occurrence.
 */
export function DaylightSavingTimeWarning({
  label,
  wall,
  date,
  zone,
  disabled,
  onSecond,
}: {
  /** Label of the time field to which this daylight saving time warning belongs. */
  label: string
  wall: string
  /** Instant (ISO timestamp) that is sent to the server for the typed local time. */
  date: string
  zone: string
  disabled: boolean
  onSecond: (isSecond: boolean) => void
}) {
  if (!isCompleteWallTime(wall)) return null
  const instants = findInstantsOfWallTime(wall, zone)
  // The typed time is formatted in UTC, because clocks in the activity's time zone may skip that time.
  const typed = formatTimeOfDayInZone(new Date(`${wall}Z`), 'UTC')
  if (instants.length === 0)
    return (
      <Text size="sm" className={styles.wide} role="status">
        {text.skipped({
          label,
          time: typed,
          town: getCityOfTimeZone(zone),
          instead: formatTimeOfDayInZone(new Date(date), zone),
        })}
      </Text>
    )
  if (instants.length === 1) return null
  const [first, second] = instants as [Date, Date]
  return (
    <NativeSelect
      label={text.twice({ label, time: typed, town: getCityOfTimeZone(zone) })}
      className={styles.wide}
      disabled={disabled}
      data={[
        { value: 'first', label: text.first({ offset: formatUtcOffset(first, zone) }) },
        { value: 'second', label: text.second({ offset: formatUtcOffset(second, zone) }) },
      ]}
      value={second.toISOString() === date ? 'second' : 'first'}
      onChange={event => onSecond(event.currentTarget.value === 'second')}
    />
  )
}
