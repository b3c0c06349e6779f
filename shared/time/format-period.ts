// Formats periods in the time zone of the venue: "Sab, 21 Nov 2026, 6.30 ptg – 10.00 mlm".

import { dateText } from '#texts/dates.ts'
import { type DayFormat, formatDayInZone } from './format-day.ts'
import { formatTimeAndPartOfDay, joinTimeOfDayParts } from './format-time-of-day.ts'
import { formatWallTime, getCityOfTimeZone, getUtcOffsetAt } from './time-zones.ts'

export interface TimePeriod {
  startDate: string | Date | null
  endDate: string | Date | null
}

function splitClockInZone(moment: Date, zone: string): [time: string, part: string] {
  const [hour = 0, minute = 0] = formatWallTime(moment, zone).slice(11, 16).split(':').map(Number)
  return formatTimeAndPartOfDay(hour, minute)
}

export function formatTimeOfDayInZone(moment: Date, zone: string): string {
  return joinTimeOfDayParts(splitClockInZone(moment, zone))
}

function isSameDayInZone(a: Date, b: Date, zone: string): boolean {
  return formatWallTime(a, zone).slice(0, 10) === formatWallTime(b, zone).slice(0, 10)
}

/**
 * Formats two times as "2.30 – 6.00 ptg". The part of the day ("ptg", afternoon) is written once if both times share
 * it.
 */
function formatClockRange(start: Date, end: Date, zone: string): string {
  const [from, to] = [splitClockInZone(start, zone), splitClockInZone(end, zone)]
  return `${from[1] === to[1] ? from[0] : joinTimeOfDayParts(from)} – ${joinTimeOfDayParts(to)}`
}

function getStartAndEnd({
  startDate,
  endDate,
}: TimePeriod): [start: Date | undefined, end: Date | undefined] {
  const start = startDate ? new Date(startDate) : undefined
  const end = endDate ? new Date(endDate) : undefined
  return start ? [start, end] : [end, undefined]
}

/** Formats only the times of day of a period. Returns undefined when the period spans several days. */
export function formatTimesOfSameDayInZone(period: TimePeriod, zone: string): string | undefined {
  const [start, end] = getStartAndEnd(period)
  if (!start) return undefined
  if (!end) return formatTimeOfDayInZone(start, zone)
  return isSameDayInZone(start, end, zone) ? formatClockRange(start, end, zone) : undefined
}

/** Formats a period as briefly as possible. Returns an empty text when start and end have not been planned yet. */
export function formatPeriodInZone(period: TimePeriod, zone: string, form: DayFormat = 'short'): string {
  const [start, end] = getStartAndEnd(period)
  if (!start) return ''
  const formatPointInTime = (moment: Date) =>
    `${formatDayInZone(moment, zone, form)}, ${formatTimeOfDayInZone(moment, zone)}`
  const hours = formatTimesOfSameDayInZone(period, zone)
  if (hours) return `${formatDayInZone(start, zone, form)}, ${hours}`
  return end ? `${formatPointInTime(start)} – ${formatPointInTime(end)}` : formatPointInTime(start)
}

/** Whether an instant has the same calendar date in two time zones. */
const isSameWallDay = (moment: Date, zone: string, other: string) =>
  formatWallTime(moment, zone).slice(0, 10) === formatWallTime(moment, other).slice(0, 10)

/**
 * Formats a period of a venue in the viewer's time zone, without the year: "9.00 pg – 1.00 ptg", with the day only if it
 * differs from the day at the venue.
 */
export function formatPeriodForViewer(period: TimePeriod, venueZone: string, viewerZone: string): string {
  const hours = formatTimesOfSameDayInZone(period, viewerZone)
  const [start] = getStartAndEnd(period)
  const startsOnSameDay = start && isSameWallDay(start, venueZone, viewerZone)
  return hours && startsOnSameDay ? hours : formatPeriodInZone(period, viewerZone, 'brief')
}

/** Formats a time zone for readers: "waktu London" in Malay, "London time" in English. */
export function formatTimeZoneLabel(zone: string): string {
  return dateText.zone({ city: getCityOfTimeZone(zone) })
}

/** Whether clocks in two time zones show different times at the start or at the end of the period. */
export function doTimeZonesDifferDuringPeriod(period: TimePeriod, zone: string, other: string): boolean {
  return getStartAndEnd(period).some(
    moment => moment && getUtcOffsetAt(moment, zone) !== getUtcOffsetAt(moment, other),
  )
}
