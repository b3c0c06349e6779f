import { expect, test } from 'vitest'
import { decode, encode } from '#shared/e2ee/encoding.ts'
import { newSeed } from './identity.ts'
import { ask, codeOf, digitsOf, give, isGenuineOffer, linkIdOf, newDigits, showDigits, take } from './link.ts'
import type { Seeds } from './seeds.ts'

const me = 7
const seeds: Seeds = [
  { gen: 3, bytes: newSeed() },
  { gen: 1, bytes: newSeed() },
]
const given = { seeds, trust: 'apa yang dipercayai' }
const flip = (text: string, at: number) => {
  const bytes = decode(text)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return encode(bytes)
}

test('what the old device gives, the new one takes: all seeds, and what comes along', async () => {
  const asking = await ask(me)
  const digits = digitsOf(codeOf(asking.digits)) ?? ''
  expect(await linkIdOf(digits, me)).toBe(asking.id)
  expect(await isGenuineOffer(digits, me, asking.offer)).toBe(true)
  expect(await take(asking, await give(digits, me, asking.offer, given))).toEqual(given)
})

test('digits are read as they are shown, and nothing else is', () => {
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

test('an offer with other digits, of somebody else, or with another key is refused', async () => {
  const [asking, other] = [await ask(me), await ask(me)]
  const { digits, offer } = asking
  expect(await isGenuineOffer(other.digits, me, offer)).toBe(false)
  expect(await isGenuineOffer(digits, me + 1, offer)).toBe(false)
  expect(await isGenuineOffer(digits, me, { ...offer, box: other.offer.box })).toBe(false)
  expect(await isGenuineOffer(digits, me, { ...offer, mac: flip(offer.mac, 3) })).toBe(false)
  expect(await isGenuineOffer(digits, me, { ...offer, mac: '!' })).toBe(false)
})

test('an answer under other digits, to another key, for somebody else, of another time or altered is refused', async () => {
  const [asking, other] = [await ask(me), await ask(me)]
  const { digits, offer } = asking
  const answer = await give(digits, me, offer, given)
  for (const wrong of [
    await give(other.digits, me, offer, given),
    await give(digits, me, other.offer, given),
    await give(digits, me + 1, offer, given),
    flip(answer, 40),
    flip(answer, 5),
    '',
  ]) {
    await expect(take(asking, wrong)).rejects.toThrow()
  }
  await expect(take(other, answer)).rejects.toThrow()
})
