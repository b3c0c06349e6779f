import '@mantine/dates/styles.css'
import 'dayjs/locale/ms'
import { DateInput } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import type { Ref } from 'react'
import { getLanguage } from '#shared/language/texts.ts'
import { dayInputText as text } from '#texts/form-fields.ts'
import styles from './DayInput.module.css'

dayjs.extend(customParseFormat)

/** Locale of the calendar. dayjs contains English; the pseudo-language uses English too. */
const getCalendarLocale = () => (getLanguage() === 'ms' ? 'ms' : 'en')

/** Accepted input formats of a date; the first one is also the display format. */
const dayFormats = ['D MMM YYYY', 'D MMMM YYYY', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY', 'YYYY-MM-DD']

function parseDate(typed: string): string | null {
  const day = dayjs(typed.trim(), dayFormats, getCalendarLocale(), true)
  return day.isValid() ? day.format('YYYY-MM-DD') : null
}

export interface DayInputProps {
  label: string
  /** Value of the field: a date such as 2026-11-21, or an empty string. */
  day: string
  onChange: (day: string) => void
  disabled?: boolean
  error?: string
  description?: string
  withAsterisk?: boolean
  /** Whether the field must have a date, so that no button clears it. */
  isRequired?: boolean
  /** Renders the calendar inside the parent element, because a popover would close on a click outside itself. */
  isWithin?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Date input in the page's language. The browser's own date field would use the browser's language. */
export function DayInput({
  label,
  day,
  onChange,
  isWithin = false,
  isRequired = false,
  ...rest
}: DayInputProps) {
  return (
    <DateInput
      {...rest}
      label={label}
      placeholder={text.placeholder}
      locale={getCalendarLocale()}
      firstDayOfWeek={1}
      // Weekend days keep the default colour, because Mantine's red has too little contrast.
      weekendDays={[]}
      classNames={{
        day: styles.day,
        calendarHeaderControl: styles.turn,
        calendarHeaderLevel: styles.turn,
        monthsListControl: styles.turn,
        yearsListControl: styles.turn,
      }}
      valueFormat="D MMM YYYY"
      dateParser={parseDate}
      clearable={!isRequired}
      clearButtonProps={{ 'aria-label': text.clear({ label: label.toLowerCase() }) }}
      ariaLabels={text.calendar}
      // Days of adjacent months are hidden, because they have too little contrast.
      hideOutsideDates
      popoverProps={{
        withinPortal: !isWithin,
        // The calendar is rendered at the end of the document, outside the page's landmarks.
        attributes: { dropdown: { role: 'region', 'aria-label': text.calendarOf({ label }) } },
      }}
      value={day || null}
      onChange={value => onChange(value ?? '')}
    />
  )
}
