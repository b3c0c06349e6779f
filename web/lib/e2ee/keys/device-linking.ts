// API calls for device linking: a new device requests the user's keys, and an old device sends them.
import {
  answerKeyLink,
  closeKeyLink,
  openKeyLink,
  readKeyLink,
} from '#shared/contracts/keys/key-links.endpoints.ts'
import type { KeyLink } from '#shared/contracts/keys/key-links.schemas.ts'
import type { Card } from '#shared/e2ee/card.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import { getTrustRecord } from '#web/lib/e2ee/group/trust-store.ts'
import type { TrustRecord } from '#web/lib/e2ee/trust/trust-record.ts'
import { callEndpoint, hasErrorStatus } from '#web/lib/http/api.ts'
import { KeyError } from './key-error.ts'
import {
  createLinkRequest,
  decryptLinkAnswer,
  deriveLinkId,
  encryptLinkAnswer,
  isGenuineLinkOffer,
  type LinkRequest,
  parseLinkDigits,
} from './link-protocol.ts'
import { adoptKeys } from './own-keys.ts'
import { openVerifiedKeys } from './unlock-keys.ts'

const isMissing = (error: unknown) => hasErrorStatus(error, 404)

/** Maximum size in characters of a trust record sent while linking; larger ones arrive through the vault. */
const maxTrustLength = 300_000

/** Serializes this device's trust record, so that the new device need not rely on the server for it. */
async function packTrust(userId: number): Promise<string> {
  const trust = getTrustRecord(userId)
  await trust.load()
  const packed = JSON.stringify({ ...trust.get(), plain: [] } satisfies TrustRecord)
  return packed.length > maxTrustLength ? '' : packed
}

async function takeTrust(userId: number, packed: string): Promise<void> {
  if (!packed) return
  const trust = getTrustRecord(userId)
  await trust.load()
  await trust.mergeRecord(JSON.parse(packed) as TrustRecord)
}

export async function startLinkRequest(userId: number): Promise<LinkRequest> {
  const request = await createLinkRequest(userId)
  await callEndpoint(openKeyLink, { body: { id: request.id, ...request.offer } })
  return request
}

export async function cancelLinkRequest({ id }: LinkRequest): Promise<void> {
  await callEndpoint(closeKeyLink, { params: { id } }).catch(() => {})
}

/** Receives the keys, which must match the user's published ones. Null: the old device has not answered yet. */
export async function receiveLinkedKeys(request: LinkRequest, card: Card): Promise<Identity | null> {
  const { answer } = await callEndpoint(readKeyLink, { params: { id: request.id } }).catch(error => {
    throw isMissing(error) ? new KeyError('link-over') : error
  })
  if (answer === null) return null
  const { seeds, trust } = await decryptLinkAnswer(request, answer).catch(() => {
    throw new KeyError('link-forged')
  })
  const identity = await adoptKeys(await openVerifiedKeys(request.userId, card, seeds))
  await takeTrust(request.userId, trust)
  await cancelLinkRequest(request)
  return identity
}

/** Link request of a new device, found by the digits that it shows. */
export interface FoundLinkRequest {
  digits: string
  link: KeyLink
}

export async function findLinkRequest(userId: number, text: string): Promise<FoundLinkRequest> {
  const digits = parseLinkDigits(text)
  if (!digits) throw new KeyError('no-code')
  const id = await deriveLinkId(digits, userId)
  const link = await callEndpoint(readKeyLink, { params: { id } }).catch(error => {
    throw isMissing(error) ? new KeyError('link-unknown') : error
  })
  if (!(await isGenuineLinkOffer(digits, userId, link))) throw new KeyError('link-forged')
  return { digits, link }
}

export async function sendKeysToNewDevice(
  { digits, link }: FoundLinkRequest,
  { seeds, identity }: UnlockedKeys,
): Promise<void> {
  const { userId } = identity.card
  const answer = await encryptLinkAnswer(digits, userId, link, { seeds, trust: await packTrust(userId) })
  const id = await deriveLinkId(digits, userId)
  await callEndpoint(answerKeyLink, { params: { id }, body: { answer } }).catch(error => {
    throw isMissing(error) ? new KeyError('link-unknown') : error
  })
}
