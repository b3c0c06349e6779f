// Tests a voter whose second account was merged into the first one after the electoral roll was fixed.
// The voter votes with the keys of the merged account.
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyArchive } from '#shared/ballot/archive/verify-archive.ts'
import { buildElectionArchive } from '#shared/ballot/test/generated-election.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { createSignedEnrolment } from './enrol.ts'
import {
  confirmElectionReviewAndCastVote,
  createTestDevice,
  createTestIdentityKeys,
  createTestVotersAndTrustees,
  getKindOfThrownBallotAlarm,
  TestElection,
} from './test-election.ts'
import { verifyElectoralRollWithOwnEntry } from './verify-electoral-roll-with-own-entry.ts'
import { castVote } from './voter.ts'

const election = new TestElection()
let people: Identity[] = []
let devices: Awaited<ReturnType<typeof createTestVotersAndTrustees>>['devices'] = []
const removed = () => people[3] as Identity
const survivor = () => people[4] as Identity

/** Creates the device of a user into whose account user 4 was merged, with the given keys of the merged account. */
async function createDeviceAfterMerge(identity: Identity, merged: Identity | undefined) {
  const device = await createTestDevice(election, identity, { pins: people.map(({ card }) => card) })
  return { ...device, merged: { userId: 4, identity: merged } }
}

beforeAll(async () => {
  ;({ people, devices } = await createTestVotersAndTrustees(election))
  election.open()
  for (const device of devices.slice(0, 4)) await confirmElectionReviewAndCastVote(device, 1, [[1, 0]])
}, 120_000)

describe('a voter whose other account was merged', () => {
  it('a voter device without the keys of the merged account raises the alarm merged-keys-missing, and still verifies the electoral roll', async () => {
    const voter = await createDeviceAfterMerge(await createTestIdentityKeys(9), undefined)
    expect(await getKindOfThrownBallotAlarm(castVote(voter, 1, [[0, 1]]))).toBe('merged-keys-missing')
    const renewed = await createDeviceAfterMerge(
      await createTestIdentityKeys(9),
      await createTestIdentityKeys(4, 2),
    )
    expect(await getKindOfThrownBallotAlarm(castVote(renewed, 1, [[0, 1]]))).toBe('merged-keys-missing')
    expect((await verifyElectoralRollWithOwnEntry(voter, 1)).map(({ mark }) => mark)).toEqual(
      Array(5).fill('known'),
    )
    expect(election.log).toHaveLength(5)
  })

  it('a voter device sends no ballot with keys that did not sign the electoral roll entry of the merged account', async () => {
    const voter = await createDeviceAfterMerge(
      await createTestIdentityKeys(9),
      await createTestIdentityKeys(4),
    )
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(voter, 1, [[0, 1]]))).toBe(
      'own-line-missing',
    )
    const others = await createDeviceAfterMerge(await createTestIdentityKeys(9), people[0])
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(others, 1, [[0, 1]]))).toBe(
      'own-line-forged',
    )
    expect(election.log).toHaveLength(5)
  })

  it("a device asks the voter to confirm a merge, and raises an alarm about a roll entry in the voter's name that the voter did not make", async () => {
    const voter = await createDeviceAfterMerge(survivor(), removed())
    expect(await getKindOfThrownBallotAlarm(castVote(voter, 1, [[0, 1]]))).toBe('merged-account')
    const impostor = await createTestIdentityKeys(5)
    const { statement } = await createSignedEnrolment(impostor, election.seen, election.questionsHash)
    const roll = election.roll.map(line =>
      line.card.userId === 5 ? { card: impostor.card, late: false, enrolment: statement } : line,
    )
    const { certificates, polynomials, voutputs } = election
    const forged = Object.assign(new TestElection(), { certificates, polynomials, voutputs, roll })
    forged.open()
    const device = await createTestDevice(forged, survivor())
    const misled = { ...device, merged: { userId: 4, identity: removed() } }
    expect(await getKindOfThrownBallotAlarm(confirmElectionReviewAndCastVote(misled, 1, [[0, 1]]))).toBe(
      'own-line-forged',
    )
  }, 60_000)

  it('the tally contains only the last of several votes that were cast with the keys of a merged account', async () => {
    const unlisted = await createDeviceAfterMerge(await createTestIdentityKeys(9), removed())
    await confirmElectionReviewAndCastVote(unlisted, 1, [[1, 0]])
    // The surviving account has enrolled as well, and the server has closed its roll entry.
    const listed = await createDeviceAfterMerge(survivor(), removed())
    await confirmElectionReviewAndCastVote(listed, 1, [[0, 1]])
    const lines = await verifyElectoralRollWithOwnEntry(listed, 1)
    expect(lines.filter(({ mark }) => mark === 'own').map(({ userId }) => userId)).toEqual([4, 5])
    election.close()
    const report = verifyArchive(buildElectionArchive(election.log))
    expect(report).toMatchObject({ ok: true, ballots: 6, voters: 4 })
  }, 60_000)
})
