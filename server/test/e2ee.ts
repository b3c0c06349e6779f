// What a member's client makes: keys, entries, epochs. Boxes and sealed words hold nothing, which no server can tell.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { MyKeysBody } from '#shared/contracts/keys.ts'
import { type Card, cardBody } from '#shared/e2ee/card.ts'
import { encode } from '#shared/e2ee/encoding.ts'
import { checkEpoch, type EpochHeader, type EpochPlace, readersOf } from '#shared/e2ee/epoch.ts'
import {
  applyEntry,
  headOf,
  type Roster,
  type RosterEntry,
  type RosterRole,
  seqOf,
} from '#shared/e2ee/roster.ts'
import { type Purpose, type Signed, signedBytes } from '#shared/e2ee/signed.ts'
import type { Caller, TestApp } from './app.ts'
import { buildGroup } from './chat.ts'
import { type TestUser, testPassword } from './factories.ts'
import { several } from './several.ts'

export interface Identity {
  card: Card
  dev: string
  sign(purpose: Purpose, body: string): Signed
}

const random = (size: number) => encode(randomBytes(size))

export function makeIdentity(userId: number, gen = 1): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const signText = (purpose: Purpose, body: string) => ({
    body,
    sig: encode(sign(null, signedBytes(purpose, body), privateKey)),
  })
  const bare = { userId, gen, sign: publicKey.export({ format: 'jwk' }).x as string, box: random(32) }
  const { sig } = signText('card', cardBody(bare))
  return { card: { ...bare, sig }, dev: random(8), sign: signText }
}

export function keysBody({ card, dev }: Identity): MyKeysBody {
  const wrap = { gen: card.gen, kind: 'phrase' as const, credentialId: null, blob: random(60) }
  return { card, dev, wrap, currentPassword: testPassword }
}

/** Somebody whose keys the server knows. */
export type Member = Caller & { user: TestUser; keys: Identity }

export async function withKeys<P extends Caller & { user: TestUser }>(
  person: P,
): Promise<P & { keys: Identity }> {
  const keys = makeIdentity(person.user.id)
  const { statusCode } = await person.call('PUT', '/api/keys/me', keysBody(keys))
  if (statusCode !== 204) throw new Error(`keys refused: ${statusCode}`)
  return { ...person, keys }
}

type Change =
  | { op: 'genesis'; shape: 'direct' | 'custom' | 'club'; plainUntil: number }
  | { op: 'add'; cards: readonly Card[]; role: RosterRole }
  | { op: 'remove'; userIds: number[] }

/** What every entry that follows these says of itself. */
export function entryAfter(groupId: number, roster: Roster | undefined, by: number) {
  return {
    v: 2 as const,
    groupId,
    by,
    ts: Date.now(),
    seq: roster ? seqOf(roster) + 1 : 1,
    prev: roster ? headOf(roster) : '',
  }
}

/** A group's chain as one who follows it honestly has it. Nothing is sent from here. */
export class Chain {
  readonly groupId: number
  roster: Roster | undefined
  epoch: EpochPlace | undefined

  constructor(groupId: number) {
    this.groupId = groupId
  }

  /** The next entry; `forged` says what is written differently from what is true. */
  entry({ card, sign }: Identity, change: Change, forged: Partial<RosterEntry> = {}): Signed {
    const base = entryAfter(this.groupId, this.roster, card.userId)
    const own = change.op === 'genesis' ? { card } : {}
    return sign('roster', JSON.stringify({ ...base, ...own, ...change, ...forged }))
  }

  begin(by: Identity, shape: 'direct' | 'custom' | 'club' = 'custom', plainUntil = 0): Signed {
    return this.entry(by, { op: 'genesis', shape, plainUntil })
  }

  add(by: Identity, people: { keys: Identity }[], role: RosterRole = 'member'): Signed {
    return this.entry(by, { op: 'add', role, cards: people.map(({ keys }) => keys.card) })
  }

  remove(by: Identity, ...people: { user: { id: number } }[]): Signed {
    return this.entry(by, { op: 'remove', userIds: people.map(({ user }) => user.id) })
  }

  async take(...entries: Signed[]): Promise<void> {
    for (const one of entries)
      this.roster = await applyEntry(this.roster, one, this.groupId, async () => true)
  }

  /** The next epoch, for all of the roster but those who are left out. */
  next({ card, sign }: Identity, excluded: number[] = [], forged: Partial<EpochHeader> = {}) {
    if (!this.roster) throw new Error('no roster yet')
    const header: EpochHeader = {
      v: 2,
      groupId: this.groupId,
      by: card.userId,
      excluded,
      chk: random(32),
      ts: Date.now(),
      n: (this.epoch?.n ?? 0) + 1,
      prev: this.epoch?.eid ?? '',
      head: headOf(this.roster),
      headSeq: seqOf(this.roster),
      ...forged,
    }
    const boxes = readersOf(this.roster, header).map(({ userId }): [number, string] => [userId, random(80)])
    return { header: sign('epoch', JSON.stringify(header)), boxes }
  }

  async enter({ header }: { header: Signed }): Promise<void> {
    if (!this.roster) throw new Error('no roster yet')
    const { eid, roster, ...read } = await checkEpoch(this.roster, header, this.epoch, async () => true)
    this.roster = roster
    this.epoch = { n: read.header.n, eid, headSeq: read.header.headSeq }
  }

  /** Something said in the current epoch. */
  sealed({ dev }: Identity, size = 200) {
    const e2ee = { v: 2, n: this.epoch?.n, eid: this.epoch?.eid, dev }
    return { groupId: this.groupId, content: `e2ee1.${random(size)}`, metadata: { e2ee } }
  }
}

/** The first posts the roster with all of them in it. */
export async function startRoster(
  groupId: number,
  [first, ...others]: [Member, ...Member[]],
  shape: 'direct' | 'custom' | 'club' = 'custom',
): Promise<Chain> {
  const chain = new Chain(groupId)
  const beginning = chain.begin(first.keys, shape)
  await chain.take(beginning)
  const entries = others.length > 0 ? [beginning, chain.add(first.keys, others)] : [beginning]
  await chain.take(...entries.slice(1))
  const answer = await first.call('POST', `/api/groups/${groupId}/roster`, { entries })
  if (answer.statusCode !== 204) throw new Error(`roster refused: ${answer.body}`)
  return chain
}

/** A group in which one can speak. */
export async function startEpoch(groupId: number, members: [Member, ...Member[]]): Promise<Chain> {
  const chain = await startRoster(groupId, members)
  await rotate(chain, members[0])
  return chain
}

export async function rotate(chain: Chain, by: Member, excluded: number[] = []): Promise<void> {
  const epoch = chain.next(by.keys, excluded)
  const answer = await by.call('POST', `/api/groups/${chain.groupId}/epochs`, epoch)
  if (answer.statusCode !== 204) throw new Error(`epoch refused: ${answer.body}`)
  await chain.enter(epoch)
}

/** For a test file: people with keys, and encrypted groups of theirs. */
export function encryptedGroupsOn(target: TestApp) {
  const person = async (overrides?: Parameters<TestApp['asNew']>[0]): Promise<Member> =>
    withKeys(await target.asNew(overrides))
  const people = <const N extends number>(count: N) => several(count, () => person())
  const group = (members: { user: TestUser }[], overrides: Parameters<typeof buildGroup>[2] = {}) =>
    buildGroup(
      target.database.db,
      members.map(({ user }) => user),
      { encrypted: true, ...overrides },
    )
  /** Two who can speak with each other, and a third who is in the group and was not let in yet. */
  async function speaking() {
    const [ali, siti, muthu] = await people(3)
    const id = await group([ali, siti, muthu])
    return { ali, siti, muthu, id, chain: await startEpoch(id, [ali, siti]) }
  }
  return { person, people, group, speaking }
}
