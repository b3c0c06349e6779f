import { and, eq, inArray, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { compareSummaries } from '#server/summaries/summaries.service.ts'
import { type Caller, setUpApp, testSecret } from '#server/test/app.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import type { Country } from '#shared/constants.ts'
import { sealIcNumber } from './person.service.ts'

const target = setUpApp()
let admin: Caller
beforeAll(async () => {
  admin = await target.asNew({ role: 'system_admin' })
})

const applicant = (currentCountry: Country | null = 'Japan', overrides = {}) =>
  buildUser(target.database.db, { status: 'pending', currentCountry, ...overrides })
const approve = (id: number, caller = admin) => caller.call('POST', `/api/users/${id}/approve`)
const stored = async (id: number) => {
  const [row] = await target.database.db.select().from(users).where(eq(users.id, id))
  return row as typeof users.$inferSelect
}
const groupsOf = async (userId: number) => {
  const rows = await target.database.db
    .select({ type: messageGroups.type, name: messageGroups.name })
    .from(groupMembers)
    .innerJoin(messageGroups, eq(messageGroups.id, groupMembers.groupId))
    .where(eq(groupMembers.userId, userId))
  return rows.map(({ type, name }) => `${type} ${name}`).sort()
}
const year = new Date(Date.now() + 8 * 3_600_000).getFullYear()

describe('the bells of those who were asked', () => {
  test.each(['approve', 'reject'] as const)('fall silent once one of them decides: %s', async decision => {
    const { db } = target.database
    const [other, decided, waiting] = [
      await target.asNew({ role: 'hq_admin' }),
      await applicant(),
      await applicant(),
    ]
    const tell = (userId: number, about: number) =>
      db.insert(notifications).values({ userId, kind: 'user.registered', params: { userId: about } })
    for (const { id } of [decided, waiting]) await tell(other.user.id, id)
    expect((await admin.call('POST', `/api/users/${decided.id}/${decision}`)).statusCode).toBe(200)
    const unread = (await other.call('GET', '/api/notifications'))
      .json()
      .filter(({ readAt }: { readAt: string | null }) => readAt === null)
    expect(unread.map(({ subjectId }: { subjectId: number }) => subjectId)).toEqual([waiting.id])
  })
})

describe('approval', () => {
  test('a number, the groups, mail, word, history and record: all of it', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Germany', name: 'Kelab Berlin' })
    const user = await applicant('Germany', { clubId: club.id })
    const response = await approve(user.id)
    expect(response.json()).toEqual({
      id: user.id,
      status: 'active',
      role: 'member',
      membershipNumber: `DE-${year}-0001`,
    })
    expect(await stored(user.id)).toMatchObject({ status: 'active', approvedAt: expect.any(Date) })
    expect(await groupsOf(user.id)).toEqual([
      'club Kelab Berlin',
      'country Germany',
      'global Perantau Sedunia',
    ])
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
    expect(mails).toMatchObject([{ kind: 'user.approved', params: { membershipNumber: `DE-${year}-0001` } }])
    const told = await db.select().from(notifications).where(eq(notifications.userId, user.id))
    expect(told).toMatchObject([{ kind: 'user.approved' }])
    const history = await db.select().from(userHistory).where(eq(userHistory.userId, user.id))
    expect(history).toMatchObject([{ status: 'active', currentCountry: 'Germany', clubId: club.id }])
    const trail = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(user.id)))
    expect(trail).toMatchObject([{ kind: 'user.approved', country: 'Germany' }])
  })

  test('without a country: 409 says so, and nothing has happened', async () => {
    const user = await applicant(null)
    const response = await approve(user.id)
    expect([response.statusCode, response.json().code]).toEqual([409, 'country_missing'])
    expect(await stored(user.id)).toMatchObject({ status: 'pending', membershipNumber: null })
  })

  test('guarantee 21: fifty at once: one 200, the rest 409; one number, one record, one mail', async () => {
    const { db } = target.database
    const user = await applicant('Canada')
    const answers = await Promise.all(Array.from({ length: 50 }, () => approve(user.id)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49)
    expect((await stored(user.id)).membershipNumber).toBe(`CA-${year}-0001`)
    const ofUser = eq(auditEvents.targetId, String(user.id))
    expect(await db.select().from(auditEvents).where(ofUser)).toHaveLength(1)
    expect(await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))).toHaveLength(1)
    expect(await db.select().from(userHistory).where(eq(userHistory.userId, user.id))).toHaveLength(1)
  })

  test('guarantee 21: approving against rejecting: one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await applicant('Canada')
      const answers = await Promise.all([
        approve(user.id),
        admin.call('POST', `/api/users/${user.id}/reject`, { reason: 'Tidak lengkap' }),
      ])
      const [approved, rejected] = answers.map(({ statusCode }) => statusCode)
      expect([approved, rejected].sort()).toEqual([200, 409])
      const { status, membershipNumber } = await stored(user.id)
      expect(status).toBe(approved === 200 ? 'active' : 'rejected')
      expect(membershipNumber === null).toBe(approved !== 200)
    }
  })

  test('guarantee 23: no duplicate and no gap within a country, however many at once and however many fail', async () => {
    const { db } = target.database
    const people = await Promise.all(Array.from({ length: 60 }, () => applicant('Indonesia')))
    // Every third is approved twice, so that some attempts fail half-way.
    const calls = people.flatMap(({ id }, index) => (index % 3 === 0 ? [id, id] : [id]))
    // On a slow machine some are told to come back later; they do, as people would.
    let waiting = calls
    while (waiting.length > 0) {
      const answers = await Promise.all(waiting.map(async id => ({ id, ...(await approve(id)) })))
      expect(answers.every(({ statusCode }) => [200, 409, 503].includes(statusCode))).toBe(true)
      waiting = answers.flatMap(({ id, statusCode }) => (statusCode === 503 ? [id] : []))
    }
    const rows = await db
      .select()
      .from(users)
      .where(like(users.membershipNumber, `ID-${year}-%`))
    const numbers = rows.map(row => Number(row.membershipNumber?.split('-')[2])).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
    expect(await compareSummaries(db)).toEqual([])
  })

  test('a number is for ever: turned down, approved later, moved, it stays', async () => {
    const user = await applicant('France')
    await approve(user.id)
    const { membershipNumber } = await stored(user.id)
    await admin.call('POST', `/api/users/${user.id}/deactivate`)
    await admin.call('POST', `/api/users/${user.id}/reactivate`)
    await admin.call('PUT', `/api/users/${user.id}/placement`, { currentCountry: 'Japan', clubId: null })
    expect((await stored(user.id)).membershipNumber).toBe(membershipNumber)
  })
})

describe('rejection', () => {
  test('with its reason by mail and in the history; without one too', async () => {
    const { db } = target.database
    for (const [body, reason] of [
      [{ reason: ' Nama tidak  lengkap ' }, 'Nama tidak lengkap'],
      [{ reason: '' }, null],
      [undefined, null],
    ] as const) {
      const user = await applicant()
      expect((await admin.call('POST', `/api/users/${user.id}/reject`, body)).json().status).toBe('rejected')
      const [entry] = await db.select().from(userHistory).where(eq(userHistory.userId, user.id))
      expect(entry).toMatchObject({ status: 'rejected', reason })
      const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, user.id))
      expect(mail).toMatchObject({ kind: 'user.rejected', params: reason ? { reason } : {} })
      expect(await groupsOf(user.id)).toEqual([])
    }
  })
})

describe('what else a state allows', () => {
  test('anything but the listed transitions is 409', async () => {
    const table: Record<string, string[]> = {
      approve: ['pending'],
      reject: ['pending'],
      deactivate: ['active'],
      reactivate: ['inactive'],
    }
    for (const [call, allowed] of Object.entries(table)) {
      for (const status of ['pending', 'active', 'inactive', 'rejected'] as const) {
        const user = await applicant('Japan', { status })
        const { statusCode } = await admin.call('POST', `/api/users/${user.id}/${call}`)
        expect([call, status, statusCode]).toEqual([call, status, allowed.includes(status) ? 200 : 409])
      }
    }
  })

  test('deactivated: out of the groups and no club’s administrator, refused at the next call; reactivated: back again', async () => {
    const me = await target.asNew({ status: 'pending', currentCountry: 'Singapore' })
    await approve(me.user.id)
    const { db } = target.database
    const { id: clubId } = await buildClub(db, { country: 'Singapore', adminId: me.user.id })
    expect((await me.call('GET', '/api/notifications')).statusCode).toBe(200)
    await admin.call('POST', `/api/users/${me.user.id}/deactivate`, { reason: 'Berpindah' })
    expect((await me.call('GET', '/api/notifications')).json().code).toBe('not_active')
    expect(await groupsOf(me.user.id)).toEqual([])
    const [club] = await db.select().from(clubs).where(eq(clubs.id, clubId))
    expect(club?.adminId).toBeNull()
    await admin.call('POST', `/api/users/${me.user.id}/reactivate`)
    expect((await me.call('GET', '/api/notifications')).statusCode).toBe(200)
    expect(await groupsOf(me.user.id)).toEqual(['country Singapore', 'global Perantau Sedunia'])
  })

  test('a move takes the groups along, and a club loses the administrator who left it', async () => {
    const { db } = target.database
    const [old, next] = [
      await buildClub(db, { country: 'Australia', name: 'Kelab Lama' }),
      await buildClub(db, { country: 'Australia', name: 'Kelab Baharu' }),
    ]
    const user = await applicant('Australia', { clubId: old.id })
    await approve(user.id)
    await db.update(clubs).set({ adminId: user.id }).where(eq(clubs.id, old.id))
    const body = { currentCountry: 'Australia', clubId: next.id }
    expect((await admin.call('PUT', `/api/users/${user.id}/placement`, body)).statusCode).toBe(200)
    expect(await groupsOf(user.id)).toEqual([
      'club Kelab Baharu',
      'country Australia',
      'global Perantau Sedunia',
    ])
    const [club] = await db.select().from(clubs).where(eq(clubs.id, old.id))
    expect(club?.adminId).toBeNull()
    expect(await db.select().from(userHistory).where(eq(userHistory.userId, user.id))).toHaveLength(2)
    // Where one is already, also when the club has closed meanwhile.
    await db.update(clubs).set({ isActive: false }).where(eq(clubs.id, next.id))
    expect((await admin.call('PUT', `/api/users/${user.id}/placement`, body)).statusCode).toBe(200)
    expect(await db.select().from(userHistory).where(eq(userHistory.userId, user.id))).toHaveLength(2)
  })
})

test('guarantee 13: the last active system_admin stays, also when two act at once', async () => {
  const { db } = target.database
  const everybodyElse = await db.select().from(users).where(eq(users.role, 'system_admin'))
  const [a, b] = [await target.asNew({ role: 'system_admin' }), await target.asNew({ role: 'system_admin' })]
  await db
    .update(users)
    .set({ status: 'inactive' })
    .where(
      inArray(
        users.id,
        everybodyElse.map(({ id }) => id),
      ),
    )
  const attempts: ((caller: Caller, id: number) => ReturnType<Caller['call']>)[] = [
    (caller, id) => caller.call('POST', `/api/users/${id}/deactivate`),
    (caller, id) => caller.call('PUT', `/api/users/${id}/role`, { role: 'member' }),
  ]
  for (const attempt of attempts) {
    const answers = await Promise.all([attempt(a, b.user.id), attempt(b, a.user.id)])
    const codes = answers.map(({ statusCode }) => statusCode)
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
        everybodyElse.map(({ id }) => id),
      ),
    )
})

test('guarantee 14: a number is unmasked one at a time, and that it was is written down', async () => {
  const { db } = target.database
  const user = await buildUser(db, { phone: '+81901234567' })
  const { icEncrypted, icHash, birthYear } = sealIcNumber(testSecret, user.id, '850505-10-4321')
  await db.update(users).set({ icEncrypted, icHash, birthYear }).where(eq(users.id, user.id))
  const detail = (await admin.call('GET', `/api/users/${user.id}`)).json()
  expect(detail).toMatchObject({ icNumber: '850505-••-••21', phone: '+81901234567' })
  const list = await admin.call('GET', '/api/users?page=1&pageSize=200')
  expect(list.body).not.toContain('+81901234567')
  expect(list.body).not.toContain('104321')
  const response = await admin.call('POST', `/api/users/${user.id}/unmask`)
  expect(response.json()).toEqual({ icNumber: '850505-10-4321' })
  const trail = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.targetId, String(user.id)))
  expect(trail.map(({ kind }) => kind)).toEqual(['user.unmasked'])
  // Its owner is told who it was.
  const told = await db.select().from(notifications).where(eq(notifications.userId, user.id))
  expect(told).toMatchObject([{ kind: 'user.unmasked' }])
  const nobody = await buildUser(db)
  expect((await admin.call('POST', `/api/users/${nobody.id}/unmask`)).json()).toEqual({ icNumber: null })
})
