import { TimePicker } from '@mantine/dates'
import { dateTimeText as text } from '#texts/form-fields.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import styles from './DateTimeField.module.css'
import { DayInput } from './DayInput.tsx'

function splitWallTimeIntoDateAndTime(wall: string): { day: string; time: string } {
  const [day = '', time = ''] = wall.split('T')
  return { day, time }
}

function joinDateAndTimeToWallTime({ day, time }: { day: string; time: string }): string {
  return day || time ? `${day}T${time}` : ''
}

/** Date and time fields for a local wall time such as "2026-11-21T18:30". A missing part is empty: "2026-11-21T". */
export function DateTimeField({
  label,
  timeLabel = text.time,
  help,
  wall,
  template,
  onChange,
  disabled = false,
  isRequired = false,
  error,
}: {
  label: string
  /** Visible label of the time field. Screen readers read the label of the date field with each of its parts. */
  timeLabel?: string
  help?: string
  wall: string
  /** CSS grid columns of date field and time field. If omitted, the time field is below the date field. */
  template?: string
  onChange: (wall: string) => void
  disabled?: boolean
  isRequired?: boolean
  error?: string
}) {
  const { day, time } = splitWallTimeIntoDateAndTime(wall)
  const part = { label: label.toLowerCase() }
  return (
    <Columns template={template} gap={8} align="start">
      <DayInput
        label={label}
        withAsterisk={isRequired}
        isRequired={isRequired}
        disabled={disabled}
        day={day}
        onChange={value => onChange(joinDateAndTimeToWallTime({ day: value, time: value ? time : '' }))}
        error={error}
      />
      <TimePicker
        label={timeLabel}
        description={help}
        format="12h"
        classNames={{ fieldsGroup: styles.clock, field: styles.timeField }}
        amPmLabels={text.parts}
        hoursPlaceholder="00"
        minutesPlaceholder="00"
        hoursInputLabel={text.hours(part)}
        minutesInputLabel={text.minutes(part)}
        amPmInputLabel={text.part(part)}
        minutesStep={5}
        disabled={disabled}
        value={time}
        onChange={value => onChange(joinDateAndTimeToWallTime({ day, time: value.slice(0, 5) }))}
      />
    </Columns>
  )
}
