import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { setUpApp } from '#server/test/app.ts'
import { buildClub, buildUser, testPassword } from '#server/test/factories.ts'
import { ageOf } from '#shared/ic-number.ts'

const target = setUpApp()
const historyOf = (userId: number) =>
  target.database.db.select().from(userHistory).where(eq(userHistory.userId, userId)).orderBy(userHistory.id)

describe('one’s own profile', () => {
  test('is completed while waiting: what is left out stays, what is empty is cleared', async () => {
    const club = await buildClub(target.database.db, { country: 'Germany' })
    const me = await target.asNew({ status: 'pending', currentCountry: null, phone: '0123456789' })
    const response = await me.call('PUT', '/api/profile', {
      icNumber: '000229-14-5678',
      currentCountry: 'Germany',
      clubId: club.id,
      institution: 'TU Berlin',
      educationLevel: 'sarjana',
      phone: '',
    })
    expect(response.statusCode).toBe(204)
    const profile = (await me.call('GET', '/api/profile')).json()
    expect(profile).toMatchObject({
      fullName: me.user.fullName,
      icNumber: '000229-••-••78',
      age: ageOf(2000),
      currentCountry: 'Germany',
      clubId: club.id,
      institution: 'TU Berlin',
      educationLevel: 'sarjana',
      phone: null,
      isEmailConfirmed: false,
      rejectionReason: null,
    })
    expect(JSON.stringify(profile)).not.toContain('145678')
    expect(await historyOf(me.user.id)).toMatchObject([
      { status: 'pending', currentCountry: 'Germany', clubId: club.id },
    ])
  })

  test('a club does not come along to another country, and an unchanged one is not asked about again', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Germany' })
    const me = await target.asNew({ status: 'rejected', currentCountry: 'Germany', clubId: club.id })
    await db.update(clubs).set({ isActive: false }).where(eq(clubs.id, club.id))
    expect(
      (await me.call('PUT', '/api/profile', { fullName: 'Nama Baharu', clubId: club.id })).statusCode,
    ).toBe(204)
    expect((await me.call('PUT', '/api/profile', { currentCountry: 'Canada' })).statusCode).toBe(204)
    expect((await me.call('GET', '/api/profile')).json()).toMatchObject({
      currentCountry: 'Canada',
      clubId: null,
    })
    await me.call('PUT', '/api/profile', { socialMedia: [{ platform: 'TikTok', url: 'https://x.my' }] })
    await me.call('PUT', '/api/profile', { socialMedia: [] })
    expect((await me.call('GET', '/api/profile')).json().socialMedia).toEqual([])
  })

  test('nobody finds out who is a member by trying numbers', async () => {
    const me = await target.asNew({ status: 'pending' })
    const codes: number[] = []
    for (let n = 0; n < 7; n++) {
      codes.push((await me.call('PUT', '/api/profile', { icNumber: `770101-14-000${n}` })).statusCode)
    }
    expect(codes).toEqual([204, 204, 204, 204, 204, 429, 429])
  })

  test('another confirmation by mail, three an hour, and none once it is confirmed', async () => {
    const { db } = target.database
    const me = await target.asNew({ status: 'pending' })
    const ask = async () => (await me.call('POST', '/api/auth/resend-confirmation')).statusCode
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
    const other = await target.asNew({ emailConfirmedAt: new Date() })
    await other.call('POST', '/api/auth/resend-confirmation')
    const mails = await db.select().from(mailOutbox)
    expect(mails.filter(({ userId }) => userId === me.user.id)).toHaveLength(3)
    expect(mails.filter(({ userId }) => userId === other.user.id)).toHaveLength(0)
  })

  test('guarantee 12: nobody who is in widens their reach by editing country or club', async () => {
    const club = await buildClub(target.database.db, { country: 'Japan' })
    for (const overrides of [
      { role: 'country_admin' as const },
      { role: 'member' as const },
      { role: 'member' as const, status: 'inactive' as const },
      // Given a role before being approved: no longer an applicant like any other.
      { role: 'country_admin' as const, status: 'pending' as const },
    ]) {
      const me = await target.asNew({ currentCountry: 'Japan', ...overrides })
      for (const body of [
        { currentCountry: 'France' },
        { currentCountry: '' },
        { clubId: club.id },
        { fullName: 'Orang Lain' },
        { icNumber: '990101-14-5678' },
      ]) {
        const response = await me.call('PUT', '/api/profile', body)
        expect([response.statusCode, response.json().code]).toEqual([403, 'set_by_admin'])
      }
      expect((await me.call('PUT', '/api/profile', { phone: '0123456' })).statusCode).toBe(204)
    }
  })

  test('refuses what registering refuses, and nothing at all', async () => {
    const elsewhere = await buildClub(target.database.db, { country: 'France' })
    const taken = await target.asNew({ status: 'pending' })
    await taken.call('PUT', '/api/profile', { icNumber: '910101-14-5678' })
    const me = await target.asNew({ status: 'pending', currentCountry: 'Japan' })
    const put = async (body: object) => (await me.call('PUT', '/api/profile', body)).statusCode
    expect(await put({})).toBe(400)
    expect(await put({ role: 'system_admin' })).toBe(400)
    expect(await put({ status: 'active' })).toBe(400)
    expect(await put({ email: 'lain@contoh.my' })).toBe(400)
    expect(await put({ clubId: elsewhere.id })).toBe(400)
    expect(await put({ icNumber: '910230-14-5678' })).toBe(400)
    expect(await put({ icNumber: '910101145678' })).toBe(409)
    expect(await put({ startYear: 2026, endYear: 2020 })).toBe(400)
    expect(await historyOf(me.user.id)).toEqual([])
  })
})

describe('applying again', () => {
  test('shows the reason, then waits once more; approvers hear of it', async () => {
    const { db } = target.database
    const approver = await buildUser(db, { role: 'country_admin', currentCountry: 'Canada' })
    const me = await target.asNew({ status: 'rejected', currentCountry: 'Canada' })
    await db.insert(userHistory).values({
      userId: me.user.id,
      status: 'rejected',
      currentCountry: 'Canada',
      reason: 'Nama tidak lengkap',
    })
    expect((await me.call('GET', '/api/profile')).json().rejectionReason).toBe('Nama tidak lengkap')
    const response = await me.call('POST', '/api/profile/apply-again')
    expect(response.statusCode).toBe(200)
    expect((await me.call('GET', '/api/auth/me')).json().status).toBe('pending')
    expect((await me.call('GET', '/api/profile')).json().rejectionReason).toBeNull()
    const told = await db.select().from(notifications).where(eq(notifications.userId, approver.id))
    expect(told).toMatchObject([{ kind: 'user.registered', params: { userId: me.user.id } }])
    expect((await historyOf(me.user.id)).map(({ status }) => status)).toEqual(['rejected', 'pending'])
  })

  test('is once, and only after a rejection', async () => {
    const me = await target.asNew({ status: 'rejected' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => me.call('POST', '/api/profile/apply-again')),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    const events = await target.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actorId, me.user.id))
    expect(events.map(({ kind }) => kind)).toEqual(['user.applied_again'])
    for (const status of ['pending', 'active', 'inactive'] as const) {
      const other = await target.asNew({ status })
      expect((await other.call('POST', '/api/profile/apply-again')).json().code).toBe('not_rejected')
      const [row] = await target.database.db.select().from(users).where(eq(users.id, other.user.id))
      expect(row?.status).toBe(status)
    }
  })
})

test('who looked at the number is listed for its owner alone, and an erased name is gone there too', async () => {
  const [me, stranger, admin] = [
    await target.asNew(),
    await target.asNew(),
    await target.asNew({ role: 'hq_admin' }),
  ]
  await admin.call('POST', `/api/users/${me.user.id}/unmask`)
  const list = async (caller: typeof me) => (await caller.call('GET', '/api/profile/unmaskings')).json()
  expect(await list(me)).toMatchObject([{ by: admin.user.fullName, role: 'hq_admin' }])
  expect(await list(stranger)).toEqual([])
  expect((await admin.call('POST', '/api/account/erase', { currentPassword: testPassword })).statusCode).toBe(
    204,
  )
  expect(await list(me)).toMatchObject([{ by: 'Bekas ahli' }])
})
