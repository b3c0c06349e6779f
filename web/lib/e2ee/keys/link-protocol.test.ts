import { expect, test } from 'vitest'
import { decodeBase64url, encodeBase64url } from '#shared/e2ee/encoding.ts'
import { generateKeySeed } from '#web/lib/e2ee/crypto/identity.ts'
import type { Seeds } from '#web/lib/e2ee/crypto/seeds.ts'
import {
  buildLinkCode,
  createDeviceLinkRequest,
  decryptKeysFromOldDevice,
  deriveDeviceLinkId,
  encryptKeysForNewDevice,
  formatLinkDigits,
  generateDeviceLinkDigits,
  isAuthenticDeviceLinkOffer,
  parseDeviceLinkDigits,
} from './link-protocol.ts'

const ownId = 7
const seeds: Seeds = [
  { gen: 3, bytes: generateKeySeed() },
  { gen: 1, bytes: generateKeySeed() },
]
const payload = { seeds, trust: 'apa yang dipercayai' }
const flipBit = (text: string, at: number) => {
  const bytes = decodeBase64url(text)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return encodeBase64url(bytes)
}

test('device linking transfers all key seeds and the trust record (pinned keys of other users) from the old device to the new one', async () => {
  const request = await createDeviceLinkRequest(ownId)
  const digits = parseDeviceLinkDigits(buildLinkCode(request.digits)) ?? ''
  expect(await deriveDeviceLinkId(digits, ownId)).toBe(request.id)
  expect(await isAuthenticDeviceLinkOffer(digits, ownId, request.offer)).toBe(true)
  expect(
    await decryptKeysFromOldDevice(
      request,
      await encryptKeysForNewDevice(digits, ownId, request.offer, payload),
    ),
  ).toEqual(payload)
})

test('device link digits are parsed from the displayed form and the QR code, and any other text is rejected', () => {
  const digits = generateDeviceLinkDigits()
  expect(digits).toMatch(/^\d{30}$/)
  expect(parseDeviceLinkDigits(formatLinkDigits(digits))).toBe(digits)
  expect(parseDeviceLinkDigits(` ${buildLinkCode(digits)} `)).toBe(digits)
  for (const wrong of [
    '',
    digits.slice(1),
    `${digits}0`,
    `perantau-lain:1:${digits}`,
    'https://contoh.my',
    'a'.repeat(30),
  ])
    expect(parseDeviceLinkDigits(wrong)).toBeUndefined()
})

test('a device link offer (public key of the new device) is rejected if digits, user, public key or MAC do not match', async () => {
  const [request, other] = [await createDeviceLinkRequest(ownId), await createDeviceLinkRequest(ownId)]
  const { digits, offer } = request
  expect(await isAuthenticDeviceLinkOffer(other.digits, ownId, offer)).toBe(false)
  expect(await isAuthenticDeviceLinkOffer(digits, ownId + 1, offer)).toBe(false)
  expect(await isAuthenticDeviceLinkOffer(digits, ownId, { ...offer, box: other.offer.box })).toBe(false)
  expect(await isAuthenticDeviceLinkOffer(digits, ownId, { ...offer, mac: flipBit(offer.mac, 3) })).toBe(
    false,
  )
  expect(await isAuthenticDeviceLinkOffer(digits, ownId, { ...offer, mac: '!' })).toBe(false)
})

test('a device link answer (keys sent by the old device) is rejected if digits, public key, user or ciphertext do not match the request', async () => {
  const [request, other] = [await createDeviceLinkRequest(ownId), await createDeviceLinkRequest(ownId)]
  const { digits, offer } = request
  const answer = await encryptKeysForNewDevice(digits, ownId, offer, payload)
  for (const wrong of [
    await encryptKeysForNewDevice(other.digits, ownId, offer, payload),
    await encryptKeysForNewDevice(digits, ownId, other.offer, payload),
    await encryptKeysForNewDevice(digits, ownId + 1, offer, payload),
    flipBit(answer, 40),
    flipBit(answer, 5),
    '',
  ]) {
    await expect(decryptKeysFromOldDevice(request, wrong)).rejects.toThrow()
  }
  await expect(decryptKeysFromOldDevice(other, answer)).rejects.toThrow()
})
