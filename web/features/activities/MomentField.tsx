import '@mantine/dates/styles.css'
import 'dayjs/locale/ms'
import { DateInput, TimePicker } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useEffect, useRef } from 'react'
import styles from './Activities.module.css'
import { timeText as text } from './activities.text.ts'
import { joinWall, splitWall } from './wall-fields.ts'

dayjs.extend(customParseFormat)
/** As people type a day here; the first is how it is shown. */
const dayFormats = ['D MMM YYYY', 'D MMMM YYYY', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY', 'YYYY-MM-DD']

function readDay(typed: string): string | null {
  const day = dayjs(typed.trim(), dayFormats, 'ms', true)
  return day.isValid() ? day.format('YYYY-MM-DD') : null
}

/** A day and an hour of a place. `wall`: both, as "2026-11-21T18:30"; what is missing is left empty: "2026-11-21T". */
export function MomentField({
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
  const { day, time } = splitWall(wall)
  const input = useRef<HTMLInputElement>(null)
  // What carries the name in the form is hidden and cannot be led to.
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  return (
    <div className={styles.moment}>
      <DateInput
        ref={input}
        label={label}
        placeholder={text.dayExample}
        locale="ms"
        firstDayOfWeek={1}
        valueFormat="D MMM YYYY"
        dateParser={readDay}
        clearable
        clearButtonProps={{ 'aria-label': text.clear(label) }}
        ariaLabels={text.calendar}
        popoverProps={{ withinPortal: true }}
        disabled={disabled}
        value={day || null}
        onChange={value => onChange(joinWall({ day: value ?? '', time: value ? time : '' }))}
        error={error}
      />
      <TimePicker
        label={text.hourOf(label)}
        description={help}
        format="12h"
        classNames={{ field: styles.timeField }}
        amPmLabels={text.parts}
        hoursInputLabel={text.hours(label)}
        minutesInputLabel={text.minutes(label)}
        amPmInputLabel={text.part(label)}
        minutesStep={5}
        disabled={disabled}
        value={time}
        onChange={value => onChange(joinWall({ day, time: value.slice(0, 5) }))}
      />
    </div>
  )
}
