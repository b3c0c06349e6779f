// When something is, said in Malay and in the time of its place: "Sab, 21 Nov 2026, 6.30 ptg – 10.00 mlm".
import { type DayForm, dayAt } from './day-at.ts'
import { offsetAt, townOf, wallTime } from './zones.ts'

export interface Period {
  startDate: string | Date | null
  endDate: string | Date | null
}

/** 6.30 ptg. Written as people write it; the platform's own form is "6:30 PTG", also at night. */
function splitClock(moment: Date, zone: string): [time: string, part: string] {
  const [hour = 0, minute = 0] = wallTime(moment, zone).slice(11, 16).split(':').map(Number)
  const part = hour < 12 ? 'pg' : hour < 19 ? 'ptg' : 'mlm'
  return [`${hour % 12 || 12}.${String(minute).padStart(2, '0')}`, part]
}

export function clockAt(moment: Date, zone: string): string {
  return splitClock(moment, zone).join(' ')
}

function isSameDayAt(a: Date, b: Date, zone: string): boolean {
  return wallTime(a, zone).slice(0, 10) === wallTime(b, zone).slice(0, 10)
}

/** 2.30 – 6.00 pg, or with the part of the day twice where it changes between them. */
function clocksAt(start: Date, end: Date, zone: string): string {
  const [from, to] = [splitClock(start, zone), splitClock(end, zone)]
  return from[1] === to[1] ? `${from[0]} – ${to.join(' ')}` : `${from.join(' ')} – ${to.join(' ')}`
}

function momentsOf({ startDate, endDate }: Period): [start: Date | undefined, end: Date | undefined] {
  const start = startDate ? new Date(startDate) : undefined
  const end = endDate ? new Date(endDate) : undefined
  return start ? [start, end] : [end, undefined]
}

/** The hours alone, when both are on one day; otherwise undefined. */
export function hoursAt(period: Period, zone: string): string | undefined {
  const [start, end] = momentsOf(period)
  if (!start) return undefined
  if (!end) return clockAt(start, zone)
  return isSameDayAt(start, end, zone) ? clocksAt(start, end, zone) : undefined
}

/** As short as it can be said; empty when there is no date yet. */
export function periodAt(period: Period, zone: string, form: DayForm = 'short'): string {
  const [start, end] = momentsOf(period)
  if (!start) return ''
  const one = (moment: Date) => `${dayAt(moment, zone, form)}, ${clockAt(moment, zone)}`
  const hours = hoursAt(period, zone)
  if (hours) return `${dayAt(start, zone, form)}, ${hours}`
  return end ? `${one(start)} – ${one(end)}` : one(start)
}

/** waktu London */
export function zoneLabel(zone: string): string {
  return `waktu ${townOf(zone)}`
}

/** Whether the clocks of two places show different times at any end of it. */
export function differs(period: Period, zone: string, other: string): boolean {
  return momentsOf(period).some(moment => moment && offsetAt(moment, zone) !== offsetAt(moment, other))
}
