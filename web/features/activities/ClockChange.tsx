import { NativeSelect, Text } from '@mantine/core'
import { clockAt } from '#shared/place-time.ts'
import { momentsOfWall, offsetAt, townOf } from '#shared/zones.ts'
import styles from './Activities.module.css'
import { clockText as text } from './activities.text.ts'
import { isWhole } from './wall-fields.ts'

/** UTC+10:30 */
function offsetLabel(moment: Date, zone: string): string {
  const minutes = offsetAt(moment, zone) / 60_000
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/**
 * Tells the organiser that clocks skip the time they chose, and when the activity is held instead; or that the time comes
 * twice, and lets them choose which. Nothing is shown for any other time.
 */
export function ClockChange({
  label,
  wall,
  date,
  zone,
  disabled,
  onSecond,
}: {
  /** The name of the time field. */
  label: string
  wall: string
  /** The instant that is sent for this time. */
  date: string
  zone: string
  disabled: boolean
  onSecond: (isSecond: boolean) => void
}) {
  if (!isWhole(wall)) return null
  const moments = momentsOfWall(wall, zone)
  // The time as it was typed, which no instant of the zone may show.
  const typed = clockAt(new Date(`${wall}Z`), 'UTC')
  if (moments.length === 0)
    return (
      <Text size="sm" className={styles.wide} role="status">
        {text.skipped(label, typed, townOf(zone), clockAt(new Date(date), zone))}
      </Text>
    )
  if (moments.length === 1) return null
  const [first, second] = moments as [Date, Date]
  return (
    <NativeSelect
      label={text.twice(label, typed, townOf(zone))}
      className={styles.wide}
      disabled={disabled}
      data={[
        { value: 'first', label: text.first(offsetLabel(first, zone)) },
        { value: 'second', label: text.second(offsetLabel(second, zone)) },
      ]}
      value={second.toISOString() === date ? 'second' : 'first'}
      onChange={event => onSecond(event.currentTarget.value === 'second')}
    />
  )
}
