// Device linking by digits: the new device shows 30 random digits, which the user types or scans on the old device.
// Keys derived from the digits of a device link authenticate the new device's key and encrypt the response.
// The server relays the messages of both devices, but can neither read nor replace them.
import { type Bytes, decodeBase64url, encodeBase64url, encodeUtf8 } from '#shared/e2ee/encoding.ts'
import { decryptWithAes, encryptWithAes, importAesKey } from '#web/lib/e2ee/crypto/aes.ts'
import { type KeyPair, loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { deriveKeyBytes } from '#web/lib/e2ee/crypto/identity.ts'
import { type LinkPayload, parseDeviceLinkPayload, serializeDeviceLinkPayload } from './link-payload.ts'

const digitCount = 30

export interface LinkOffer {
  box: string
  mac: string
}

/**
 * Device link data that the new device keeps in memory until the old device, which has the user's keys,
 * responds.
 */
export interface LinkRequest {
  userId: number
  digits: string
  id: string
  pair: KeyPair
  offer: LinkOffer
}

/** Generates uniformly distributed digits. Skips bytes from 250 up, which would make some digits more frequent. */
export function generateDeviceLinkDigits(): string {
  let digits = ''
  while (digits.length < digitCount) {
    for (const byte of crypto.getRandomValues(new Uint8Array(digitCount))) {
      if (byte < 250 && digits.length < digitCount) digits += byte % 10
    }
  }
  return digits
}

const prefix = 'perantau-sambung:1:'

/** Builds the text of the QR code for device linking. Its prefix tells scanners the purpose of the code. */
export const buildLinkCode = (digits: string) => prefix + digits

/**
 * Parses the 30 digits of a device link, scanned as a QR code or typed. Returns undefined for any other text.
 */
export function parseDeviceLinkDigits(text: string): string | undefined {
  const rest = text.trim().startsWith(prefix) ? text.trim().slice(prefix.length) : text
  const digits = rest.replace(/[\s-]/g, '')
  return /^\d{30}$/.test(digits) ? digits : undefined
}

export const formatLinkDigits = (digits: string) => digits.match(/\d{5}/g)?.join(' ') ?? ''

/**
 * Derives a separate secret for each purpose from the digits that the user transfers between two devices to
 * link them.
 */
const deriveSecret = (digits: string, userId: number, purpose: 'id' | 'mac' | 'seal') =>
  deriveKeyBytes(encodeUtf8(digits), String(userId), `perantau/link-${purpose}/1`)

export async function deriveDeviceLinkId(digits: string, userId: number): Promise<string> {
  return encodeBase64url(await deriveSecret(digits, userId, 'id'))
}

async function deriveMacKey(digits: string, userId: number): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const usages: KeyUsage[] = ['sign', 'verify']
  return crypto.subtle.importKey('raw', await deriveSecret(digits, userId, 'mac'), algorithm, false, usages)
}

export async function createDeviceLinkRequest(userId: number): Promise<LinkRequest> {
  const digits = generateDeviceLinkDigits()
  const { createBoxKey } = await loadEllipticCurveImplementation()
  const pair = await createBoxKey(crypto.getRandomValues(new Uint8Array(32)))
  const mac = await crypto.subtle.sign('HMAC', await deriveMacKey(digits, userId), pair.publicKey)
  const offer = { box: encodeBase64url(pair.publicKey), mac: encodeBase64url(new Uint8Array(mac)) }
  return { userId, digits, pair, offer, id: await deriveDeviceLinkId(digits, userId) }
}

/** Verifies that the offered public key comes from the device that shows the link digits. */
export async function isAuthenticDeviceLinkOffer(
  digits: string,
  userId: number,
  { box, mac }: LinkOffer,
): Promise<boolean> {
  try {
    return await crypto.subtle.verify(
      'HMAC',
      await deriveMacKey(digits, userId),
      decodeBase64url(mac),
      decodeBase64url(box),
    )
  } catch {
    return false
  }
}

async function deriveAnswerKey(digits: string, userId: number): Promise<CryptoKey> {
  const raw = await deriveSecret(digits, userId, 'seal')
  return importAesKey(raw)
}

const buildContext = (userId: number, box: string) => encodeUtf8(`perantau/link/1 ${userId}:${box}`)

/**
 * Encrypts the key seeds and the trust record (pinned keys of other users): first under the link digits, then to the
 * new device's public key.
 */
export async function encryptKeysForNewDevice(
  digits: string,
  userId: number,
  { box }: LinkOffer,
  payload: LinkPayload,
): Promise<string> {
  const context = buildContext(userId, box)
  const inner = await encryptWithAes(
    await deriveAnswerKey(digits, userId),
    serializeDeviceLinkPayload(payload),
    context,
  )
  const { seal } = await loadEllipticCurveImplementation()
  return encodeBase64url(await seal(decodeBase64url(box), inner, context))
}

/** Decrypts the old device's response to the link request. Throws if its sender did not know the link digits. */
export async function decryptKeysFromOldDevice(
  { digits, userId, pair, offer }: LinkRequest,
  answer: string,
): Promise<LinkPayload> {
  const context = buildContext(userId, offer.box)
  const { open } = await loadEllipticCurveImplementation()
  const inner: Bytes = await open(pair, decodeBase64url(answer), context)
  return parseDeviceLinkPayload(await decryptWithAes(await deriveAnswerKey(digits, userId), inner, context))
}
