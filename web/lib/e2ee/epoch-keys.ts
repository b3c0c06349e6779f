import { type Bytes, concat, decode, encode, sha256, toBytes } from '#shared/e2ee/encoding.ts'
import { type EpochHeader, readersOf } from '#shared/e2ee/epoch.ts'
import { headOf, type Roster, refuse, seqOf } from '#shared/e2ee/roster.ts'
import { hashOf, type Signed } from '#shared/e2ee/signed.ts'
import { loadCurves } from './curves.ts'
import { boxPair, type Identity, signText } from './identity.ts'

/** An epoch as a member keeps it. */
export interface Epoch {
  n: number
  eid: string
  headSeq: number
  /** When it was made, by the word of who made it. */
  ts: number
  /** Whether it was made for oneself too, by the word of who made it. */
  isMine: boolean
  /** On the list, and left out of it. */
  excluded?: number[]
  /** Cannot be taken out of the browser. Left out: one was not part of it, or was given a wrong one. */
  key?: CryptoKey
  /** As it was signed. */
  header?: Signed
}

const checkOf = (key: Bytes) => sha256(concat(toBytes('perantau/epoch-check/1'), key))
const boundTo = (eid: string, userId: number) => toBytes(`perantau/epoch-box/1 ${eid} ${userId}`)

function keep(key: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey'])
}

export interface NewEpoch {
  epoch: Epoch
  header: Signed
  boxes: [userId: number, box: string][]
}

/** For the roster as it is, less those who are to be left out. */
export async function createEpoch(
  identity: Identity,
  roster: Roster,
  before: Epoch | undefined,
  excluded: number[],
): Promise<NewEpoch> {
  const curves = await loadCurves()
  const key = crypto.getRandomValues(new Uint8Array(32))
  const body: EpochHeader = {
    v: 2,
    groupId: roster.groupId,
    n: (before?.n ?? 0) + 1,
    prev: before?.eid ?? '',
    head: headOf(roster),
    headSeq: seqOf(roster),
    excluded,
    by: identity.card.userId,
    chk: await checkOf(key),
    ts: Date.now(),
  }
  const header = await signText(identity.sign, 'epoch', JSON.stringify(body))
  const eid = await hashOf(header)
  const boxes = await Promise.all(
    readersOf(roster, body).map(async ({ userId, box }): Promise<[number, string]> => {
      return [userId, encode(await curves.seal(decode(box), key, boundTo(eid, userId)))]
    }),
  )
  return {
    epoch: { n: body.n, eid, headSeq: body.headSeq, ts: body.ts, isMine: true, key: await keep(key), header },
    header,
    boxes,
  }
}

/** Throws when the box is of another epoch or person, or holds another key than its maker signed. */
async function openWith(
  one: Pick<Identity, 'card' | 'box'>,
  { chk }: EpochHeader,
  eid: string,
  box: string,
): Promise<CryptoKey> {
  const { open } = await loadCurves()
  const key = await open(boxPair(one), decode(box), boundTo(eid, one.card.userId))
  if ((await checkOf(key)) !== chk) refuse('epoch-key-swapped')
  return keep(key)
}

/** With the keys of today, or with earlier ones of one's own. Undefined: none of them opens it. */
export async function openBox(
  identity: Identity,
  header: EpochHeader,
  eid: string,
  box: string,
): Promise<CryptoKey | undefined> {
  for (const one of [identity, ...(identity.older ?? [])]) {
    const key = await openWith(one, header, eid, box).catch(() => undefined)
    if (key) return key
  }
}
