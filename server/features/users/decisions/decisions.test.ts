import { and, eq, inArray, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { encryptIdentityNumber } from '#server/features/users/person-data/person.service.ts'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import { type Caller, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import type { Country } from '#shared/countries/countries.ts'

const target = setUpApp()
let admin: Caller
beforeAll(async () => {
  admin = await target.asNew({ role: 'system_admin' })
})

const buildApplicant = (currentCountry: Country | null = 'Japan', overrides = {}) =>
  buildUser(target.database.db, { status: 'pending', currentCountry, ...overrides })
const approveUser = (id: number, caller = admin) => caller.call('POST', `/api/users/${id}/approve`)
const readUser = async (id: number) => {
  const [row] = await target.database.db.select().from(users).where(eq(users.id, id))
  return row as typeof users.$inferSelect
}
const readGroups = async (userId: number) => {
  const rows = await target.database.db
    .select({ type: messageGroups.type, name: messageGroups.name, country: messageGroups.country })
    .from(groupMembers)
    .innerJoin(messageGroups, eq(messageGroups.id, groupMembers.groupId))
    .where(eq(groupMembers.userId, userId))
  return rows.map(({ type, name, country }) => `${type} ${country ?? name}`).sort()
}
const year = new Date(Date.now() + 8 * 3_600_000).getFullYear()

describe('notifications of approvers', () => {
  test.each(['approve', 'reject'] as const)(
    'notifications about an applicant are marked read for all approvers after one decides: %s',
    async decision => {
      const { db } = target.database
      const [other, decided, waiting] = [
        await target.asNew({ role: 'hq_admin' }),
        await buildApplicant(),
        await buildApplicant(),
      ]
      const insertNotification = (userId: number, applicantId: number) =>
        db.insert(notifications).values({ userId, kind: 'user.registered', params: { userId: applicantId } })
      for (const { id } of [decided, waiting]) await insertNotification(other.user.id, id)
      expect((await admin.call('POST', `/api/users/${decided.id}/${decision}`)).statusCode).toBe(200)
      const unread = (await other.call('GET', '/api/notifications'))
        .json()
        .filter(({ readAt }: { readAt: string | null }) => readAt === null)
      expect(unread.map(({ subjectId }: { subjectId: number }) => subjectId)).toEqual([waiting.id])
    },
  )
})

describe('approveUser', () => {
  test('approving an applicant assigns the membership number and chat groups and writes mail, notification, history and audit event', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Germany', name: 'Kelab Berlin' })
    const user = await buildApplicant('Germany', { clubId: club.id })
    const response = await approveUser(user.id)
    expect(response.json()).toEqual({
      id: user.id,
      status: 'active',
      role: 'member',
      membershipNumber: `DE-${year}-0001`,
    })
    expect(await readUser(user.id)).toMatchObject({ status: 'active', approvedAt: expect.any(Date) })
    expect(await readGroups(user.id)).toEqual(['club Kelab Berlin', 'country Germany', 'global '])
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
    expect(mails).toMatchObject([{ kind: 'user.approved', params: { membershipNumber: `DE-${year}-0001` } }])
    const notified = await db.select().from(notifications).where(eq(notifications.userId, user.id))
    expect(notified).toMatchObject([{ kind: 'user.approved' }])
    const history = await db.select().from(userHistory).where(eq(userHistory.userId, user.id))
    expect(history).toMatchObject([{ status: 'active', currentCountry: 'Germany', clubId: club.id }])
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(user.id)))
    expect(events).toMatchObject([{ kind: 'user.approved', country: 'Germany' }])
  })

  test('approving an applicant without a country returns 409 with the error country_missing and changes nothing', async () => {
    const user = await buildApplicant(null)
    const response = await approveUser(user.id)
    expect([response.statusCode, response.json().code]).toEqual([409, 'country_missing'])
    expect(await readUser(user.id)).toMatchObject({ status: 'pending', membershipNumber: null })
  })

  test('an approval that names a club assigns the applicant to the club and approves them', async () => {
    const { db } = target.database
    const [user, club] = [await buildApplicant(), await buildClub(db, { country: 'Japan' })]
    const placement = { currentCountry: 'Japan', clubId: club.id }
    const response = await admin.call('POST', `/api/users/${user.id}/approve`, placement)
    expect(response.statusCode).toBe(200)
    expect(await readUser(user.id)).toMatchObject({ status: 'active', ...placement })
  })

  test('an approval with an empty object as body approves without assigning a club', async () => {
    const user = await buildApplicant()
    const response = await admin.call('POST', `/api/users/${user.id}/approve`, {})
    expect(response.statusCode).toBe(200)
    expect(await readUser(user.id)).toMatchObject({ status: 'active', clubId: null })
  })

  test('an approval with a club of another country is refused and leaves the applicant pending', async () => {
    const { db } = target.database
    const [user, club] = [await buildApplicant(), await buildClub(db, { country: 'Germany' })]
    const placement = { currentCountry: 'Japan', clubId: club.id }
    const response = await admin.call('POST', `/api/users/${user.id}/approve`, placement)
    expect(response.statusCode).toBe(400)
    expect(await readUser(user.id)).toMatchObject({ status: 'pending', clubId: null })
  })

  test('a refused approval does not assign the applicant to the club', async () => {
    const { db } = target.database
    const [user, club] = [
      await buildApplicant('Japan', { status: 'rejected' }),
      await buildClub(db, { country: 'Japan' }),
    ]
    const placement = { currentCountry: 'Japan', clubId: club.id }
    const response = await admin.call('POST', `/api/users/${user.id}/approve`, placement)
    expect([response.statusCode, response.json().code]).toEqual([409, 'not_pending'])
    expect(await readUser(user.id)).toMatchObject({ status: 'rejected', clubId: null })
  })

  test('guarantee 21: of fifty concurrent approvals of one applicant one succeeds and the others return 409', async () => {
    const { db } = target.database
    const user = await buildApplicant('Canada')
    const responses = await Promise.all(Array.from({ length: 50 }, () => approveUser(user.id)))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49)
    expect((await readUser(user.id)).membershipNumber).toBe(`CA-${year}-0001`)
    const isAboutUser = eq(auditEvents.targetId, String(user.id))
    expect(await db.select().from(auditEvents).where(isAboutUser)).toHaveLength(1)
    expect(await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))).toHaveLength(1)
    expect(await db.select().from(userHistory).where(eq(userHistory.userId, user.id))).toHaveLength(1)
  })

  test('guarantee 21: of a concurrent approval and rejection of one applicant exactly one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await buildApplicant('Canada')
      const responses = await Promise.all([
        approveUser(user.id),
        admin.call('POST', `/api/users/${user.id}/reject`, { reason: 'Tidak lengkap' }),
      ])
      const [approved, rejected] = responses.map(({ statusCode }) => statusCode)
      expect([approved, rejected].sort()).toEqual([200, 409])
      const { status, membershipNumber } = await readUser(user.id)
      expect(status).toBe(approved === 200 ? 'active' : 'rejected')
      expect(membershipNumber === null).toBe(approved !== 200)
    }
  })

  test('guarantee 23: concurrent approvals assign membership numbers without duplicates or gaps even when some fail', async () => {
    const { db } = target.database
    const people = await Promise.all(Array.from({ length: 60 }, () => buildApplicant('Indonesia')))
    // Every third applicant is approved twice, so that some approvals fail half-way.
    const calls = people.flatMap(({ id }, index) => (index % 3 === 0 ? [id, id] : [id]))
    // Approvals to which a slow test machine responds with 503 are retried.
    let remaining = calls
    while (remaining.length > 0) {
      const responses = await Promise.all(remaining.map(async id => ({ id, ...(await approveUser(id)) })))
      expect(responses.every(({ statusCode }) => [200, 409, 503].includes(statusCode))).toBe(true)
      remaining = responses.flatMap(({ id, statusCode }) => (statusCode === 503 ? [id] : []))
    }
    const rows = await db
      .select()
      .from(users)
      .where(like(users.membershipNumber, `ID-${year}-%`))
    const numbers = rows.map(row => Number(row.membershipNumber?.split('-')[2])).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
    expect(await findIncorrectMaterializedCounters(db)).toEqual([])
  })

  test('a member keeps the membership number after deactivation, reactivation and a move to another country', async () => {
    const user = await buildApplicant('France')
    await approveUser(user.id)
    const { membershipNumber } = await readUser(user.id)
    await admin.call('POST', `/api/users/${user.id}/deactivate`)
    await admin.call('POST', `/api/users/${user.id}/reactivate`)
    await admin.call('PUT', `/api/users/${user.id}/placement`, { currentCountry: 'Japan', clubId: null })
    expect((await readUser(user.id)).membershipNumber).toBe(membershipNumber)
  })
})

describe('rejectUser', () => {
  test('rejecting an applicant writes the optional reason to the email and to the history', async () => {
    const { db } = target.database
    for (const [body, reason] of [
      [{ reason: ' Nama tidak  lengkap ' }, 'Nama tidak lengkap'],
      [{ reason: '' }, null],
      [undefined, null],
    ] as const) {
      const user = await buildApplicant()
      expect((await admin.call('POST', `/api/users/${user.id}/reject`, body)).json().status).toBe('rejected')
      const [entry] = await db.select().from(userHistory).where(eq(userHistory.userId, user.id))
      expect(entry).toMatchObject({ status: 'rejected', reason })
      const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
      expect(mail).toMatchObject({ kind: 'user.rejected', params: reason ? { reason } : {} })
      expect(await readGroups(user.id)).toEqual([])
    }
  })
})

describe('status transitions', () => {
  test('approve, reject, deactivate and reactivate return 409 unless the user has the status that each requires', async () => {
    const table: Record<string, string[]> = {
      approve: ['pending'],
      reject: ['pending'],
      deactivate: ['active'],
      reactivate: ['inactive'],
    }
    for (const [call, allowed] of Object.entries(table)) {
      for (const status of ['pending', 'active', 'inactive', 'rejected'] as const) {
        const user = await buildApplicant('Japan', { status })
        const { statusCode } = await admin.call('POST', `/api/users/${user.id}/${call}`)
        expect([call, status, statusCode]).toEqual([call, status, allowed.includes(status) ? 200 : 409])
      }
    }
  })

  test('deactivating a user ends access, groups and the club administrator post; reactivating restores access and groups', async () => {
    const member = await target.asNew({ status: 'pending', currentCountry: 'Singapore' })
    await approveUser(member.user.id)
    const { db } = target.database
    const { id: clubId } = await buildClub(db, { country: 'Singapore', adminId: member.user.id })
    expect((await member.call('GET', '/api/notifications')).statusCode).toBe(200)
    await admin.call('POST', `/api/users/${member.user.id}/deactivate`, { reason: 'Berpindah' })
    expect((await member.call('GET', '/api/notifications')).json().code).toBe('not_active')
    expect(await readGroups(member.user.id)).toEqual([])
    const [club] = await db.select().from(clubs).where(eq(clubs.id, clubId))
    expect(club?.adminId).toBeNull()
    await admin.call('POST', `/api/users/${member.user.id}/reactivate`)
    expect((await member.call('GET', '/api/notifications')).statusCode).toBe(200)
    expect(await readGroups(member.user.id)).toEqual(['country Singapore', 'global '])
  })

  test('moving a user to another club changes the chat groups and removes the user as administrator of the old club', async () => {
    const { db } = target.database
    const [old, next] = [
      await buildClub(db, { country: 'Australia', name: 'Kelab Lama' }),
      await buildClub(db, { country: 'Australia', name: 'Kelab Baharu' }),
    ]
    const user = await buildApplicant('Australia', { clubId: old.id })
    await approveUser(user.id)
    await db.update(clubs).set({ adminId: user.id }).where(eq(clubs.id, old.id))
    const body = { currentCountry: 'Australia', clubId: next.id }
    expect((await admin.call('PUT', `/api/users/${user.id}/placement`, body)).statusCode).toBe(200)
    expect(await readGroups(user.id)).toEqual(['club Kelab Baharu', 'country Australia', 'global '])
    const [club] = await db.select().from(clubs).where(eq(clubs.id, old.id))
    expect(club?.adminId).toBeNull()
    expect(await db.select().from(userHistory).where(eq(userHistory.userId, user.id))).toHaveLength(2)
    // Assigning a user to the club that the user is already in succeeds even when the club has been closed.
    await db.update(clubs).set({ isActive: false }).where(eq(clubs.id, next.id))
    expect((await admin.call('PUT', `/api/users/${user.id}/placement`, body)).statusCode).toBe(200)
    expect(await db.select().from(userHistory).where(eq(userHistory.userId, user.id))).toHaveLength(2)
  })
})

test('guarantee 13: two concurrent changes never leave the system without an active system_admin', async () => {
  const { db } = target.database
  const otherAdmins = await db.select().from(users).where(eq(users.role, 'system_admin'))
  const [a, b] = [await target.asNew({ role: 'system_admin' }), await target.asNew({ role: 'system_admin' })]
  await db
    .update(users)
    .set({ status: 'inactive' })
    .where(
      inArray(
        users.id,
        otherAdmins.map(({ id }) => id),
      ),
    )
  const attempts: ((caller: Caller, id: number) => ReturnType<Caller['call']>)[] = [
    (caller, id) => caller.call('POST', `/api/users/${id}/deactivate`),
    (caller, id) => caller.call('PUT', `/api/users/${id}/role`, { role: 'member' }),
  ]
  for (const attempt of attempts) {
    const responses = await Promise.all([attempt(a, b.user.id), attempt(b, a.user.id)])
    const codes = responses.map(({ statusCode }) => statusCode)
    expect(codes.filter(code => code === 200).length).toBeLessThanOrEqual(1)
    const left = await db
      .select()
      .from(users)
      .where(and(eq(users.role, 'system_admin'), eq(users.status, 'active')))
    expect(left.length).toBeGreaterThanOrEqual(1)
    await db
      .update(users)
      .set({ status: 'active', role: 'system_admin' })
      .where(inArray(users.id, [a.user.id, b.user.id]))
  }
  await db
    .update(users)
    .set({ status: 'active' })
    .where(
      inArray(
        users.id,
        otherAdmins.map(({ id }) => id),
      ),
    )
})

test('guarantee 14: unmasking reveals the identity number of one user and is recorded in the audit log', async () => {
  const { db } = target.database
  const user = await buildUser(db, { phone: '+81901234567' })
  const { icEncrypted, icHash, birthYear } = encryptIdentityNumber(testSecret, user.id, '850505-10-4321')
  await db.update(users).set({ icEncrypted, icHash, birthYear }).where(eq(users.id, user.id))
  const detail = (await admin.call('GET', `/api/users/${user.id}`)).json()
  expect(detail).toMatchObject({ icNumber: '850505-••-••21', phone: '+81901234567' })
  const list = await admin.call('GET', '/api/users?page=1&pageSize=200')
  expect(list.body).not.toContain('+81901234567')
  expect(list.body).not.toContain('104321')
  const response = await admin.call('POST', `/api/users/${user.id}/unmask`)
  expect(response.json()).toEqual({ icNumber: '850505-10-4321' })
  const events = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.targetId, String(user.id)))
  expect(events.map(({ kind }) => kind)).toEqual(['user.unmasked'])
  // The owner of the identity number is notified.
  const notified = await db.select().from(notifications).where(eq(notifications.userId, user.id))
  expect(notified).toMatchObject([{ kind: 'user.unmasked' }])
  const userWithoutNumber = await buildUser(db)
  expect((await admin.call('POST', `/api/users/${userWithoutNumber.id}/unmask`)).json()).toEqual({
    icNumber: null,
  })
})
