// Builds the requests of a group member's client: signed keys, roster entries (member changes), epochs (group keys).
// Encrypted group keys and ciphertexts are random bytes in tests, because the server cannot tell the difference.
import { randomBytes, sign } from 'node:crypto'
import { generateKeyPair } from '#server/test/fakes/generate-key-pair.ts'
import type { Caller, TestApp } from '#server/test/harness/app.ts'
import { createTestRecordsInSequence } from '#server/test/harness/create-test-records-in-sequence.ts'
import { type TestUser, testPassword } from '#server/test/harness/factories.ts'
import type { MyKeysBody } from '#shared/contracts/keys/keys.schemas.ts'
import { encodeBase64url } from '#shared/e2ee/encoding.ts'
import {
  type EpochHeader,
  type EpochPosition,
  listPublicKeysOfGroupKeyRecipients,
  verifyGroupKeyHeader,
} from '#shared/e2ee/epoch.ts'
import {
  getRosterHead,
  getRosterLength,
  type Roster,
  type RosterEntry,
  type RosterRole,
  verifyAndAppendMembershipChange,
} from '#shared/e2ee/roster.ts'
import { type Card, encodePublicKeysToSign } from '#shared/e2ee/signed-public-keys.ts'
import {
  encodeTextWithPurposeForSigning,
  type SignaturePurpose,
  type Signed,
} from '#shared/e2ee/signed-text.ts'
import { createChatGroup } from './chat-client.ts'

export interface Identity {
  card: Card
  dev: string
  sign(purpose: SignaturePurpose, body: string): Signed
}

const createRandomText = (size: number) => encodeBase64url(randomBytes(size))

export function createTestEncryptionIdentity(userId: number, gen = 1): Identity {
  const { publicKey, privateKey } = generateKeyPair('ed25519')
  const signBody = (purpose: SignaturePurpose, body: string) => ({
    body,
    sig: encodeBase64url(sign(null, encodeTextWithPurposeForSigning(purpose, body), privateKey)),
  })
  const unsignedCard = {
    userId,
    gen,
    sign: publicKey.export({ format: 'jwk' }).x as string,
    box: createRandomText(32),
  }
  const { sig } = signBody('card', encodePublicKeysToSign(unsignedCard))
  return { card: { ...unsignedCard, sig }, dev: createRandomText(8), sign: signBody }
}

export function buildPublishKeysRequestBody({ card, dev }: Identity): MyKeysBody {
  const wrap = { gen: card.gen, kind: 'phrase' as const, credentialId: null, blob: createRandomText(60) }
  return { card, dev, wrap, currentPassword: testPassword }
}

/** User who is signed in and whose public keys are published on the server. */
export type Member = Caller & { user: TestUser; keys: Identity }

export async function publishEncryptionKeysOfTestMember<P extends Caller & { user: TestUser }>(
  person: P,
): Promise<P & { keys: Identity }> {
  const keys = createTestEncryptionIdentity(person.user.id)
  const { statusCode } = await person.call('PUT', '/api/keys/me', buildPublishKeysRequestBody(keys))
  if (statusCode !== 204) throw new Error(`keys refused: ${statusCode}`)
  return { ...person, keys }
}

type RosterChange =
  | { op: 'genesis'; shape: 'direct' | 'custom' | 'club'; plainUntil: number }
  | { op: 'add'; cards: readonly Card[]; role: RosterRole }
  | { op: 'remove'; userIds: number[] }

/** Builds the fields that all roster entries (signed changes of members) have in common. */
export function buildCommonMemberListEntryFields(groupId: number, roster: Roster | undefined, by: number) {
  return {
    v: 2 as const,
    groupId,
    by,
    ts: Date.now(),
    seq: roster ? getRosterLength(roster) + 1 : 1,
    prev: roster ? getRosterHead(roster) : '',
  }
}

/**
 * Roster (signed member list) and epochs (group keys) of one group as an unmodified client computes them. Sends nothing
 * to the server.
 */
export class RosterChain {
  readonly groupId: number
  roster: Roster | undefined
  epoch: EpochPosition | undefined

  constructor(groupId: number) {
    this.groupId = groupId
  }

  /** Builds the next roster entry (signed change of members). The fields in `forged` replace correct ones. */
  buildEntry({ card, sign }: Identity, change: RosterChange, forged: Partial<RosterEntry> = {}): Signed {
    const base = buildCommonMemberListEntryFields(this.groupId, this.roster, card.userId)
    const genesisFields = change.op === 'genesis' ? { card } : {}
    return sign('roster', JSON.stringify({ ...base, ...genesisFields, ...change, ...forged }))
  }

  buildGenesis(by: Identity, shape: 'direct' | 'custom' | 'club' = 'custom', plainUntil = 0): Signed {
    return this.buildEntry(by, { op: 'genesis', shape, plainUntil })
  }

  buildAddition(by: Identity, people: { keys: Identity }[], role: RosterRole = 'member'): Signed {
    return this.buildEntry(by, { op: 'add', role, cards: people.map(({ keys }) => keys.card) })
  }

  buildRemoval(by: Identity, ...people: { user: { id: number } }[]): Signed {
    return this.buildEntry(by, { op: 'remove', userIds: people.map(({ user }) => user.id) })
  }

  async applyEntries(...entries: Signed[]): Promise<void> {
    for (const entry of entries)
      this.roster = await verifyAndAppendMembershipChange(this.roster, entry, this.groupId, async () => true)
  }

  /** Builds the next epoch (group key) for all members of the roster except those in `excluded`. */
  buildEpoch({ card, sign }: Identity, excluded: number[] = [], forged: Partial<EpochHeader> = {}) {
    if (!this.roster) throw new Error('no roster yet')
    const header: EpochHeader = {
      v: 2,
      groupId: this.groupId,
      by: card.userId,
      excluded,
      chk: createRandomText(32),
      ts: Date.now(),
      n: (this.epoch?.n ?? 0) + 1,
      prev: this.epoch?.eid ?? '',
      head: getRosterHead(this.roster),
      headSeq: getRosterLength(this.roster),
      ...forged,
    }
    const boxes = listPublicKeysOfGroupKeyRecipients(this.roster, header).map(
      ({ userId }): [number, string] => [userId, createRandomText(80)],
    )
    return { header: sign('epoch', JSON.stringify(header)), boxes }
  }

  async applyEpoch({ header }: { header: Signed }): Promise<void> {
    if (!this.roster) throw new Error('no roster yet')
    const { eid, roster, ...checked } = await verifyGroupKeyHeader(
      this.roster,
      header,
      this.epoch,
      async () => true,
    )
    this.roster = roster
    this.epoch = { n: checked.header.n, eid, headSeq: checked.header.headSeq }
  }

  /** Builds a chat message that is encrypted with the group key of the current epoch. */
  buildEncryptedMessage({ dev }: Identity, size = 200) {
    const e2ee = { v: 2, n: this.epoch?.n, eid: this.epoch?.eid, dev }
    return { groupId: this.groupId, content: `e2ee1.${createRandomText(size)}`, metadata: { e2ee } }
  }
}

/** Starts the roster (signed member list) of a group. Its first entry, signed by the first member, adds all members. */
export async function createSignedMemberListOfGroup(
  groupId: number,
  [first, ...others]: [Member, ...Member[]],
  shape: 'direct' | 'custom' | 'club' = 'custom',
): Promise<RosterChain> {
  const chain = new RosterChain(groupId)
  const genesis = chain.buildGenesis(first.keys, shape)
  await chain.applyEntries(genesis)
  const entries = others.length > 0 ? [genesis, chain.buildAddition(first.keys, others)] : [genesis]
  await chain.applyEntries(...entries.slice(1))
  const response = await first.call('POST', `/api/groups/${groupId}/roster`, { entries })
  if (response.statusCode !== 204) throw new Error(`roster refused: ${response.body}`)
  return chain
}

/** Starts a roster (signed member list) and its first epoch (group key), so that the members can send messages. */
export async function postNewSignedMemberListAndGroupKey(
  groupId: number,
  members: [Member, ...Member[]],
): Promise<RosterChain> {
  const chain = await createSignedMemberListOfGroup(groupId, members)
  await postNextGroupKey(chain, members[0])
  return chain
}

export async function postNextGroupKey(
  chain: RosterChain,
  by: Member,
  excluded: number[] = [],
): Promise<void> {
  const epoch = chain.buildEpoch(by.keys, excluded)
  const response = await by.call('POST', `/api/groups/${chain.groupId}/epochs`, epoch)
  if (response.statusCode !== 204) throw new Error(`epoch refused: ${response.body}`)
  await chain.applyEpoch(epoch)
}

/** Functions for a test file that create members with keys and encrypted groups. */
export function createEncryptedGroupHelpers(target: TestApp) {
  const createMember = async (overrides?: Parameters<TestApp['asNew']>[0]): Promise<Member> =>
    publishEncryptionKeysOfTestMember(await target.asNew(overrides))
  const createMembers = <const N extends number>(count: N) =>
    createTestRecordsInSequence(count, () => createMember())
  const createGroup = (
    members: { user: TestUser }[],
    overrides: Parameters<typeof createChatGroup>[2] = {},
  ) =>
    createChatGroup(
      target.database.db,
      members.map(({ user }) => user),
      { encrypted: true, ...overrides },
    )
  /**
   * Creates two members who can exchange messages, and a third who is in the group but not yet in its roster (signed
   * member list).
   */
  async function createStartedGroup() {
    const [ali, siti, muthu] = await createMembers(3)
    const id = await createGroup([ali, siti, muthu])
    return { ali, siti, muthu, id, chain: await postNewSignedMemberListAndGroupKey(id, [ali, siti]) }
  }
  return { person: createMember, people: createMembers, group: createGroup, speaking: createStartedGroup }
}
