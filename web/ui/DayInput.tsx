import '@mantine/dates/styles.css'
import 'dayjs/locale/ms'
import { DateInput } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { Ref } from 'react'
import styles from './DayInput.module.css'

dayjs.extend(customParseFormat)

const text = {
  example: '21 Nov 2026',
  clear: (label: string) => `Kosongkan ${label.toLowerCase()}`,
  calendar: {
    nextMonth: 'Bulan seterusnya',
    previousMonth: 'Bulan sebelumnya',
    nextYear: 'Tahun seterusnya',
    previousYear: 'Tahun sebelumnya',
    nextDecade: 'Sepuluh tahun seterusnya',
    previousDecade: 'Sepuluh tahun sebelumnya',
    monthLevelControl: 'Pilih bulan',
    yearLevelControl: 'Pilih tahun',
  },
}

/** As people type a day here; the first is how it is shown. */
const dayFormats = ['D MMM YYYY', 'D MMMM YYYY', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY', 'YYYY-MM-DD']

function readDay(typed: string): string | null {
  const day = dayjs(typed.trim(), dayFormats, 'ms', true)
  return day.isValid() ? day.format('YYYY-MM-DD') : null
}

export interface DayInputProps {
  label: string
  /** 2026-11-21, or empty. */
  day: string
  onChange: (day: string) => void
  disabled?: boolean
  error?: string
  /** Its calendar opens within what it stands in, which would otherwise take a click there for one beside itself. */
  isWithin?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A day in Malay, typed or chosen; never the browser's own field, which speaks the browser's language. */
export function DayInput({ label, day, onChange, isWithin = false, ...rest }: DayInputProps) {
  return (
    <DateInput
      {...rest}
      label={label}
      placeholder={text.example}
      locale="ms"
      firstDayOfWeek={1}
      // In the colour of all others: red would be too faint to read.
      weekendDays={[]}
      classNames={{
        day: styles.day,
        calendarHeaderControl: styles.turn,
        calendarHeaderLevel: styles.turn,
      }}
      valueFormat="D MMM YYYY"
      dateParser={readDay}
      clearable
      clearButtonProps={{ 'aria-label': text.clear(label) }}
      ariaLabels={text.calendar}
      popoverProps={{ withinPortal: !isWithin }}
      value={day || null}
      onChange={value => onChange(value ?? '')}
    />
  )
}
