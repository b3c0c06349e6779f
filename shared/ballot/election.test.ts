import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyArchive } from './archive/verify-archive.ts'
import { electionPlans } from './test/election-plans.ts'
import { buildElectionArchive, countExpectedVotes, runTestElection } from './test/generated-election.ts'

describe('generated elections', () => {
  it('the result of a generated election is the sum of the last votes of all voters, and its archive passes every check', () => {
    fc.assert(
      fc.property(electionPlans, plan => {
        const { log } = runTestElection(plan)
        const report = verifyArchive(buildElectionArchive(log))
        expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([])
        expect(report).toMatchObject({ ok: true, stage: 'published', ballots: plan.votes.length })
        expect(JSON.parse(report.result as string).result).toEqual(countExpectedVotes(plan))
      }),
      { numRuns: Number(process.env.BALLOT_ELECTIONS ?? 3) },
    )
  }, 600_000)
})
