import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBase64url } from '#shared/e2ee/encoding.ts'
import { decodeCardToken, encodeCardToken, encodeCardTokenBody, type TokenPayload } from './card-token.ts'

const payload: TokenPayload<'card'> = {
  kind: 'card',
  keyId: 3,
  issuedAt: 1_790_000_000_000,
  expiresAt: 1_792_592_000_000,
  person: 2_147_483_647,
  about: 0,
  words: {
    fullName: 'Nur Aisyah 爱 binti Ahmad',
    membershipNumber: 'GB-2026-0001',
    club: 'Kelab Perantau London',
    country: 'United Kingdom',
    status: 'active',
  },
}
const signature = new Uint8Array(64).fill(7)
const token = encodeCardToken(encodeCardTokenBody(payload), signature)

test('decodeCardToken decodes a card token given alone or at the end of a verification URL', () => {
  for (const scanned of [token, `https://perantau.test/verify#${token}`]) {
    const read = decodeCardToken(scanned)
    expect(read?.payload).toEqual(payload)
    expect(read?.token).toBe(token)
    expect(read?.signature).toEqual(signature)
  }
})

test('decodeCardToken decodes names of any length and script that encodeCardToken encoded', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter(value => value.isWellFormed())
  fc.assert(
    fc.property(text, text, (fullName, club) => {
      const texts = { ...payload.words, fullName, club }
      expect(
        decodeCardToken(encodeCardToken(encodeCardTokenBody({ ...payload, words: texts }), signature))
          ?.payload.words,
      ).toEqual(texts)
    }),
  )
  const longest = {
    ...payload,
    words: { ...payload.words, fullName: '爱'.repeat(200), club: '爱'.repeat(200) },
  }
  expect(decodeCardToken(encodeCardToken(encodeCardTokenBody(longest), signature))?.payload).toEqual(longest)
})

test('decodeCardToken returns undefined for malformed tokens and never throws', () => {
  const whole = encodeCardToken(encodeCardTokenBody(payload), signature)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 400 }),
        fc.uint8Array({ maxLength: 400 }).map(encodeBase64url),
        fc.nat({ max: whole.length - 1 }).map(length => whole.slice(0, length)),
        fc.string({ minLength: 1, maxLength: 40 }).map(suffix => whole + suffix),
      ),
      scanned => {
        const read = decodeCardToken(scanned)
        // The encoding of card tokens is canonical: a decoded token encodes to the same text again.
        if (read) expect(encodeCardToken(encodeCardTokenBody(read.payload), read.signature)).toBe(read.token)
      },
    ),
    { numRuns: 3000 },
  )
  expect(decodeCardToken('a'.repeat(100_000))).toBeUndefined()
  expect(decodeCardToken('')).toBeUndefined()
})
