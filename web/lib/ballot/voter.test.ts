import { beforeAll, describe, expect, it } from 'vitest'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import {
  confirmElectionReviewAndCastVote,
  createTestDevice,
  createTestVotersAndTrustees,
  TestElection,
} from './test-election.ts'

type Device = Awaited<ReturnType<typeof createTestDevice>>

const election = new TestElection()
let people: Identity[] = []

beforeAll(async () => {
  ;({ people } = await createTestVotersAndTrustees(election))
  election.open()
}, 60_000)

describe('castVote', () => {
  /** Votes on a device whose user cancels at a chosen time. Returns the outcome and the ballots stored on the device. */
  async function voteAndCancel(cancelAt: (device: Device, cancel: () => void) => Partial<Device>) {
    const device = await createTestDevice(election, people[3] as Identity, {
      pins: people.map(({ card }) => card),
    })
    const controller = new AbortController()
    const ports = {
      ...device,
      signal: controller.signal,
      ...cancelAt(device, () => controller.abort()),
    }
    const outcome = await confirmElectionReviewAndCastVote(ports, 1, [[1, 0]]).then(
      () => 'sent',
      (error: Error) => error.name,
    )
    return { outcome, ballots: device.kept().ballots ?? [] }
  }

  it('castVote sends and stores no ballot when the voter cancels before the ballot is encrypted', async () => {
    const { outcome, ballots } = await voteAndCancel((device, cancel) => ({
      server: {
        ...device.server,
        readBooth: () => {
          cancel()
          return device.server.readBooth()
        },
      },
    }))
    expect(outcome).toBe('AbortError')
    expect(ballots).toEqual([])
    expect(election.log).toHaveLength(1)
  }, 60_000)

  it('castVote sends no ballot when the voter cancels after encryption, while the device stores the ballot', async () => {
    const { outcome } = await voteAndCancel((device, cancel) => ({
      memory: {
        ...device.memory,
        update: async change => {
          const before = device.kept().ballots?.length ?? 0
          await device.memory.update(change)
          if ((device.kept().ballots?.length ?? 0) > before) cancel()
        },
      },
    }))
    expect(outcome).toBe('AbortError')
    expect(election.log).toHaveLength(1)
  }, 60_000)

  it('castVote casts the ballot when the voter does not cancel', async () => {
    expect((await voteAndCancel(() => ({}))).outcome).toBe('sent')
    expect(election.log).toHaveLength(2)
  }, 60_000)
})
