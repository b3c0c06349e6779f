import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser, testPassword } from '#server/test/harness/factories.ts'
import { getAgeFromBirthYear } from '#shared/ic-number.ts'

const target = setUpApp()
const readHistory = (userId: number) =>
  target.database.db.select().from(userHistory).where(eq(userHistory.userId, userId)).orderBy(userHistory.id)

describe('updateProfile', () => {
  test('updating the profile of an applicant keeps omitted fields and clears empty fields', async () => {
    const club = await buildClub(target.database.db, { country: 'Germany' })
    const caller = await target.asNew({ status: 'pending', currentCountry: null, phone: '0123456789' })
    const response = await caller.call('PUT', '/api/profile', {
      icNumber: '000229-14-5678',
      currentCountry: 'Germany',
      clubId: club.id,
      institution: 'TU Berlin',
      educationLevel: 'sarjana',
      phone: '',
    })
    expect(response.statusCode).toBe(204)
    const profile = (await caller.call('GET', '/api/profile')).json()
    expect(profile).toMatchObject({
      fullName: caller.user.fullName,
      icNumber: '000229-••-••78',
      age: getAgeFromBirthYear(2000),
      currentCountry: 'Germany',
      clubId: club.id,
      institution: 'TU Berlin',
      educationLevel: 'sarjana',
      phone: null,
      isEmailConfirmed: false,
      rejectionReason: null,
    })
    expect(JSON.stringify(profile)).not.toContain('145678')
    expect(await readHistory(caller.user.id)).toMatchObject([
      { status: 'pending', currentCountry: 'Germany', clubId: club.id },
    ])
  })

  test('moving to another country clears the club, and an unchanged club is accepted even when it was closed', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Germany' })
    const caller = await target.asNew({ status: 'rejected', currentCountry: 'Germany', clubId: club.id })
    await db.update(clubs).set({ isActive: false }).where(eq(clubs.id, club.id))
    expect(
      (await caller.call('PUT', '/api/profile', { fullName: 'Nama Baharu', clubId: club.id })).statusCode,
    ).toBe(204)
    expect((await caller.call('PUT', '/api/profile', { currentCountry: 'Canada' })).statusCode).toBe(204)
    expect((await caller.call('GET', '/api/profile')).json()).toMatchObject({
      currentCountry: 'Canada',
      clubId: null,
    })
    await caller.call('PUT', '/api/profile', { socialMedia: [{ platform: 'TikTok', url: 'https://x.my' }] })
    await caller.call('PUT', '/api/profile', { socialMedia: [] })
    expect((await caller.call('GET', '/api/profile')).json().socialMedia).toEqual([])
  })

  test('the sixth identity number entered within an hour returns 429', async () => {
    const caller = await target.asNew({ status: 'pending' })
    const codes: number[] = []
    for (let n = 0; n < 7; n++) {
      codes.push((await caller.call('PUT', '/api/profile', { icNumber: `770101-14-000${n}` })).statusCode)
    }
    expect(codes).toEqual([204, 204, 204, 204, 204, 429, 429])
  })

  test('resending the confirmation email is limited to three per hour and skipped for a confirmed address', async () => {
    const { db } = target.database
    const caller = await target.asNew({ status: 'pending' })
    const resendConfirmation = async () =>
      (await caller.call('POST', '/api/auth/resend-confirmation')).statusCode
    expect([
      await resendConfirmation(),
      await resendConfirmation(),
      await resendConfirmation(),
      await resendConfirmation(),
    ]).toEqual([200, 200, 200, 429])
    const other = await target.asNew({ emailConfirmedAt: new Date() })
    await other.call('POST', '/api/auth/resend-confirmation')
    const mails = await db.select().from(mailOutbox)
    expect(mails.filter(({ userId }) => userId === caller.user.id)).toHaveLength(3)
    expect(mails.filter(({ userId }) => userId === other.user.id)).toHaveLength(0)
  })

  test('guarantee 12: members and administrators cannot change their own name, identity number, country or club', async () => {
    const club = await buildClub(target.database.db, { country: 'Japan' })
    for (const overrides of [
      { role: 'country_admin' as const },
      { role: 'member' as const },
      { role: 'member' as const, status: 'inactive' as const },
      // A pending user with an administrator role is not treated as an applicant.
      { role: 'country_admin' as const, status: 'pending' as const },
    ]) {
      const caller = await target.asNew({ currentCountry: 'Japan', ...overrides })
      for (const body of [
        { currentCountry: 'France' },
        { currentCountry: '' },
        { clubId: club.id },
        { fullName: 'Orang Lain' },
        { icNumber: '990101-14-5678' },
      ]) {
        const response = await caller.call('PUT', '/api/profile', body)
        expect([response.statusCode, response.json().code]).toEqual([403, 'set_by_admin'])
      }
      expect((await caller.call('PUT', '/api/profile', { phone: '0123456' })).statusCode).toBe(204)
    }
  })

  test('updating the profile rejects an empty body, protected fields and invalid values', async () => {
    const elsewhere = await buildClub(target.database.db, { country: 'France' })
    const owner = await target.asNew({ status: 'pending' })
    await owner.call('PUT', '/api/profile', { icNumber: '910101-14-5678' })
    const caller = await target.asNew({ status: 'pending', currentCountry: 'Japan' })
    const updateProfile = async (body: object) => (await caller.call('PUT', '/api/profile', body)).statusCode
    expect(await updateProfile({})).toBe(400)
    expect(await updateProfile({ role: 'system_admin' })).toBe(400)
    expect(await updateProfile({ status: 'active' })).toBe(400)
    expect(await updateProfile({ email: 'lain@contoh.my' })).toBe(400)
    expect(await updateProfile({ clubId: elsewhere.id })).toBe(400)
    expect(await updateProfile({ icNumber: '910230-14-5678' })).toBe(400)
    expect(await updateProfile({ icNumber: '910101145678' })).toBe(409)
    expect(await updateProfile({ startYear: 2026, endYear: 2020 })).toBe(400)
    expect(await readHistory(caller.user.id)).toEqual([])
  })
})

describe('resubmitApplication', () => {
  test('a rejected applicant sees the reason, becomes pending after applying again, and the approvers are notified', async () => {
    const { db } = target.database
    const approver = await buildUser(db, { role: 'country_admin', currentCountry: 'Canada' })
    const caller = await target.asNew({ status: 'rejected', currentCountry: 'Canada' })
    await db.insert(userHistory).values({
      userId: caller.user.id,
      status: 'rejected',
      currentCountry: 'Canada',
      reason: 'Nama tidak lengkap',
    })
    expect((await caller.call('GET', '/api/profile')).json().rejectionReason).toBe('Nama tidak lengkap')
    const response = await caller.call('POST', '/api/profile/apply-again')
    expect(response.statusCode).toBe(200)
    expect((await caller.call('GET', '/api/auth/me')).json().status).toBe('pending')
    expect((await caller.call('GET', '/api/profile')).json().rejectionReason).toBeNull()
    const notified = await db.select().from(notifications).where(eq(notifications.userId, approver.id))
    expect(notified).toMatchObject([{ kind: 'user.registered', params: { userId: caller.user.id } }])
    expect((await readHistory(caller.user.id)).map(({ status }) => status)).toEqual(['rejected', 'pending'])
  })

  test('applying again succeeds once for a rejected applicant and returns 409 in any other status', async () => {
    const caller = await target.asNew({ status: 'rejected' })
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => caller.call('POST', '/api/profile/apply-again')),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    const events = await target.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actorId, caller.user.id))
    expect(events.map(({ kind }) => kind)).toEqual(['user.applied_again'])
    for (const status of ['pending', 'active', 'inactive'] as const) {
      const other = await target.asNew({ status })
      expect((await other.call('POST', '/api/profile/apply-again')).json().code).toBe('not_rejected')
      const [row] = await target.database.db.select().from(users).where(eq(users.id, other.user.id))
      expect(row?.status).toBe(status)
    }
  })
})

test('GET /api/profile/unmaskings returns who revealed the identity number of the caller, without the names of erased users', async () => {
  const [owner, stranger, admin] = [
    await target.asNew(),
    await target.asNew(),
    await target.asNew({ role: 'hq_admin' }),
  ]
  await admin.call('POST', `/api/users/${owner.user.id}/unmask`)
  const listUnmaskings = async (caller: typeof owner) =>
    (await caller.call('GET', '/api/profile/unmaskings')).json()
  expect(await listUnmaskings(owner)).toMatchObject([{ by: admin.user.fullName, role: 'hq_admin' }])
  expect(await listUnmaskings(stranger)).toEqual([])
  expect((await admin.call('POST', '/api/account/erase', { currentPassword: testPassword })).statusCode).toBe(
    204,
  )
  expect(await listUnmaskings(owner)).toMatchObject([{ by: 'Bekas ahli' }])
})
