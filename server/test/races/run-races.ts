// Runs concurrency tests of two requests until the time is used up, in an order that a random seed determines.
import { createSeededRandom } from '#server/demo/seeded-random.ts'
import {
  canRequestsAffectEachOther,
  createRaceTestRunner,
  createRaceTestServers,
  type RaceEntry,
  type RaceFailure,
  raceEntries,
} from './race.ts'

type Pair = readonly [RaceEntry, RaceEntry]

/** URL pattern of requests that change a user's rights. Request pairs with such a URL are tested first. */
const rightsChange = /\/(approve|deactivate|erase|logout|members|password|placement|role)$/

export function listConcurrentRequestPairs(seed: number): Pair[] {
  const random = createSeededRandom(seed)
  const pairs = raceEntries.flatMap(a =>
    raceEntries.filter(b => canRequestsAffectEachOther(a, b)).map(b => [a, b] as const),
  )
  const computePriority = ([a, b]: Pair) =>
    random.next() - (rightsChange.test(a.name) || rightsChange.test(b.name) ? 0.5 : 0)
  const ordered = pairs.map(pair => ({ pair, place: computePriority(pair) }))
  return ordered.sort((x, y) => x.place - y.place).map(({ pair }) => pair)
}

/**
 * Number of pairs of concurrent requests that are tested on one database. Checking a database takes longer the more
 * data earlier tests have left.
 */
const pairsPerDatabase = 25

export interface RaceReport {
  found: RaceFailure[]
  pairs: number
  of: number
  races: number
  seconds: number
}

/**
 * Runs pairs of requests concurrently. `at` selects the positions at which the first request is paused; by default all
 * of them.
 */
export async function runConcurrentRequestPairs(
  pairs: Pair[],
  { seconds, lanes, at }: { seconds: number; lanes: number; at?: (places: number[]) => number[] },
): Promise<RaceReport> {
  const startedAt = Date.now()
  const report: RaceReport = { found: [], pairs: 0, of: pairs.length, races: 0, seconds: 0 }
  const remaining = [...pairs]
  const isTimeOver = () => Date.now() - startedAt > seconds * 1000
  const pickPausePositions = (positions: number[]) => {
    const picked = at?.(positions) ?? positions
    report.races += picked.length
    return picked
  }
  const runRaceLane = async () => {
    while (remaining.length > 0 && !isTimeOver()) {
      const track = await createRaceTestServers()
      const { run } = createRaceTestRunner(track)
      try {
        for (const [a, b] of remaining.splice(0, pairsPerDatabase)) {
          if (isTimeOver()) break
          report.found.push(...(await run(a, b, pickPausePositions)))
          report.pairs++
        }
      } finally {
        await track.close()
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, runRaceLane))
  return { ...report, seconds: Math.round((Date.now() - startedAt) / 1000) }
}
