// API calls for device linking: a new device requests the user's keys, and an old device sends them.
import {
  answerKeyLink,
  closeKeyLink,
  openKeyLink,
  readKeyLink,
  replyToKeyLink,
  revealKeyLink,
} from '#shared/contracts/keys/key-links.endpoints.ts'
import type { KeyLink, ListedLinkRequest } from '#shared/contracts/keys/key-links.schemas.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { UnlockedKeys } from '#web/lib/e2ee/crypto/seeds.ts'
import { getPinnedKeyStore } from '#web/lib/e2ee/group/trust-store.ts'
import type { TrustRecord } from '#web/lib/e2ee/trust/trust-record.ts'
import { getViewerTimeZone } from '#web/lib/format/format.ts'
import { callEndpoint, hasErrorStatus } from '#web/lib/http/api.ts'
import { KeyError } from './key-error.ts'
import { NewDeviceComparison, OldDeviceComparison } from './link-comparison.ts'
import type { LinkPayload } from './link-payload.ts'
import {
  createDeviceLinkRequest,
  decryptKeysFromOldDevice,
  deriveDeviceLinkId,
  encryptKeysForNewDevice,
  isAuthenticDeviceLinkOffer,
  type LinkRequest,
  parseDeviceLinkDigits,
} from './link-protocol.ts'
import { storeUnlockedEncryptionKeys } from './own-keys.ts'
import { deriveAndVerifyKeysFromSeeds } from './unlock-keys.ts'

const isNotFoundError = (error: unknown) => hasErrorStatus(error, 404)

/**
 * Maximum size in characters of a trust record (pinned keys of other users) sent during linking. Larger ones are
 * transferred through the vault (encrypted backup on the server).
 */
const maxTrustLength = 300_000

/**
 * Serializes this device's trust record (pinned keys of other users), so that the new device does not depend on the
 * server for it.
 */
async function serializeTrustRecordForLink(userId: number): Promise<string> {
  const trust = getPinnedKeyStore(userId)
  await trust.load()
  const packed = JSON.stringify({ ...trust.get(), plain: [] } satisfies TrustRecord)
  return packed.length > maxTrustLength ? '' : packed
}

async function mergeLinkedTrustRecord(userId: number, packed: string): Promise<void> {
  if (!packed) return
  const trust = getPinnedKeyStore(userId)
  await trust.load()
  await trust.mergeRecord(JSON.parse(packed) as TrustRecord)
}

/** Link request by which this device, which has no keys, asks the user's other devices for the keys. */
export interface OwnLinkRequest extends LinkRequest {
  card: Card
  comparison: NewDeviceComparison
}

/** Starts linking this device. `card` contains the user's published public keys, which received keys must match. */
export async function sendDeviceLinkRequest(card: Card): Promise<OwnLinkRequest> {
  const request = await createDeviceLinkRequest(card.userId)
  const comparison = await NewDeviceComparison.create(card, request.id, request.pair)
  const zone = getViewerTimeZone()
  const { commit } = comparison.commitment
  await callEndpoint(openKeyLink, {
    body: { id: request.id, ...request.offer, commit, ...(zone && { zone }) },
  })
  return { ...request, card, comparison }
}

export async function cancelDeviceLinkRequest({ id }: Pick<LinkRequest, 'id'>): Promise<void> {
  await callEndpoint(closeKeyLink, { params: { id } }).catch(() => {})
}

const throwLinkForged = () => {
  throw new KeyError('link-forged')
}

async function adoptLinkedKeys(request: OwnLinkRequest, { seeds, trust }: LinkPayload): Promise<Identity> {
  const { userId, card } = request
  const identity = await storeUnlockedEncryptionKeys(await deriveAndVerifyKeysFromSeeds(userId, card, seeds))
  await mergeLinkedTrustRecord(userId, trust)
  await cancelDeviceLinkRequest(request)
  return identity
}

/** Progress of device linking: the code to compare once an old device has replied, and the received keys. */
interface LinkProgress {
  code?: string
  identity?: Identity
}

/**
 * Reads what the other device has sent, reveals the nonce once there is a reply, and receives the keys.
 * `isCodeConfirmed`: the user has seen the same code on both devices. After digits or a scan, no code is needed.
 */
export async function pollForKeysFromOtherDevice(
  request: OwnLinkRequest,
  isCodeConfirmed: boolean,
): Promise<LinkProgress> {
  const { id, comparison } = request
  const { answer, reply, reveal } = await callEndpoint(readKeyLink, { params: { id } }).catch(error => {
    throw isNotFoundError(error) ? new KeyError('link-over') : error
  })
  if (answer !== null) {
    const byDigits = await decryptKeysFromOldDevice(request, answer).catch(() => undefined)
    if (byDigits) return { identity: await adoptLinkedKeys(request, byDigits) }
  }
  if (!reply) return answer === null ? {} : throwLinkForged()
  const { code, reveal: ownReveal } = await comparison.takeReply(reply)
  if (!reveal) {
    await callEndpoint(revealKeyLink, { params: { id }, body: ownReveal }).catch(error => {
      throw isNotFoundError(error) ? new KeyError('link-over') : error
    })
  }
  if (answer === null || !isCodeConfirmed) return { code }
  const payload = await comparison.decryptAnswer(answer).catch(throwLinkForged)
  return { code, identity: await adoptLinkedKeys(request, payload) }
}

/**
 * Replies to a new device's link request after the user has agreed by a tap. Each reply allows one comparison of codes.
 */
export async function replyToDeviceLinkRequest(
  { card }: Identity,
  request: ListedLinkRequest,
): Promise<OldDeviceComparison> {
  const comparison = await OldDeviceComparison.create(card, request)
  await callEndpoint(replyToKeyLink, { params: { id: request.id }, body: comparison.reply }).catch(error => {
    throw isNotFoundError(error) ? new KeyError('link-over') : error
  })
  return comparison
}

/** Returns the code that the user compares in a device link; null while the new device has not revealed its nonce. */
export async function fetchDeviceLinkComparisonCode(comparison: OldDeviceComparison): Promise<string | null> {
  const { id } = comparison.commitment
  const { reveal } = await callEndpoint(readKeyLink, { params: { id } }).catch(error => {
    throw isNotFoundError(error) ? new KeyError('link-over') : error
  })
  return reveal && comparison.takeReveal(reveal).catch(throwLinkForged)
}

/** Sends the encryption keys to the new device after the user has seen the same code on both devices. */
export async function sendKeysToNewDeviceAfterComparison(
  comparison: OldDeviceComparison,
  { seeds, identity }: UnlockedKeys,
): Promise<void> {
  const { id } = comparison.commitment
  const answer = await comparison.encryptAnswer({
    seeds,
    trust: await serializeTrustRecordForLink(identity.card.userId),
  })
  await callEndpoint(answerKeyLink, { params: { id }, body: { answer } }).catch(error => {
    throw isNotFoundError(error) ? new KeyError('link-over') : error
  })
}

/** Link request of a new device, found by the digits that the new device shows. */
export interface FoundLinkRequest {
  digits: string
  link: KeyLink
}

export async function findDeviceLinkRequestByEnteredCode(
  userId: number,
  text: string,
): Promise<FoundLinkRequest> {
  const digits = parseDeviceLinkDigits(text)
  if (!digits) throw new KeyError('no-code')
  const id = await deriveDeviceLinkId(digits, userId)
  const link = await callEndpoint(readKeyLink, { params: { id } }).catch(error => {
    throw isNotFoundError(error) ? new KeyError('link-unknown') : error
  })
  if (!(await isAuthenticDeviceLinkOffer(digits, userId, link))) throw new KeyError('link-forged')
  return { digits, link }
}

export async function sendKeysToDeviceFoundByLinkDigits(
  { digits, link }: FoundLinkRequest,
  { seeds, identity }: UnlockedKeys,
): Promise<void> {
  const { userId } = identity.card
  const answer = await encryptKeysForNewDevice(digits, userId, link, {
    seeds,
    trust: await serializeTrustRecordForLink(userId),
  })
  const id = await deriveDeviceLinkId(digits, userId)
  await callEndpoint(answerKeyLink, { params: { id }, body: { answer } }).catch(error => {
    throw isNotFoundError(error) ? new KeyError('link-unknown') : error
  })
}
