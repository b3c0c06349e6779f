// Date and time fields have a local wall time as value, such as "2026-11-21T18:30".
// While the user types, the value of a date and time field can be incomplete: "2026-11-21T" or "T18:30".
import type { ActivityRow } from '#shared/contracts/activities/activities.schemas.ts'
import { convertWallTimesToInstants } from '#shared/time/planned-times.ts'
import { findInstantsOfWallTime, formatWallTime } from '#shared/time/time-zones.ts'

const completePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Whether a local wall time has both a date and a time, and the date exists. */
export function isCompleteWallTime(wall: string): boolean {
  return completePattern.test(wall) && !Number.isNaN(Date.parse(`${wall}Z`))
}

/** Typed start and end of an activity. `isSecond…` chooses the second occurrence of a repeated time. */
export interface TypedTimes {
  start: string
  end: string
  isSecondStart: boolean
  isSecondEnd: boolean
}

/** Returns the initial times of the activity form as planned, even where a clock change moves the actual time. */
export function getInitialActivityFormTimes(activity: ActivityRow | undefined): TypedTimes {
  if (!activity) return { start: '', end: '', isSecondStart: false, isSecondEnd: false }
  const { startDate, endDate, startWall, endWall, timeZone } = activity
  const formatField = (date: string | null, wall: string | null | undefined) =>
    date ? (wall ?? formatWallTime(new Date(date), timeZone)).slice(0, 16) : ''
  const isSecondOccurrence = (date: string | null, wall: string) =>
    date !== null &&
    findInstantsOfWallTime(wall, timeZone)[1]?.getTime() === Math.floor(Date.parse(date) / 60_000) * 60_000
  const [start, end] = [formatField(startDate, startWall), formatField(endDate, endWall)]
  return {
    start,
    end,
    isSecondStart: isSecondOccurrence(startDate, start),
    isSecondEnd: isSecondOccurrence(endDate, end),
  }
}

/** Converts typed local times to the submitted values. An incomplete time becomes "?", which validation rejects. */
export function convertEnteredTimesToTimestamps(
  { start, end, isSecondStart, isSecondEnd }: TypedTimes,
  zone: string,
) {
  const getSecondOccurrence = (wall: string, isSecond: boolean) =>
    (isSecond && findInstantsOfWallTime(wall, zone)[1]) || null
  const completeOrNull = (wall: string) => (isCompleteWallTime(wall) ? wall : null)
  const wallTimes = { startWall: completeOrNull(start), endWall: completeOrNull(end) }
  const { startDate, endDate } = convertWallTimesToInstants(wallTimes, zone, {
    startDate: getSecondOccurrence(start, isSecondStart),
    endDate: getSecondOccurrence(end, isSecondEnd),
  })
  const formatInstant = (wall: string, date: Date | null) => (wall === '' ? '' : (date?.toISOString() ?? '?'))
  return {
    startDate: formatInstant(start, startDate),
    endDate: formatInstant(end, endDate),
    startWall: wallTimes.startWall ?? '',
    endWall: wallTimes.endWall ?? '',
  }
}

const parseWallTime = (wall: string) => Date.parse(`${wall}Z`)

/** Returns the activity's end time after its start changed: same duration, or two hours if there was no end. */
export function calculateEndTimeAfterStartChange(before: string, after: string, end: string): string {
  if (!completePattern.test(after) || (end !== '' && !completePattern.test(end))) return end
  const duration =
    completePattern.test(before) && end !== '' ? parseWallTime(end) - parseWallTime(before) : 2 * 3_600_000
  if (end !== '' && !completePattern.test(before)) return end
  return new Date(parseWallTime(after) + duration).toISOString().slice(0, 16)
}
