import { Box, Text } from '@mantine/core'
import { useId } from 'react'
import { formatTimeZoneLabel } from '#shared/time/format-period.ts'
import { formatWallTime, getInstantOfWallTime } from '#shared/time/time-zones.ts'
import { DateTimeField } from './DateTimeField.tsx'

/** Formats an instant as a local wall time in the given time zone, such as 2026-11-21T18:30. */
export function formatZonedTime(timestamp: string, zone: string): string {
  return formatWallTime(new Date(timestamp), zone).slice(0, 16)
}

/** Converts a local wall time in the given time zone to a timestamp; undefined when incomplete. */
export function parseZonedTime(wall: string, zone: string): string | undefined {
  const instant = getInstantOfWallTime(wall, zone)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

function formatZoneSentence(zone: string): string {
  const label = formatTimeZoneLabel(zone)
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`
}

/** Required fields for a date and time in a given time zone. The description below the fields names the zone. */
export function ZonedTimeInput({
  label,
  wall,
  zone,
  help,
  error,
  onChange,
}: {
  label: string
  wall: string
  zone: string
  /** Sentence shown below the date and time fields, after the name of their time zone. */
  help?: string
  error?: string
  onChange: (wall: string) => void
}) {
  const id = useId()
  return (
    <Box role="group" aria-label={label} aria-describedby={id}>
      <DateTimeField
        label={label}
        template="repeat(2, minmax(0, 1fr))"
        wall={wall}
        isRequired
        error={error}
        onChange={onChange}
      />
      <Text id={id} mt={5} fz={12} c="dimmed" lh={1.4}>
        {help ? `${formatZoneSentence(zone)}. ${help}` : formatZoneSentence(zone)}
      </Text>
    </Box>
  )
}
