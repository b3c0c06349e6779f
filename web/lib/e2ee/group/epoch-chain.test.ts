// @vitest-environment node
import { beforeEach, expect, test } from 'vitest'
import type { EpochBody } from '#shared/contracts/keys/keys.schemas.ts'
import type { Roster } from '#shared/e2ee/roster.ts'
import { createIdentityKeys, generateKeySeed, type Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { Trust } from '#web/lib/e2ee/trust/trust.ts'
import { EpochChain } from './epoch-chain.ts'
import type { GroupClient, StoredGroup } from './group-ports.ts'
import { RosterSigner } from './roster-signer.ts'

const facts = { groupId: 7, shape: 'custom' as const }
const claims = { memberIds: [1, 2], waiting: [], unusedBefore: [] }
let [ali, siti] = [] as unknown as [Identity, Identity]
let roster: Roster
let stored: StoredGroup
let posted: EpochBody[]
let wire: GroupClient

beforeEach(async () => {
  ;[ali, siti] = [
    await createIdentityKeys(generateKeySeed(), 1, 1),
    await createIdentityKeys(generateKeySeed(), 2, 1),
  ]
  posted = []
  wire = {
    fetchRoster: async () => ({ entries: [], memberIds: [1, 2], waiting: [], last: 0 }),
    postRoster: async () => {},
    fetchEpochs: async () => ({ epochs: [], isStale: false, last: 0 }),
    postEpoch: async body => void posted.push(body),
    isConflict: () => false,
  }
  stored = { epochs: [], intended: [] }
  const signer = new RosterSigner(facts, ali, wire)
  await signer.createRoster(stored, 0)
  await signer.addMembers(stored, [siti.card])
  roster = stored.roster as Roster
})

/** Creates the chain of epochs (group keys) on Ali's device, which has pinned the given public keys of Siti. */
async function createChain(pinned: Identity): Promise<EpochChain> {
  const trust = new Trust({ load: async () => undefined, save: async record => record })
  await trust.recordCards([{ card: pinned.card, word: 'listed' }])
  return new EpochChain(ali, wire, trust, new Map())
}

test('an epoch key (group key) is encrypted to every member whose keys equal the pinned keys', async () => {
  const chain = await createChain(siti)
  expect(await chain.createNextEpoch(stored, roster, claims)).toBe(true)
  expect(posted.map(({ boxes }) => boxes.map(([userId]) => userId))).toEqual([[1, 2]])
  expect(chain.isNewEpochDue(stored, roster)).toBe(false)
})

test('no group key (epoch) is created for a member whose keys on the signed member list differ from the pinned keys', async () => {
  await (await createChain(siti)).createNextEpoch(stored, roster, claims)
  const chain = await createChain(await createIdentityKeys(generateKeySeed(), 2, 1))
  await chain.fetchEpochs(0)
  // The current group key was encrypted to unpinned keys, so the next message needs a new group key.
  // The device refuses to create a group key for unpinned keys.
  expect(chain.isNewEpochDue(stored, roster)).toBe(true)
  await expect(chain.createNextEpoch(stored, roster, claims)).rejects.toThrow('person-swapped')
  expect(posted).toHaveLength(1)
})
