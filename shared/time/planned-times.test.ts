import { describe, expect, it } from 'vitest'
import {
  convertInstantsToPlannedWallTimes,
  convertWallTimesToInstants,
  shiftWallTimesToNewStart,
} from './planned-times.ts'
import { calculateWallTimeOfNthRepetition, shiftWallTime } from './repetitions.ts'
import { findInstantsOfWallTime, formatWallTime, getInstantOfWallTime, getUtcOffsetAt } from './time-zones.ts'

const minute = 60_000
const day = 86_400_000
const step = 15 * minute
const formatPlainWallTime = (plain: number) => new Date(plain).toISOString().slice(0, -1)

/**
 * Time zones in which clocks change by an hour, by half an hour (Lord Howe), at midnight (Havana) and by a day (Apia,
 * 2011).
 */
const zones = [
  ['Europe/London', 2027],
  ['Australia/Sydney', 2027],
  ['Australia/Lord_Howe', 2027],
  ['America/St_Johns', 2027],
  ['America/Havana', 2027],
  ['Africa/Cairo', 2027],
  ['Asia/Beirut', 2027],
  ['Pacific/Apia', 2011],
] as const

/** Finds the clock changes of a time zone in one year, with a precision of 15 minutes. */
function listOffsetChanges(zone: string, year: number): number[] {
  const changes: number[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += step) {
    if (getUtcOffsetAt(new Date(at - step), zone) !== getUtcOffsetAt(new Date(at), zone)) changes.push(at)
  }
  return changes
}

/** Lists wall times every 15 minutes from one hour before a clock change to one hour after it. */
function listWallTimesAround(change: number, zone: string): string[] {
  const [before, after] = [change - step, change].map(at => change + getUtcOffsetAt(new Date(at), zone))
  const [from = 0, to = 0] = [before ?? 0, after ?? 0].sort((a, b) => a - b)
  const count = Math.min(20, (to - from + 120 * minute) / step)
  return Array.from({ length: count }, (_, n) => formatPlainWallTime(from - 60 * minute + n * step))
}

describe.each(zones)('%s in %i', (zone, year) => {
  const changes = listOffsetChanges(zone, year)
  const walls = changes.flatMap(change => listWallTimesAround(change, zone))

  it('the clocks of every time zone in planned-times.test.ts change at least twice in the tested year', () => {
    expect(changes.length).toBeGreaterThanOrEqual(2)
  })

  it('findInstantsOfWallTime returns exactly the instants at which local clocks show the wall time', () => {
    const shown = new Map<string, string[]>()
    for (const change of changes) {
      for (let at = change - 2 * day; at <= change + 2 * day; at += step) {
        const wall = formatWallTime(new Date(at), zone)
        shown.set(wall, [...(shown.get(wall) ?? []), new Date(at).toISOString()])
      }
    }
    for (const wall of walls) {
      const found = findInstantsOfWallTime(wall, zone).map(moment => moment.toISOString())
      expect([wall, found]).toEqual([wall, shown.get(wall) ?? []])
    }
    expect(walls.some(wall => findInstantsOfWallTime(wall, zone).length === 0)).toBe(true)
  })

  it('planned wall times (local times) survive conversion to instants and back, and the end is never before the start', () => {
    for (const startWall of walls) {
      for (const length of [0, 15, 30, 90, 26 * 60]) {
        const planned = {
          startWall,
          endWall: formatPlainWallTime(Date.parse(`${startWall}Z`) + length * minute),
        }
        const instants = convertWallTimesToInstants(planned, zone)
        expect(convertInstantsToPlannedWallTimes(instants, zone, planned)).toEqual(planned)
        expect(Number(instants.endDate)).toBeGreaterThanOrEqual(Number(instants.startDate))
        expect(convertWallTimesToInstants(planned, zone, instants)).toEqual(instants)
      }
    }
  })

  it('convertWallTimesToInstants keeps the second occurrence of a wall time that occurs twice if it was chosen before', () => {
    for (const wall of walls) {
      const [first, second] = findInstantsOfWallTime(wall, zone)
      if (!first || !second) continue
      const planned = { startWall: wall, endWall: wall }
      const instants = { startDate: second, endDate: second }
      expect(convertWallTimesToInstants(planned, zone, instants)).toEqual(instants)
      expect(convertInstantsToPlannedWallTimes(instants, zone)).toEqual(planned)
      // For an activity without chosen end, the occurrence of the end that is not before the start is selected.
      expect(convertWallTimesToInstants(planned, zone, { startDate: second, endDate: null })).toEqual(
        instants,
      )
      // A chosen end whose first occurrence lies before the start is replaced by the second occurrence.
      expect(convertWallTimesToInstants(planned, zone, { startDate: second, endDate: first })).toEqual(
        instants,
      )
      // An activity that starts before both occurrences of its end keeps the chosen occurrence.
      const long = { startDate: new Date(Number(first) - day), endDate: second }
      expect(convertWallTimesToInstants(convertInstantsToPlannedWallTimes(long, zone), zone, long)).toEqual(
        long,
      )
    }
  })

  it('shiftWallTimesToNewStart moves a weekly series to the same instants as a series that is planned at the new time', () => {
    for (const change of changes) {
      for (const wall of listWallTimesAround(change, zone)) {
        const first = shiftWallTime(wall, calculateWallTimeOfNthRepetition(wall, 'week', 1), wall)
        for (const by of [-60, 30, 25 * 60]) {
          const target = formatPlainWallTime(Date.parse(`${first}Z`) + by * minute)
          for (const week of [1, 2]) {
            const planned = {
              startWall: calculateWallTimeOfNthRepetition(first, 'week', week),
              endWall: null,
            }
            const stored = convertInstantsToPlannedWallTimes(
              convertWallTimesToInstants(planned, zone),
              zone,
              planned,
            )
            const moved = shiftWallTimesToNewStart(
              stored,
              shiftWallTime(stored.startWall ?? '', first, target),
            )
            expect(convertWallTimesToInstants(moved, zone).startDate).toEqual(
              getInstantOfWallTime(calculateWallTimeOfNthRepetition(target, 'week', week), zone),
            )
          }
        }
      }
    }
  })
})

it('shiftWallTimesToNewStart shifts the end of an activity by as much as its start, and adds no end to an activity without one', () => {
  const planned = { startWall: '2027-03-20 19:30', endWall: '2027-03-21 01:00' }
  expect(shiftWallTimesToNewStart(planned, '2027-03-28T18:00:00.000')).toEqual({
    startWall: '2027-03-28T18:00:00.000',
    endWall: '2027-03-28T23:30:00.000',
  })
  expect(
    shiftWallTimesToNewStart({ ...planned, endWall: null }, '2027-03-28T18:00:00.000').endWall,
  ).toBeNull()
})

it('convertInstantsToPlannedWallTimes returns the local time of the stored instant when the planned wall time does not match the instant', () => {
  const planned = { startWall: '2027-03-28T01:30', endWall: null }
  const actual = { startDate: new Date('2027-03-28T01:30:00Z'), endDate: null }
  expect(convertInstantsToPlannedWallTimes(actual, 'Europe/London', planned).startWall).toBe(
    '2027-03-28T01:30:00.000',
  )
  const later = { startDate: new Date('2027-03-28T02:30:00Z'), endDate: null }
  expect(convertInstantsToPlannedWallTimes(later, 'Europe/London', planned).startWall).toBe(
    '2027-03-28T03:30:00.000',
  )
})
