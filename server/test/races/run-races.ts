// As many races as there is time for, in an order that a seed decides.
import { createRandom } from '#server/demo/random.ts'
import { canMeet, type Found, layTrack, type Racer, racers, startRaces } from './race.ts'

type Pair = readonly [Racer, Racer]

/** What ends or moves somebody's rights, and so has to fit everything that they do or that is done about them. */
const first = /\/(approve|deactivate|erase|logout|members|password|placement|role)$/

export function listPairs(seed: number): Pair[] {
  const random = createRandom(seed)
  const pairs = racers.flatMap(a => racers.filter(b => canMeet(a, b)).map(b => [a, b] as const))
  const place = ([a, b]: Pair) => random.next() - (first.test(a.name) || first.test(b.name) ? 0.5 : 0)
  const ordered = pairs.map(pair => ({ pair, place: place(pair) }))
  return ordered.sort((x, y) => x.place - y.place).map(({ pair }) => pair)
}

/** A database with many worlds in it takes long to look through, so each is used for some pairs. */
const pairsOnATrack = 25

export interface Report {
  found: Found[]
  pairs: number
  of: number
  races: number
  seconds: number
}

/** `at`: of the places where a call may be stopped, those that are tried. */
export async function runRaces(
  pairs: Pair[],
  { seconds, lanes, at }: { seconds: number; lanes: number; at?: (places: number[]) => number[] },
): Promise<Report> {
  const beganAt = Date.now()
  const report: Report = { found: [], pairs: 0, of: pairs.length, races: 0, seconds: 0 }
  const waiting = [...pairs]
  const isOver = () => Date.now() - beganAt > seconds * 1000
  const pick = (places: number[]) => {
    const picked = at?.(places) ?? places
    report.races += picked.length
    return picked
  }
  const runLane = async () => {
    while (waiting.length > 0 && !isOver()) {
      const track = await layTrack()
      const { run } = startRaces(track)
      try {
        for (const [a, b] of waiting.splice(0, pairsOnATrack)) {
          if (isOver()) break
          report.found.push(...(await run(a, b, pick)))
          report.pairs++
        }
      } finally {
        await track.close()
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  return { ...report, seconds: Math.round((Date.now() - beganAt) / 1000) }
}
