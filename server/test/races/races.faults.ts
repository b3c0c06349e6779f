// Tests all pairs of requests that can conflict, for RACE_MINUTES minutes. races.test.ts is the short form.
// RACE_SEED determines the order of the pairs. Pairs that remove or change the rights of a user run first.
import { expect, test } from 'vitest'
import { makeSqlStatementsPausable } from './pausable-statements.ts'
import { listConcurrentRequestPairs, runConcurrentRequestPairs } from './run-races.ts'

const seed = Number(process.env.RACE_SEED ?? Date.now() % 1_000_000)
const minutes = Number(process.env.RACE_MINUTES ?? 2)

test(
  'any two conflicting concurrent requests leave the same data as when they run one after the other',
  async () => {
    const stopWatching = makeSqlStatementsPausable()
    const { found, ...report } = await runConcurrentRequestPairs(listConcurrentRequestPairs(seed), {
      seconds: minutes * 60,
      lanes: 3,
    })
    stopWatching()
    console.warn(
      `Races: ${report.races} of ${report.pairs} pairs (of ${report.of}) in ${report.seconds} s, RACE_SEED=${seed}`,
    )
    expect(report.pairs).toBeGreaterThan(0)
    expect(found, `RACE_SEED=${seed}`).toEqual([])
  },
  (minutes + 10) * 60_000,
)
