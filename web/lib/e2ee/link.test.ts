import { expect, test } from 'vitest'
import { decode, encode } from '#shared/e2ee/encoding.ts'
import { newSeed } from './identity.ts'
import { ask, codeOf, digitsOf, give, isGenuineOffer, linkIdOf, newDigits, showDigits, take } from './link.ts'
import type { Seeds } from './seeds.ts'

const ownId = 7
const seeds: Seeds = [
  { gen: 3, bytes: newSeed() },
  { gen: 1, bytes: newSeed() },
]
const payload = { seeds, trust: 'apa yang dipercayai' }
const flip = (text: string, at: number) => {
  const bytes = decode(text)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return encode(bytes)
}

test('device linking transfers all seeds and the trust record from the old device to the new one', async () => {
  const request = await ask(ownId)
  const digits = digitsOf(codeOf(request.digits)) ?? ''
  expect(await linkIdOf(digits, ownId)).toBe(request.id)
  expect(await isGenuineOffer(digits, ownId, request.offer)).toBe(true)
  expect(await take(request, await give(digits, ownId, request.offer, payload))).toEqual(payload)
})

test('link digits are parsed from the displayed form and the QR code, and any other text is rejected', () => {
  const digits = newDigits()
  expect(digits).toMatch(/^\d{30}$/)
  expect(digitsOf(showDigits(digits))).toBe(digits)
  expect(digitsOf(` ${codeOf(digits)} `)).toBe(digits)
  for (const wrong of [
    '',
    digits.slice(1),
    `${digits}0`,
    `perantau-lain:1:${digits}`,
    'https://contoh.my',
    'a'.repeat(30),
  ])
    expect(digitsOf(wrong)).toBeUndefined()
})

test('a link offer is rejected when digits, user, public key or MAC do not match', async () => {
  const [request, other] = [await ask(ownId), await ask(ownId)]
  const { digits, offer } = request
  expect(await isGenuineOffer(other.digits, ownId, offer)).toBe(false)
  expect(await isGenuineOffer(digits, ownId + 1, offer)).toBe(false)
  expect(await isGenuineOffer(digits, ownId, { ...offer, box: other.offer.box })).toBe(false)
  expect(await isGenuineOffer(digits, ownId, { ...offer, mac: flip(offer.mac, 3) })).toBe(false)
  expect(await isGenuineOffer(digits, ownId, { ...offer, mac: '!' })).toBe(false)
})

test('a link answer is rejected when digits, public key, user or ciphertext do not match the request', async () => {
  const [request, other] = [await ask(ownId), await ask(ownId)]
  const { digits, offer } = request
  const answer = await give(digits, ownId, offer, payload)
  for (const wrong of [
    await give(other.digits, ownId, offer, payload),
    await give(digits, ownId, other.offer, payload),
    await give(digits, ownId + 1, offer, payload),
    flip(answer, 40),
    flip(answer, 5),
    '',
  ]) {
    await expect(take(request, wrong)).rejects.toThrow()
  }
  await expect(take(other, answer)).rejects.toThrow()
})
