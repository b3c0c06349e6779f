// A way in for people of a place: who may open one, whom it lets in, and how it ends.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invitations, users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { signToken } from '#server/secret.ts'
import { setUpApp, testSecret } from '#server/test/app.ts'
import { buildClub, testPassword } from '#server/test/factories.ts'

const target = setUpApp()
const origin = 'http://perantau.test'
let counter = 0
const newEmail = () => `jemput${++counter}@contoh.my`
const password = 'ombak-biru-77'

const post = (url: string, payload: object, cookie?: string) =>
  target.app.inject({ method: 'POST', url, payload, headers: { origin, ...(cookie && { cookie }) } })
const tokenOf = (link: string) => link.split('#')[1] as string
const look = async (token: string) => post('/api/auth/join/look', { token })
const comeBy = (invitation: string, more: object = {}) =>
  post('/api/auth/register', { email: newEmail(), password, fullName: 'Orang Baharu', invitation, ...more })
const find = async (email: string) => {
  const [user] = await target.database.db.select().from(users).where(eq(users.email, email))
  return user
}

describe('an invitation', () => {
  test('lets nobody in whose host is no longer one of us', async () => {
    const club = await buildClub(target.database.db, { country: 'Japan' })
    const me = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const token = tokenOf((await me.call('POST', '/api/invitations', { most: 5, days: 7 })).json().link)
    const setStatus = (status: 'active' | 'inactive') =>
      target.database.db.update(users).set({ status }).where(eq(users.id, me.user.id))
    await setStatus('inactive')
    expect((await look(token)).json().code).toBe('bad_link')
    expect((await comeBy(token)).json().code).toBe('bad_link')
    await setStatus('active')
    expect((await comeBy(token)).statusCode).toBe(201)
  })

  test('leads to its club, counts who came, and ends when it is used up', async () => {
    const club = await buildClub(target.database.db, { country: 'Japan' })
    const me = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const made = (await me.call('POST', '/api/invitations', { most: 2, days: 7 })).json()
    expect(made).toMatchObject({ country: 'Japan', clubName: club.name, uses: 0, most: 2, email: null })
    const token = tokenOf(made.link)
    expect((await look(token)).json()).toMatchObject({
      kind: 'place',
      clubId: club.id,
      invitedBy: me.user.fullName,
    })
    const email = newEmail()
    // Two places, and six who want one at the same moment.
    const answers = await Promise.all([
      comeBy(token, { email }),
      ...Array.from({ length: 5 }, () => comeBy(token)),
    ])
    const codes = answers.map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([201, 201, 400, 400, 400, 400])
    const { db } = target.database
    const came = await db.select().from(users).where(eq(users.invitationId, made.id))
    expect(came).toHaveLength(2)
    for (const person of came) {
      expect(person).toMatchObject({ status: 'pending', currentCountry: 'Japan', clubId: club.id })
      expect(person.agreedAt).not.toBeNull()
    }
    expect((await look(token)).json().code).toBe('bad_link')
    const people = (await me.call('GET', `/api/invitations/${made.id}/people`)).json()
    expect(people).toHaveLength(2)
    const [row] = (await me.call('GET', '/api/invitations')).json()
    expect(row).toMatchObject({ uses: 2, link: null })
  })

  test('is no way to another place, and cannot be made up', async () => {
    const club = await buildClub(target.database.db, { country: 'Japan' })
    const other = await buildClub(target.database.db, { country: 'Japan' })
    const me = await target.asNew({ role: 'hq_admin' })
    const made = (await me.call('POST', '/api/invitations', { clubId: club.id, most: 5, days: 1 })).json()
    const token = tokenOf(made.link)
    expect((await comeBy(token, { clubId: other.id, currentCountry: 'Japan' })).statusCode).toBe(400)
    expect((await comeBy(token, { currentCountry: 'France' })).statusCode).toBe(400)
    expect((await comeBy(`${made.id}_${'x'.repeat(43)}`)).statusCode).toBe(400)
    expect((await comeBy(signToken(testSecret, 'bukan-satu-jemputan'))).statusCode).toBe(400)
    expect((await comeBy('x')).statusCode).toBe(400)
    const [row] = await target.database.db.select().from(invitations).where(eq(invitations.id, made.id))
    expect(row?.uses).toBe(0)
    await target.database.db
      .update(invitations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(invitations.id, made.id))
    expect((await comeBy(token)).statusCode).toBe(400)
  })

  test('can be taken back by whoever reaches it, once', async () => {
    const club = await buildClub(target.database.db, { country: 'Canada' })
    const member = await target.asNew({ clubId: club.id, currentCountry: 'Canada' })
    const stranger = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const admin = await target.asNew({ role: 'country_admin', currentCountry: 'Canada' })
    const made = (await member.call('POST', '/api/invitations', { most: 1, days: 1 })).json()
    expect(made).toMatchObject({ clubName: club.name })
    expect((await stranger.call('DELETE', `/api/invitations/${made.id}`)).statusCode).toBe(404)
    expect((await stranger.call('GET', `/api/invitations/${made.id}/people`)).statusCode).toBe(404)
    const both = await Promise.all([1, 2].map(() => admin.call('DELETE', `/api/invitations/${made.id}`)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect((await comeBy(tokenOf(made.link))).statusCode).toBe(400)
  })

  test('is made only for where one’s reach goes', async () => {
    const club = await buildClub(target.database.db, { country: 'Canada' })
    const closed = await buildClub(target.database.db, { country: 'Canada', isActive: false })
    const body = (more: object) => ({ most: 1, days: 1, ...more })
    const codeOf = async (who: Awaited<ReturnType<typeof target.asNew>>, more: object) =>
      (await who.call('POST', '/api/invitations', body(more))).statusCode
    const member = await target.asNew({ clubId: null })
    expect(await codeOf(member, {})).toBe(400)
    expect(await codeOf(member, { clubId: club.id })).toBe(403)
    expect(await codeOf(member, { country: 'Japan' })).toBe(403)
    const abroad = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    expect(await codeOf(abroad, { clubId: club.id })).toBe(403)
    expect(await codeOf(abroad, {})).toBe(201)
    const hq = await target.asNew({ role: 'hq_admin' })
    expect(await codeOf(hq, {})).toBe(400)
    expect(await codeOf(hq, { clubId: closed.id })).toBe(400)
    expect(await codeOf(hq, { country: 'Japan', most: 501 })).toBe(400)
  })

  test('by mail is for one person, whose address is proved by it', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const email = newEmail()
    const made = (
      await me.call('POST', '/api/invitations', { country: 'Japan', email, most: 50, days: 3 })
    ).json()
    expect(made).toMatchObject({ email, most: 1, link: null })
    const [mail] = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))
    expect(mail).toMatchObject({ kind: 'invitation.sent', userId: null })
    const token = signToken(testSecret, made.id)
    expect((await comeBy(token, { email })).statusCode).toBe(201)
    expect((await find(email))?.emailConfirmedAt).not.toBeNull()
  })
})

describe('somebody whom others entered', () => {
  test('sets a password and accepts the terms by a link; until then they cannot come in', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const email = newEmail()
    const body = { email, fullName: 'Orang Tua', currentCountry: 'Japan' }
    expect((await post('/api/auth/register', body)).json().fields).toHaveProperty('password')
    const waiting = await target.asNew({ status: 'pending' })
    expect((await post('/api/auth/register', body, waiting.cookie)).statusCode).toBe(400)
    const { link } = (await post('/api/auth/register', body, me.cookie)).json()
    expect(await find(email)).toMatchObject({ password: null, agreedAt: null, emailConfirmedAt: null })
    const token = tokenOf(link)
    expect((await look(token)).json()).toMatchObject({ kind: 'account', fullName: 'Orang Tua', email })
    const join = (more: object) => post('/api/auth/join', { token, password, terms: true, ...more })
    expect((await join({ terms: false })).statusCode).toBe(400)
    expect((await join({ confirmPassword: 'lain' })).statusCode).toBe(400)
    expect((await join({ token: 'x'.repeat(30) })).json().code).toBe('bad_link')
    expect((await post('/api/auth/login', { email, password })).statusCode).toBe(401)
    const both = await Promise.all([join({}), join({})])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    // It was handed over, not mailed: whose the address is nobody knows.
    expect(await find(email)).toMatchObject({ emailConfirmedAt: null, agreedAt: expect.any(Date) })
    expect((await post('/api/auth/login', { email, password })).statusCode).toBe(200)
    expect((await look(token)).json().code).toBe('bad_link')
  })

  test('who has agreed is no longer led through the terms', async () => {
    const { user } = await target.asNew()
    const { createToken } = await import('#server/identity/account-tokens.service.ts')
    const token = signToken(testSecret, await createToken(target.database.db, user, 'join'))
    expect((await look(token)).json().code).toBe('bad_link')
    expect((await post('/api/auth/join', { token, password, terms: true })).statusCode).toBe(400)
    expect((await post('/api/auth/login', { email: user.email, password: testPassword })).statusCode).toBe(
      200,
    )
  })
})
