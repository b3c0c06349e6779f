// Invitations: creation, registration by invitation, expiry and revocation.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invitations, users } from '#server/db/schema/core.ts'
import { mailOutbox } from '#server/db/schema/events.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import { setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildClub, testPassword } from '#server/test/harness/factories.ts'

const target = setUpApp()
const origin = 'http://perantau.test'
let counter = 0
const newEmail = () => `jemput${++counter}@contoh.my`
const password = 'ombak-biru-77'

const postJson = (url: string, payload: object, cookie?: string) =>
  target.app.inject({ method: 'POST', url, payload, headers: { origin, ...(cookie && { cookie }) } })
const getTokenOfLink = (link: string) => link.split('#')[1] as string
const lookUpInvitation = async (token: string) => postJson('/api/auth/join/look', { token })
const registerWithInvitation = (invitation: string, more: object = {}) =>
  postJson('/api/auth/register', {
    email: newEmail(),
    password,
    fullName: 'Orang Baharu',
    invitation,
    ...more,
  })
const findUser = async (email: string) => {
  const [user] = await target.database.db.select().from(users).where(eq(users.email, email))
  return user
}

describe('an invitation', () => {
  test('an invitation cannot be used while its creator is inactive', async () => {
    const club = await buildClub(target.database.db, { country: 'Japan' })
    const me = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const token = getTokenOfLink(
      (await me.call('POST', '/api/invitations', { most: 5, days: 7 })).json().link,
    )
    const setInviterStatus = (status: 'active' | 'inactive') =>
      target.database.db.update(users).set({ status }).where(eq(users.id, me.user.id))
    await setInviterStatus('inactive')
    expect((await lookUpInvitation(token)).json().code).toBe('bad_link')
    expect((await registerWithInvitation(token)).json().code).toBe('bad_link')
    await setInviterStatus('active')
    expect((await registerWithInvitation(token)).statusCode).toBe(201)
  })

  test('an invitation assigns its club, lists its applicants, and is invalid once used up, also with concurrent requests', async () => {
    const club = await buildClub(target.database.db, { country: 'Japan' })
    const me = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const made = (await me.call('POST', '/api/invitations', { most: 2, days: 7 })).json()
    expect(made).toMatchObject({ country: 'Japan', clubName: club.name, uses: 0, most: 2, email: null })
    const token = getTokenOfLink(made.link)
    expect((await lookUpInvitation(token)).json()).toMatchObject({
      kind: 'place',
      clubId: club.id,
      invitedBy: me.user.fullName,
    })
    const email = newEmail()
    // Six concurrent registrations compete for the last two uses of an invitation.
    const responses = await Promise.all([
      registerWithInvitation(token, { email }),
      ...Array.from({ length: 5 }, () => registerWithInvitation(token)),
    ])
    const codes = responses.map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual([201, 201, 400, 400, 400, 400])
    const { db } = target.database
    const registered = await db.select().from(users).where(eq(users.invitationId, made.id))
    expect(registered).toHaveLength(2)
    for (const person of registered) {
      expect(person).toMatchObject({ status: 'pending', currentCountry: 'Japan', clubId: club.id })
      expect(person.agreedAt).not.toBeNull()
    }
    expect((await lookUpInvitation(token)).json().code).toBe('bad_link')
    const people = (await me.call('GET', `/api/invitations/${made.id}/people`)).json()
    expect(people).toHaveLength(2)
    const [row] = (await me.call('GET', '/api/invitations')).json()
    expect(row).toMatchObject({ uses: 2, link: null })
  })

  test('an invitation cannot be used for another club or country, after its expiry, or with a forged token', async () => {
    const club = await buildClub(target.database.db, { country: 'Japan' })
    const other = await buildClub(target.database.db, { country: 'Japan' })
    const me = await target.asNew({ role: 'hq_admin' })
    const made = (await me.call('POST', '/api/invitations', { clubId: club.id, most: 5, days: 1 })).json()
    const token = getTokenOfLink(made.link)
    expect(
      (await registerWithInvitation(token, { clubId: other.id, currentCountry: 'Japan' })).statusCode,
    ).toBe(400)
    expect((await registerWithInvitation(token, { currentCountry: 'France' })).statusCode).toBe(400)
    expect((await registerWithInvitation(`${made.id}_${'x'.repeat(43)}`)).statusCode).toBe(400)
    expect(
      (await registerWithInvitation(createSignedLinkToken(testSecret, 'bukan-satu-jemputan'))).statusCode,
    ).toBe(400)
    expect((await registerWithInvitation('x')).statusCode).toBe(400)
    const [row] = await target.database.db.select().from(invitations).where(eq(invitations.id, made.id))
    expect(row?.uses).toBe(0)
    await target.database.db
      .update(invitations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(invitations.id, made.id))
    expect((await registerWithInvitation(token)).statusCode).toBe(400)
  })

  test('an invitation can be revoked once by an administrator of its club or country, and not by others', async () => {
    const club = await buildClub(target.database.db, { country: 'Canada' })
    const member = await target.asNew({ clubId: club.id, currentCountry: 'Canada' })
    const stranger = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    const admin = await target.asNew({ role: 'country_admin', currentCountry: 'Canada' })
    const made = (await member.call('POST', '/api/invitations', { most: 1, days: 1 })).json()
    expect(made).toMatchObject({ clubName: club.name })
    expect((await stranger.call('DELETE', `/api/invitations/${made.id}`)).statusCode).toBe(404)
    expect((await stranger.call('GET', `/api/invitations/${made.id}/people`)).statusCode).toBe(404)
    const responses = await Promise.all([1, 2].map(() => admin.call('DELETE', `/api/invitations/${made.id}`)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect((await registerWithInvitation(getTokenOfLink(made.link))).statusCode).toBe(400)
  })

  test('invitations can be created only for clubs and countries within the scope of the user', async () => {
    const club = await buildClub(target.database.db, { country: 'Canada' })
    const closed = await buildClub(target.database.db, { country: 'Canada', isActive: false })
    const buildInvitationBody = (more: object) => ({ most: 1, days: 1, ...more })
    const createInvitationAs = async (caller: Awaited<ReturnType<typeof target.asNew>>, more: object) =>
      (await caller.call('POST', '/api/invitations', buildInvitationBody(more))).statusCode
    const member = await target.asNew({ clubId: null })
    expect(await createInvitationAs(member, {})).toBe(400)
    expect(await createInvitationAs(member, { clubId: club.id })).toBe(403)
    expect(await createInvitationAs(member, { country: 'Japan' })).toBe(403)
    const abroad = await target.asNew({ role: 'country_admin', currentCountry: 'France' })
    expect(await createInvitationAs(abroad, { clubId: club.id })).toBe(403)
    expect(await createInvitationAs(abroad, {})).toBe(201)
    const hq = await target.asNew({ role: 'hq_admin' })
    expect(await createInvitationAs(hq, {})).toBe(400)
    expect(await createInvitationAs(hq, { clubId: closed.id })).toBe(400)
    expect(await createInvitationAs(hq, { country: 'Japan', most: 501 })).toBe(400)
  })

  test('an invitation by mail is valid for one registration and confirms the email address', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const email = newEmail()
    const made = (
      await me.call('POST', '/api/invitations', { country: 'Japan', email, most: 50, days: 3 })
    ).json()
    expect(made).toMatchObject({ email, most: 1, link: null })
    const [mail] = await target.database.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))
    expect(mail).toMatchObject({ kind: 'invitation.sent', userId: null })
    const token = createSignedLinkToken(testSecret, made.id)
    expect((await registerWithInvitation(token, { email })).statusCode).toBe(201)
    expect((await findUser(email))?.emailConfirmedAt).not.toBeNull()
  })
})

describe('user entered by an administrator', () => {
  test('a user entered by an administrator sets a password and accepts the terms by a link before signing in', async () => {
    const me = await target.asNew({ role: 'hq_admin' })
    const email = newEmail()
    const body = { email, fullName: 'Orang Tua', currentCountry: 'Japan' }
    expect((await postJson('/api/auth/register', body)).json().fields).toHaveProperty('password')
    const pendingUser = await target.asNew({ status: 'pending' })
    expect((await postJson('/api/auth/register', body, pendingUser.cookie)).statusCode).toBe(400)
    const { link } = (await postJson('/api/auth/register', body, me.cookie)).json()
    expect(await findUser(email)).toMatchObject({ password: null, agreedAt: null, emailConfirmedAt: null })
    const token = getTokenOfLink(link)
    expect((await lookUpInvitation(token)).json()).toMatchObject({
      kind: 'account',
      fullName: 'Orang Tua',
      email,
    })
    const registerByInvitation = (more: object) =>
      postJson('/api/auth/join', { token, password, terms: true, ...more })
    expect((await registerByInvitation({ terms: false })).statusCode).toBe(400)
    expect((await registerByInvitation({ confirmPassword: 'lain' })).statusCode).toBe(400)
    expect((await registerByInvitation({ token: 'x'.repeat(30) })).json().code).toBe('bad_link')
    expect((await postJson('/api/auth/login', { email, password })).statusCode).toBe(401)
    const responses = await Promise.all([registerByInvitation({}), registerByInvitation({})])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    // The join link was handed over and not mailed, so the email address is not confirmed.
    expect(await findUser(email)).toMatchObject({ emailConfirmedAt: null, agreedAt: expect.any(Date) })
    expect((await postJson('/api/auth/login', { email, password })).statusCode).toBe(200)
    expect((await lookUpInvitation(token)).json().code).toBe('bad_link')
  })

  test('a user who has accepted the terms cannot use a join link', async () => {
    const { user } = await target.asNew()
    const { createAccountToken: createToken } = await import('#server/identity/account-tokens.service.ts')
    const token = createSignedLinkToken(testSecret, await createToken(target.database.db, user, 'join'))
    expect((await lookUpInvitation(token)).json().code).toBe('bad_link')
    expect((await postJson('/api/auth/join', { token, password, terms: true })).statusCode).toBe(400)
    expect(
      (await postJson('/api/auth/login', { email: user.email, password: testPassword })).statusCode,
    ).toBe(200)
  })
})
