// The whole of races.test.ts: every pair of calls that can meet, the first stopped at every place, in an order that a seed
// decides, for as long as RACE_MINUTES says; what ends or moves somebody's rights comes first.
import { expect, test } from 'vitest'
import { listPairs, runRaces } from './run-races.ts'
import { watchStatements } from './statements.ts'

const seed = Number(process.env.RACE_SEED ?? Date.now() % 1_000_000)
const minutes = Number(process.env.RACE_MINUTES ?? 2)

test(
  'every pair of calls that can meet leaves what one of their orders would have left',
  async () => {
    const stopWatching = watchStatements()
    const { found, ...report } = await runRaces(listPairs(seed), { seconds: minutes * 60, lanes: 3 })
    stopWatching()
    console.warn(
      `Races: ${report.races} of ${report.pairs} pairs (of ${report.of}) in ${report.seconds} s, RACE_SEED=${seed}`,
    )
    expect(report.pairs).toBeGreaterThan(0)
    expect(found, `RACE_SEED=${seed}`).toEqual([])
  },
  (minutes + 10) * 60_000,
)
