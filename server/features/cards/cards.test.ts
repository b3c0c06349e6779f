import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '#server/context.ts'
import { signingKeys } from '#server/db/schema/cards.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { verify } from '#server/features/keys/verify.ts'
import { secretFrom } from '#server/secret.ts'
import { setUpApp, testContext, testSecret } from '#server/test/app.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import { judgeToken, readToken, type Said, writeBody, writeToken } from '#shared/card-token.ts'
import { rotateSigningKey, signingKey, signToken } from './signing-keys.service.ts'

const target = setUpApp()
let numbers = 0
const nextNumber = () => `JP-2026-${String(++numbers).padStart(4, '0')}`

async function newMember(overrides: Parameters<typeof buildUser>[1] = {}) {
  const me = await target.asNew({ membershipNumber: nextNumber(), ...overrides })
  const tokenOf = async () =>
    ((await me.call('GET', '/api/card')).json().address as string).split('#')[1] ?? ''
  return { ...me, tokenOf }
}

async function check(token: string): Promise<string> {
  const response = await target.app.inject({ method: 'POST', url: '/api/verify', payload: { token } })
  expect(response.statusCode).toBe(200)
  return response.json().verdict
}

const keys = async () => (await target.app.inject('/api/verify/keys')).json()
const judge = async (token: string, now = Date.now()) => {
  const read = readToken(token)
  return read ? judgeToken(verify, await keys(), read, now) : 'foreign'
}

/** The same words under another signature, or other words under the same one. */
function altered(token: string, change: (said: Said<'card'>) => Said<'card'>): string {
  const read = readToken(token)
  if (!read) throw new Error('no token')
  return writeToken(writeBody(change(read.said as Said<'card'>)), read.signature)
}

describe('a card', () => {
  test('says who it is and until when, and nothing else about them', async () => {
    const club = await buildClub(target.database.db, { name: 'Kelab Kad' })
    const me = await newMember({ clubId: club.id, phone: '0123456789' })
    const answer = (await me.call('GET', '/api/card')).json()
    expect(answer).toMatchObject({ membershipNumber: me.user.membershipNumber, clubName: 'Kelab Kad' })
    expect(answer.address).toMatch(/^http:\/\/perantau\.test\/verify#[\w-]+$/)
    const read = readToken(answer.address)
    expect(read?.said).toMatchObject({
      kind: 'card',
      person: me.user.id,
      expiresAt: Date.parse(answer.expiresAt),
      words: {
        fullName: me.user.fullName,
        membershipNumber: me.user.membershipNumber,
        club: 'Kelab Kad',
        country: 'Japan',
        status: 'active',
      },
    })
    expect((Date.parse(answer.expiresAt) - Date.parse(answer.issuedAt)) / 86_400_000).toBe(30)
    expect(await check(read?.token ?? '')).toBe('valid')
  })

  test('there is none for whoever has no number, or is not in', async () => {
    expect((await (await target.asNew()).call('GET', '/api/card')).statusCode).toBe(404)
    const gone = await newMember({ status: 'inactive' })
    expect((await gone.call('GET', '/api/card')).statusCode).toBe(403)
  })

  test('many who open the first cards of all at once share one key', async () => {
    const { db } = target.database
    await db.delete(signingKeys)
    const people = await Promise.all(Array.from({ length: 8 }, () => newMember()))
    const tokens = await Promise.all(people.map(({ tokenOf }) => tokenOf()))
    expect(new Set(tokens.map(token => readToken(token)?.said.keyId)).size).toBe(1)
    expect(await keys()).toHaveLength(1)
  })
})

describe('what does not hold', () => {
  let token = ''
  beforeAll(async () => {
    token = await (await newMember()).tokenOf()
  })

  const forge = async (said: Said<'card'>, secret = secretFrom('kunci orang lain yang cukup panjang!!')) => {
    const { db } = target.database
    const real = await signingKey(testContext(db))
    const foreign = await signingKey(createContext({ ...testContext(db), secret }))
    // A stranger's key under the name of ours; what it left behind must not stay.
    await db.delete(signingKeys).where(eq(signingKeys.id, foreign.id))
    return signToken({ id: real.id, key: foreign.key }, said)
  }

  test.each<[string, (read: Said<'card'>) => Promise<string> | string, string]>([
    [
      'another name',
      () => altered(token, said => ({ ...said, words: { ...said.words, fullName: 'Lain' } })),
      'foreign',
    ],
    [
      'another number',
      () => altered(token, said => ({ ...said, words: { ...said.words, membershipNumber: 'JP-1' } })),
      'foreign',
    ],
    [
      'a longer life',
      () => altered(token, said => ({ ...said, expiresAt: (said.expiresAt ?? 0) + 1000 })),
      'foreign',
    ],
    ['no end at all', () => altered(token, said => ({ ...said, expiresAt: null })), 'foreign'],
    ['somebody else’s', () => altered(token, said => ({ ...said, person: said.person + 1 })), 'foreign'],
    ['a key that does not exist', () => altered(token, said => ({ ...said, keyId: 99_999 })), 'foreign'],
    ['signed by a stranger', said => forge(said), 'foreign'],
    ['without its end', () => token.slice(0, -4), 'foreign'],
    ['with something behind it', () => `${token}AAAA`, 'foreign'],
    ['nonsense', () => 'bukan kad', 'foreign'],
  ])('%s', async (_name, make, expected) => {
    const read = readToken(token)?.said as Said<'card'>
    const made = await make(read)
    expect(made).not.toBe(token)
    expect(await check(made)).toBe(expected)
    // And a device by itself never takes it for good.
    expect(['foreign', 'unsure']).toContain(await judge(made))
    expect(await check(token)).toBe('valid')
  })

  test('its time is over, to the second', async () => {
    const { db } = target.database
    const said = readToken(token)?.said as Said<'card'>
    expect(await judge(token, (said.expiresAt ?? 0) - 1)).toBe('valid')
    expect(await judge(token, said.expiresAt ?? 0)).toBe('expired')
    const old = signToken(await signingKey(testContext(db)), { ...said, expiresAt: Date.now() - 1000 })
    expect(await check(old)).toBe('expired')
  })

  test('a card shown again by somebody who is no longer in is withdrawn; what changed on it is said', async () => {
    const { db } = target.database
    const me = await newMember()
    const mine = await me.tokenOf()
    await db.update(users).set({ fullName: 'Nama Baharu' }).where(eq(users.id, me.user.id))
    expect(await check(mine)).toBe('outdated')
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, me.user.id))
    expect(await check(mine)).toBe('withdrawn')
    // A device that cannot ask knows no better.
    expect(await judge(mine)).toBe('valid')
  })

  test('codes are not tried without end', async () => {
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

  test('what is no token at all is refused as bad input', async () => {
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

describe('another key', () => {
  test('old cards stay good until they expire; new ones name the new key', async () => {
    const { db } = target.database
    const me = await newMember()
    const old = await me.tokenOf()
    const next = await rotateSigningKey(db, testSecret, false)
    const renewed = await me.tokenOf()
    expect(readToken(renewed)?.said.keyId).toBe(next)
    expect(readToken(old)?.said.keyId).not.toBe(next)
    expect([await check(old), await check(renewed), await judge(old)]).toEqual(['valid', 'valid', 'valid'])
  })

  test('a device that does not know the new key yet is unsure, not wrong', async () => {
    const { db } = target.database
    const known = await keys()
    await rotateSigningKey(db, testSecret, false)
    const read = readToken(await (await newMember()).tokenOf())
    expect(read && (await judgeToken(verify, known, read, Date.now()))).toBe('unsure')
  })

  test('one that became known takes its cards along', async () => {
    const { db } = target.database
    const me = await newMember()
    const old = await me.tokenOf()
    await rotateSigningKey(db, testSecret, true)
    expect([await check(old), await judge(old)]).toEqual(['withdrawn', 'withdrawn'])
    expect(await check(await me.tokenOf())).toBe('valid')
  })

  test('after the secret changed a new one is made by itself, and old cards can still be checked', async () => {
    const { db } = target.database
    const old = await (await newMember()).tokenOf()
    const other = await signingKey(
      createContext({ ...testContext(db), secret: secretFrom('rahsia baharu selepas putaran kunci') }),
    )
    expect(other.id).toBeGreaterThan(readToken(old)?.said.keyId ?? 0)
    expect(await check(old)).toBe('valid')
    await db.delete(signingKeys).where(eq(signingKeys.id, other.id))
  })
})

describe('a club’s cards', () => {
  test('for those who look after it, only of those who are in, and recorded', async () => {
    const { db } = target.database
    const club = await buildClub(db, {})
    const place = { clubId: club.id }
    const member = await newMember(place)
    await newMember({ ...place, status: 'inactive' })
    await buildUser(db, place)
    const path = `/api/clubs/${club.id}/cards`
    const secretary = await newMember({ ...place, role: 'club_secretary' })
    const { cards, total } = (await secretary.call('POST', path, {})).json()
    expect(cards.map(({ id }: { id: number }) => id)).toEqual([member.user.id, secretary.user.id])
    expect(total).toBe(2)
    expect(await check(cards[0].address.split('#')[1])).toBe('valid')
    const rest = await secretary.call('POST', path, { after: member.user.id })
    expect(rest.json().cards).toHaveLength(1)
    expect(await db.select().from(auditEvents).where(eq(auditEvents.kind, 'cards.printed'))).toMatchObject([
      { actorId: secretary.user.id, targetId: String(club.id), details: { count: 2 } },
      { details: { count: 1 } },
    ])
    expect((await member.call('POST', path, {})).statusCode).toBe(403)
    const elsewhere = await buildClub(db, { country: 'Germany' })
    const stranger = await newMember({ role: 'club_secretary', clubId: elsewhere.id })
    expect((await stranger.call('POST', path, {})).statusCode).toBe(404)
    expect((await stranger.call('POST', path, { after: 'x' })).statusCode).toBe(400)
  })
})
