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

/** Locale of the calendar. The library dayjs contains English, which is also used for the test language. */
const getCalendarLocale = () => (getLanguage() === 'ms' ? 'ms' : 'en')

/** Accepted input formats of a date. The first format is also used for display. */
const dayFormats = ['D MMM YYYY', 'D MMMM YYYY', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY', 'YYYY-MM-DD']

function parseDate(typed: string): string | null {
  const day = dayjs(typed.trim(), dayFormats, getCalendarLocale(), true)
  return day.isValid() ? day.format('YYYY-MM-DD') : null
}

export interface DayInputProps {
  label: string
  /** Value of the date field: a date such as 2026-11-21, or an empty string. */
  day: string
  onChange: (day: string) => void
  disabled?: boolean
  error?: string
  description?: string
  withAsterisk?: boolean
  /** Whether a date is required, so that the date field has no button to clear it. */
  isRequired?: boolean
  /** Whether the calendar is rendered in the parent element, so that clicks on it do not close a popover. */
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
      // Weekend days keep the default colour of the calendar, because Mantine's red has too little contrast.
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
      // The calendar hides days of adjacent months, because they have too little contrast.
      hideOutsideDates
      popoverProps={{
        withinPortal: !isWithin,
        // The calendar is a region of its own, because it can be rendered outside the landmarks of the page.
        attributes: { dropdown: { role: 'region', 'aria-label': text.calendarOf({ label }) } },
      }}
      value={day || null}
      onChange={value => onChange(value ?? '')}
    />
  )
}
