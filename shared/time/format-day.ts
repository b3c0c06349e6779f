// Formats dates in Malay. Separate from the time zone tables, because the dashboard needs only this part.

export type DayFormat = 'short' | 'long' | 'brief'

const dayForms = {
  /** Short Malay date with year: "Sab, 21 Nov 2026". */
  short: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  /** Long Malay date with full names of weekday and month: "Sabtu, 21 November 2026". */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Short Malay date without year: "Sab, 21 Nov". */
  brief: { weekday: 'short', day: 'numeric', month: 'short' },
} as const satisfies Record<DayFormat, Intl.DateTimeFormatOptions>

export function formatDayInZone(moment: Date, zone: string, form: DayFormat = 'short'): string {
  return new Intl.DateTimeFormat('ms-MY', { ...dayForms[form], timeZone: zone }).format(moment)
}
