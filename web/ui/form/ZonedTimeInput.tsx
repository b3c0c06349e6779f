import { TextInput } from '@mantine/core'
import { formatTimeZoneLabel } from '#shared/time/format-period.ts'
import { formatWallTime, getInstantOfWallTime } from '#shared/time/time-zones.ts'

/** Formats an instant as the value of a datetime-local input in the given time zone, such as 2026-11-21T18:30. */
export function formatZonedTime(timestamp: string, zone: string): string {
  return formatWallTime(new Date(timestamp), zone).slice(0, 16)
}

/** Converts the value of a datetime-local input in the given time zone to a timestamp; undefined when incomplete. */
export function parseZonedTime(wall: string, zone: string): string | undefined {
  const instant = getInstantOfWallTime(wall, zone)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

/** Input for a date and time in a given time zone. The description below the label names the zone. */
export function ZonedTimeInput({
  label,
  name,
  wall,
  zone,
  help,
  error,
  onChange,
}: {
  label: string
  name: string
  wall: string
  zone: string
  /** Sentence that follows the name of the time zone in the description of the input. */
  help?: string
  error?: string
  onChange: (wall: string) => void
}) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      name={name}
      description={help ? `${formatTimeZoneLabel(zone)}. ${help}` : formatTimeZoneLabel(zone)}
      withAsterisk
      value={wall}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
