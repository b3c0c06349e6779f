// Formats times of day: "6.30 ptg" in Malay, "6:30 pm" in English. The no-break space keeps both parts on one line.
import { dateText } from '#texts/dates.ts'

/**
 * Returns time and part of the day, such as "6.30" and "ptg" (afternoon). Intl would write "PTG" for the night ("mlm")
 * too.
 */
export function formatTimeAndPartOfDay(hour: number, minute: number): [time: string, part: string] {
  const part = hour < 12 ? 'morning' : hour < 13 ? 'noon' : hour < 19 ? 'afternoon' : 'evening'
  const time = dateText.time({ hour: String(hour % 12 || 12), minute: String(minute).padStart(2, '0') })
  return [time, dateText.dayPart({ part })]
}

/** Joins a time such as "6.30" and its part of the day such as "ptg" with a no-break space. */
export const joinTimeOfDayParts = (parts: [time: string, part: string]): string => parts.join('\u00a0')

export function formatTimeOfDay(hour: number, minute: number): string {
  return joinTimeOfDayParts(formatTimeAndPartOfDay(hour, minute))
}
