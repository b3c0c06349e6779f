// Keys of epochs (group keys): each epoch has a random key, whose digest the epoch's creator signs.
// The key of an epoch (group key) is encrypted separately for every member, with HPKE.
import {
  type Bytes,
  concatBytes,
  decodeBase64url,
  encodeBase64url,
  encodeUtf8,
  hashSha256,
} from '#shared/e2ee/encoding.ts'
import { type EpochHeader, listPublicKeysOfGroupKeyRecipients } from '#shared/e2ee/epoch.ts'
import { getRosterHead, getRosterLength, type Roster, throwRosterError } from '#shared/e2ee/roster.ts'
import { hashTextWithSignature, type Signed } from '#shared/e2ee/signed-text.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { getEncryptionKeyPair, type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'

/** Epoch (group key period) with its key, as a member's device stores it. */
export interface Epoch {
  n: number
  eid: string
  headSeq: number
  /** Time at which the epoch (group key) was created, by the creator's clock, in milliseconds. */
  ts: number
  /** Whether the creator of the epoch (group key) included this user among the members who can read. */
  isMine: boolean
  /** Members of the signed member list who do not get the key of this epoch (group key). */
  excluded?: number[]
  /** Non-extractable key of the epoch; absent if the user cannot read the epoch or the encrypted key was invalid. */
  key?: CryptoKey
  /** Header of the epoch (group key), signed by its creator. */
  header?: Signed
}

const computeKeyDigest = (key: Bytes) => hashSha256(concatBytes(encodeUtf8('perantau/epoch-check/1'), key))
const buildContext = (eid: string, userId: number) => encodeUtf8(`perantau/epoch-box/1 ${eid} ${userId}`)

function importEpochKey(key: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey'])
}

export interface NewEpoch {
  epoch: Epoch
  header: Signed
  boxes: [userId: number, box: string][]
}

/** Creates a group key (epoch) for the current members of the signed member list without the excluded members. */
export async function createNextGroupKey(
  identity: Identity,
  roster: Roster,
  before: Epoch | undefined,
  excluded: number[],
): Promise<NewEpoch> {
  const curves = await loadEllipticCurveImplementation()
  const key = crypto.getRandomValues(new Uint8Array(32))
  const body: EpochHeader = {
    v: 2,
    groupId: roster.groupId,
    n: (before?.n ?? 0) + 1,
    prev: before?.eid ?? '',
    head: getRosterHead(roster),
    headSeq: getRosterLength(roster),
    excluded,
    by: identity.card.userId,
    chk: await computeKeyDigest(key),
    ts: Date.now(),
  }
  const header = await signText(identity.sign, 'epoch', JSON.stringify(body))
  const eid = await hashTextWithSignature(header)
  const boxes = await Promise.all(
    listPublicKeysOfGroupKeyRecipients(roster, body).map(
      async ({ userId, box }): Promise<[number, string]> => {
        return [
          userId,
          encodeBase64url(await curves.seal(decodeBase64url(box), key, buildContext(eid, userId))),
        ]
      },
    ),
  )
  return {
    epoch: {
      n: body.n,
      eid,
      headSeq: body.headSeq,
      ts: body.ts,
      isMine: true,
      key: await importEpochKey(key),
      header,
    },
    header,
    boxes,
  }
}

/**
 * Decrypts an epoch key (group key). Throws if the key belongs to another epoch or user, or does not match the signed
 * digest.
 */
async function decryptEpochKeyWithSecret(
  candidate: Pick<Identity, 'card' | 'box'>,
  { chk }: EpochHeader,
  eid: string,
  box: string,
): Promise<CryptoKey> {
  const { open } = await loadEllipticCurveImplementation()
  const key = await open(
    getEncryptionKeyPair(candidate),
    decodeBase64url(box),
    buildContext(eid, candidate.card.userId),
  )
  if ((await computeKeyDigest(key)) !== chk) throwRosterError('epoch-key-swapped')
  return importEpochKey(key)
}

/** Decrypts a group key with the user's current or earlier keys. Returns undefined if none of them fits. */
export async function decryptGroupKey(
  identity: Identity,
  header: EpochHeader,
  eid: string,
  box: string,
): Promise<CryptoKey | undefined> {
  for (const candidate of [identity, ...(identity.older ?? [])]) {
    const key = await decryptEpochKeyWithSecret(candidate, header, eid, box).catch(() => undefined)
    if (key) return key
  }
}
