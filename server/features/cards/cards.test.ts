import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '#server/context.ts'
import { signingKeys } from '#server/db/schema/cards.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { verifySignature } from '#server/features/keys/cards/verify-signature.ts'
import { deriveSecret } from '#server/secret.ts'
import { buildTestServiceContext, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import {
  decodeCardToken,
  encodeCardToken,
  encodeCardTokenBody,
  type TokenPayload,
  verifyCardTokenOffline,
} from '#shared/cards/card-token.ts'
import { findOrCreateCardSigningKey, rotateCardSigningKey, signCardToken } from './signing-keys.service.ts'

const target = setUpApp()
let numbers = 0
const createNextMembershipNumber = () => `JP-2026-${String(++numbers).padStart(4, '0')}`

async function buildMember(overrides: Parameters<typeof buildUser>[1] = {}) {
  const me = await target.asNew({ membershipNumber: createNextMembershipNumber(), ...overrides })
  const readCardToken = async () =>
    ((await me.call('GET', '/api/card')).json().address as string).split('#')[1] ?? ''
  return { ...me, tokenOf: readCardToken }
}

async function verifyTokenOnline(token: string): Promise<string> {
  const response = await target.app.inject({ method: 'POST', url: '/api/verify', payload: { token } })
  expect(response.statusCode).toBe(200)
  return response.json().verdict
}

const readPublicKeys = async () => (await target.app.inject('/api/verify/keys')).json()
const verifyTokenOffline = async (token: string, now = Date.now()) => {
  const read = decodeCardToken(token)
  return read ? verifyCardTokenOffline(verifySignature, await readPublicKeys(), read, now) : 'foreign'
}

/** Returns a membership card token with changed content under the original signature. */
function alterToken(token: string, change: (claims: TokenPayload<'card'>) => TokenPayload<'card'>): string {
  const decoded = decodeCardToken(token)
  if (!decoded) throw new Error('no token')
  return encodeCardToken(
    encodeCardTokenBody(change(decoded.payload as TokenPayload<'card'>)),
    decoded.signature,
  )
}

describe('membership card', () => {
  test('a membership card contains name, number, club and expiry and no further personal data', async () => {
    const club = await buildClub(target.database.db, { name: 'Kelab Kad' })
    const me = await buildMember({ clubId: club.id, phone: '0123456789' })
    const card = (await me.call('GET', '/api/card')).json()
    expect(card).toMatchObject({ membershipNumber: me.user.membershipNumber, clubName: 'Kelab Kad' })
    expect(card.address).toMatch(/^http:\/\/perantau\.test\/verify#[\w-]+$/)
    const read = decodeCardToken(card.address)
    expect(read?.payload).toMatchObject({
      kind: 'card',
      person: me.user.id,
      expiresAt: Date.parse(card.expiresAt),
      words: {
        fullName: me.user.fullName,
        membershipNumber: me.user.membershipNumber,
        club: 'Kelab Kad',
        country: 'Japan',
        status: 'active',
      },
    })
    expect((Date.parse(card.expiresAt) - Date.parse(card.issuedAt)) / 86_400_000).toBe(30)
    expect(await verifyTokenOnline(read?.token ?? '')).toBe('valid')
  })

  test('users without a membership number or with an inactive account have no membership card', async () => {
    expect((await (await target.asNew()).call('GET', '/api/card')).statusCode).toBe(404)
    const inactive = await buildMember({ status: 'inactive' })
    expect((await inactive.call('GET', '/api/card')).statusCode).toBe(403)
  })

  test('eight concurrent first requests for membership cards create one signing key', async () => {
    const { db } = target.database
    await db.delete(signingKeys)
    const people = await Promise.all(Array.from({ length: 8 }, () => buildMember()))
    const tokens = await Promise.all(people.map(({ tokenOf: readCardToken }) => readCardToken()))
    expect(new Set(tokens.map(token => decodeCardToken(token)?.payload.keyId)).size).toBe(1)
    expect(await readPublicKeys()).toHaveLength(1)
  })
})

describe('card tokens that must be rejected', () => {
  let token = ''
  beforeAll(async () => {
    token = await (await buildMember()).tokenOf()
  })

  const forgeToken = async (
    claims: TokenPayload<'card'>,
    secret = deriveSecret('kunci orang lain yang cukup panjang!!'),
  ) => {
    const { db } = target.database
    const real = await findOrCreateCardSigningKey(buildTestServiceContext(db))
    const foreign = await findOrCreateCardSigningKey(
      createContext({ ...buildTestServiceContext(db), secret }),
    )
    // The token names the id of the server's signing key but is signed by another key, whose database row is deleted.
    await db.delete(signingKeys).where(eq(signingKeys.id, foreign.id))
    return signCardToken({ id: real.id, key: foreign.key }, claims)
  }

  test.each<[string, (read: TokenPayload<'card'>) => Promise<string> | string, string]>([
    [
      'changed name',
      () => alterToken(token, claims => ({ ...claims, words: { ...claims.words, fullName: 'Lain' } })),
      'foreign',
    ],
    [
      'changed membership number',
      () =>
        alterToken(token, claims => ({ ...claims, words: { ...claims.words, membershipNumber: 'JP-1' } })),
      'foreign',
    ],
    [
      'later expiry',
      () => alterToken(token, claims => ({ ...claims, expiresAt: (claims.expiresAt ?? 0) + 1000 })),
      'foreign',
    ],
    ['no expiry', () => alterToken(token, claims => ({ ...claims, expiresAt: null })), 'foreign'],
    [
      'user id of another person',
      () => alterToken(token, claims => ({ ...claims, person: claims.person + 1 })),
      'foreign',
    ],
    ['unknown signing key', () => alterToken(token, claims => ({ ...claims, keyId: 99_999 })), 'foreign'],
    ['signed with a foreign key', claims => forgeToken(claims), 'foreign'],
    ['truncated', () => token.slice(0, -4), 'foreign'],
    ['with trailing characters', () => `${token}AAAA`, 'foreign'],
    ['random text', () => 'bukan kad', 'foreign'],
  ])(
    'a membership card token is rejected as not issued by this server: %s',
    async (_name, buildToken, expected) => {
      const read = decodeCardToken(token)?.payload as TokenPayload<'card'>
      const candidate = await buildToken(read)
      expect(candidate).not.toBe(token)
      expect(await verifyTokenOnline(candidate)).toBe(expected)
      // Offline verification does not accept the forged membership card token either.
      expect(['foreign', 'unsure']).toContain(await verifyTokenOffline(candidate))
      expect(await verifyTokenOnline(token)).toBe('valid')
    },
  )

  test('a membership card token expires exactly at its expiry time', async () => {
    const { db } = target.database
    const claims = decodeCardToken(token)?.payload as TokenPayload<'card'>
    expect(await verifyTokenOffline(token, (claims.expiresAt ?? 0) - 1)).toBe('valid')
    expect(await verifyTokenOffline(token, claims.expiresAt ?? 0)).toBe('expired')
    const expired = signCardToken(await findOrCreateCardSigningKey(buildTestServiceContext(db)), {
      ...claims,
      expiresAt: Date.now() - 1000,
    })
    expect(await verifyTokenOnline(expired)).toBe('expired')
  })

  test('a membership card is reported as outdated after a change of name and as withdrawn after deactivation', async () => {
    const { db } = target.database
    const me = await buildMember()
    const ownToken = await me.tokenOf()
    await db.update(users).set({ fullName: 'Nama Baharu' }).where(eq(users.id, me.user.id))
    expect(await verifyTokenOnline(ownToken)).toBe('outdated')
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, me.user.id))
    expect(await verifyTokenOnline(ownToken)).toBe('withdrawn')
    // Offline verification of the membership card cannot know that the membership has ended.
    expect(await verifyTokenOffline(ownToken)).toBe('valid')
  })

  test('verification of membership card tokens from one IP address returns 429 after 300 requests', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 301; n++) {
      const { statusCode } = await target.app.inject({
        method: 'POST',
        url: '/api/verify',
        remoteAddress: '203.0.113.9',
        payload: { token: 'x' },
      })
      statuses.push(statusCode)
    }
    expect(statuses.slice(0, 300).every(status => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })

  test('verification of membership card tokens returns 400 for malformed requests', async () => {
    for (const payload of [
      {},
      { token: '' },
      { token: 1 },
      { token: 'a'.repeat(3000) },
      { token: 'a', more: 1 },
    ]) {
      const { statusCode } = await target.app.inject({ method: 'POST', url: '/api/verify', payload })
      expect(statusCode).toBe(400)
    }
  })
})

describe('rotation of the signing key', () => {
  test('membership cards stay valid after a rotation of the signing key, and new cards use the new key', async () => {
    const { db } = target.database
    const me = await buildMember()
    const oldToken = await me.tokenOf()
    const newKeyId = await rotateCardSigningKey(db, testSecret, false)
    const renewed = await me.tokenOf()
    expect(decodeCardToken(renewed)?.payload.keyId).toBe(newKeyId)
    expect(decodeCardToken(oldToken)?.payload.keyId).not.toBe(newKeyId)
    expect([
      await verifyTokenOnline(oldToken),
      await verifyTokenOnline(renewed),
      await verifyTokenOffline(oldToken),
    ]).toEqual(['valid', 'valid', 'valid'])
  })

  test('offline verification of a membership card returns the result "unsure" for a signing key that the device does not know yet', async () => {
    const { db } = target.database
    const known = await readPublicKeys()
    await rotateCardSigningKey(db, testSecret, false)
    const read = decodeCardToken(await (await buildMember()).tokenOf())
    expect(read && (await verifyCardTokenOffline(verifySignature, known, read, Date.now()))).toBe('unsure')
  })

  test('revoking a signing key withdraws all membership cards that it signed', async () => {
    const { db } = target.database
    const me = await buildMember()
    const oldToken = await me.tokenOf()
    await rotateCardSigningKey(db, testSecret, true)
    expect([await verifyTokenOnline(oldToken), await verifyTokenOffline(oldToken)]).toEqual([
      'withdrawn',
      'withdrawn',
    ])
    expect(await verifyTokenOnline(await me.tokenOf())).toBe('valid')
  })

  test('a new card signing key is created after a change of the server secret, and old cards stay valid', async () => {
    const { db } = target.database
    const oldToken = await (await buildMember()).tokenOf()
    const other = await findOrCreateCardSigningKey(
      createContext({
        ...buildTestServiceContext(db),
        secret: deriveSecret('rahsia baharu selepas putaran kunci'),
      }),
    )
    expect(other.id).toBeGreaterThan(decodeCardToken(oldToken)?.payload.keyId ?? 0)
    expect(await verifyTokenOnline(oldToken)).toBe('valid')
    await db.delete(signingKeys).where(eq(signingKeys.id, other.id))
  })
})

describe('POST /api/clubs/:id/cards', () => {
  test('printing the membership cards of a club is permitted to its officers only, contains active members only, and is audited', async () => {
    const { db } = target.database
    const club = await buildClub(db, {})
    const inClub = { clubId: club.id }
    const member = await buildMember(inClub)
    await buildMember({ ...inClub, status: 'inactive' })
    await buildUser(db, inClub)
    const path = `/api/clubs/${club.id}/cards`
    const secretary = await buildMember({ ...inClub, role: 'club_secretary' })
    const { cards, total } = (await secretary.call('POST', path, {})).json()
    expect(cards.map(({ id }: { id: number }) => id)).toEqual([member.user.id, secretary.user.id])
    expect(total).toBe(2)
    expect(await verifyTokenOnline(cards[0].address.split('#')[1])).toBe('valid')
    const rest = await secretary.call('POST', path, { after: member.user.id })
    expect(rest.json().cards).toHaveLength(1)
    expect(await db.select().from(auditEvents).where(eq(auditEvents.kind, 'cards.printed'))).toMatchObject([
      { actorId: secretary.user.id, targetId: String(club.id), details: { count: 2 } },
      { details: { count: 1 } },
    ])
    expect((await member.call('POST', path, {})).statusCode).toBe(403)
    const elsewhere = await buildClub(db, { country: 'Germany' })
    const stranger = await buildMember({ role: 'club_secretary', clubId: elsewhere.id })
    expect((await stranger.call('POST', path, {})).statusCode).toBe(404)
    expect((await stranger.call('POST', path, { after: 'x' })).statusCode).toBe(400)
  })
})
