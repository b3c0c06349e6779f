import { Stack } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { timeText as text } from '#texts/activities.ts'
import styles from '#web/features/activities/Activities.module.css'
import { DayInput } from '#web/ui/form/DayInput.tsx'

import { joinDateAndTimeToWallTime, splitWallTimeIntoDateAndTime } from './wall-time-fields.ts'

/** Date and time fields for a local wall time such as "2026-11-21T18:30". A missing part is empty: "2026-11-21T". */
export function DateTimeField({
  label,
  help,
  wall,
  onChange,
  disabled,
  error,
}: {
  label: string
  help?: string
  wall: string
  onChange: (wall: string) => void
  disabled: boolean
  error?: string
}) {
  const { day, time } = splitWallTimeIntoDateAndTime(wall)
  return (
    <Stack gap={8}>
      <DayInput
        label={label}
        disabled={disabled}
        day={day}
        onChange={value => onChange(joinDateAndTimeToWallTime({ day: value, time: value ? time : '' }))}
        error={error}
      />
      <TimePicker
        label={text.hourOf({ label: label.toLowerCase() })}
        description={help}
        format="12h"
        classNames={{ fieldsGroup: styles.clock, field: styles.timeField }}
        amPmLabels={text.parts}
        hoursPlaceholder="00"
        minutesPlaceholder="00"
        hoursInputLabel={text.hours({ label: label.toLowerCase() })}
        minutesInputLabel={text.minutes({ label: label.toLowerCase() })}
        amPmInputLabel={text.part({ label: label.toLowerCase() })}
        minutesStep={5}
        disabled={disabled}
        value={time}
        onChange={value => onChange(joinDateAndTimeToWallTime({ day, time: value.slice(0, 5) }))}
      />
    </Stack>
  )
}
