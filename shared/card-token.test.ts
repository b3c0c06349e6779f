import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readToken, type Said, writeBody, writeToken } from './card-token.ts'
import { encode } from './e2ee/encoding.ts'

const said: Said<'card'> = {
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
const token = writeToken(writeBody(said), signature)

test('what was written is read again, from the token alone or from the address it stands in', () => {
  for (const scanned of [token, `https://perantau.test/verify#${token}`]) {
    const read = readToken(scanned)
    expect(read?.said).toEqual(said)
    expect(read?.token).toBe(token)
    expect(read?.signature).toEqual(signature)
  }
})

test('a name of any length and script survives, and a code has room for the longest', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter(one => one.isWellFormed())
  fc.assert(
    fc.property(text, text, (fullName, club) => {
      const words = { ...said.words, fullName, club }
      expect(readToken(writeToken(writeBody({ ...said, words }), signature))?.said.words).toEqual(words)
    }),
  )
  const longest = { ...said, words: { ...said.words, fullName: '爱'.repeat(200), club: '爱'.repeat(200) } }
  expect(readToken(writeToken(writeBody(longest), signature))?.said).toEqual(longest)
})

test('nonsense of any kind is no token, and never an accident', () => {
  const whole = writeToken(writeBody(said), signature)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 400 }),
        fc.uint8Array({ maxLength: 400 }).map(encode),
        fc.nat({ max: whole.length - 1 }).map(length => whole.slice(0, length)),
        fc.string({ minLength: 1, maxLength: 40 }).map(more => whole + more),
      ),
      scanned => {
        const read = readToken(scanned)
        // Whatever is read at all is written the same way again: no two spellings of one token.
        if (read) expect(writeToken(writeBody(read.said), read.signature)).toBe(read.token)
      },
    ),
    { numRuns: 3000 },
  )
  expect(readToken('a'.repeat(100_000))).toBeUndefined()
  expect(readToken('')).toBeUndefined()
})
