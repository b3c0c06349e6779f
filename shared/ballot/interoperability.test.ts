// Tests interoperability with belenios-tool 2.5.1 in both directions. Skipped unless the tool is installed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyArchive } from './archive/verify-archive.ts'
import { runBeleniosElection } from './test/belenios-election.ts'
import { doesBeleniosAcceptArchive, hasBeleniosTool, runInTemporaryFolder } from './test/belenios-tool.ts'
import { electionPlans } from './test/election-plans.ts'
import { buildElectionArchive, countExpectedVotes, runTestElection } from './test/generated-election.ts'

const elections = Number(process.env.BALLOT_ELECTIONS ?? 3)
const plans = fc.sample(electionPlans, elections)

describe.skipIf(!hasBeleniosTool)('belenios-tool', () => {
  it('belenios-tool accepts archives of generated elections at every stage', () => {
    for (const plan of plans) {
      const { setup, log } = runTestElection(plan)
      for (let length = 1; length <= log.length; length += 1) {
        expect(
          doesBeleniosAcceptArchive(setup.uuid, buildElectionArchive(log.slice(0, length))),
          `${length}`,
        ).toBe(true)
      }
    }
  }, 3_600_000)

  it('elections made by belenios-tool are accepted by the archive verifier with the same result', () => {
    for (const plan of plans) {
      runInTemporaryFolder(folder => {
        // belenios-tool supports no key ceremony in which all trustees are needed to decrypt.
        const trustees = Math.max(plan.trustees, plan.threshold + 1)
        const report = verifyArchive(runBeleniosElection(folder, { ...plan, trustees }))
        expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([])
        expect(JSON.parse(report.result as string).result).toEqual(countExpectedVotes(plan))
      })
    }
  }, 3_600_000)
})
