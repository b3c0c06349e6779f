import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, buildUser } from '#server/test/harness/factories.ts'
import type { UserStatus } from '#shared/constants.ts'
import type { BulkDecisionOutcome } from '#shared/contracts/users/users.schemas.ts'

const target = setUpApp()
let admin: Caller

beforeAll(async () => {
  admin = await target.asNew({ role: 'country_admin', currentCountry: 'Japan' })
})

async function buildPeople(count: number, status: UserStatus): Promise<number[]> {
  const people = []
  for (let index = 0; index < count; index += 1) {
    people.push(await buildUser(target.database.db, { currentCountry: 'Japan', status }))
  }
  return people.map(({ id }) => id)
}
const readCodes = (response: { json(): BulkDecisionOutcome[] }) => response.json().map(({ code }) => code)
const countUsersWithStatus = (ids: number[], status: UserStatus) =>
  target.database.db.$count(users, and(inArray(users.id, ids), eq(users.status, status)))

describe('rejectUsers', () => {
  it('rejectUsers rejects all pending applicants together with one mail and history entry each, and a repeated call changes nothing', async () => {
    const { db } = target.database
    const pending = await buildPeople(3, 'pending')
    const [active = 0] = await buildPeople(1, 'active')
    const body = { ids: [...pending, active], reason: 'Bukan pelajar' }
    const codes = readCodes(await admin.call('POST', '/api/users/reject', body))
    expect(codes).toEqual([null, null, null, 'not_pending'])
    expect(readCodes(await admin.call('POST', '/api/users/reject', body))).toEqual(
      Array(4).fill('not_pending'),
    )
    expect(await countUsersWithStatus(pending, 'rejected')).toBe(3)
    expect(await db.$count(mailOutbox, inArray(mailOutbox.userId, pending))).toBe(3)
    expect(await db.$count(userHistory, inArray(userHistory.userId, pending))).toBe(3)
  })

  it('rejectUsers rejects each applicant once when two approvers send the same batch concurrently', async () => {
    const { db } = target.database
    const other = await target.asNew({ role: 'hq_admin' })
    const ids = await buildPeople(5, 'pending')
    const responses = await Promise.all(
      [admin, other].map(caller => caller.call('POST', '/api/users/reject', { ids })),
    )
    const done = responses.flatMap(readCodes).filter(code => code === null)
    expect(done).toHaveLength(5)
    expect(await db.$count(mailOutbox, inArray(mailOutbox.userId, ids))).toBe(5)
  })
})

describe('deactivateUsers', () => {
  it('deactivateUsers gives the activity places of deactivated members to waiting members who are not deactivated in the same batch', async () => {
    const { db } = target.database
    const [joined = 0, waiting = 0, next = 0] = await buildPeople(3, 'active')
    const activity = await buildActivity(db, { status: 'planned', maxParticipants: 1 })
    for (const [userId, status] of [
      [joined, 'registered'],
      [waiting, 'waiting'],
      [next, 'waiting'],
    ] as const)
      await db.insert(activityParticipants).values({ activityId: activity.id, userId, status })
    const response = await admin.call('POST', '/api/users/deactivate', { ids: [joined, waiting] })
    expect(readCodes(response)).toEqual([null, null])
    const rows = await db
      .select({ userId: activityParticipants.userId, status: activityParticipants.status })
      .from(activityParticipants)
      .where(eq(activityParticipants.activityId, activity.id))
    expect(rows).toEqual([{ userId: next, status: 'registered' }])
    expect(await db.$count(notifications, eq(notifications.userId, waiting))).toBe(0)
    expect(await db.$count(notifications, eq(notifications.userId, next))).toBe(1)
  })

  it('deactivateUsers removes deactivated members as club administrators and records an audit event per member', async () => {
    const { db } = target.database
    const ids = await buildPeople(2, 'active')
    const administered = []
    for (const adminId of ids) administered.push(await buildClub(db, { country: 'Japan', adminId }))
    expect(readCodes(await admin.call('POST', '/api/users/deactivate', { ids }))).toEqual([null, null])
    for (const { id } of administered) {
      const [club] = await db.select().from(clubs).where(eq(clubs.id, id))
      expect(club?.adminId).toBeNull()
    }
    const isOfBatch = and(
      eq(auditEvents.kind, 'user.deactivated'),
      inArray(auditEvents.targetId, ids.map(String)),
    )
    expect(await db.$count(auditEvents, isOfBatch)).toBe(2)
  })
})

describe('assignUsersToClub', () => {
  it('assignUsersToClub moves all members together, and returns 400 without moving anybody when the club is closed', async () => {
    const { db } = target.database
    const ids = await buildPeople(3, 'active')
    const closed = await buildClub(db, { country: 'Japan', isActive: false })
    const open = await buildClub(db, { country: 'Japan' })
    const assignUsersToClub = (clubId: number) =>
      admin.call('PUT', '/api/users/placement', { ids, currentCountry: 'Japan', clubId })
    expect((await assignUsersToClub(closed.id)).statusCode).toBe(400)
    expect(await db.$count(users, and(inArray(users.id, ids), eq(users.clubId, closed.id)))).toBe(0)
    expect(readCodes(await assignUsersToClub(open.id))).toEqual([null, null, null])
    expect(readCodes(await assignUsersToClub(open.id))).toEqual([null, null, null])
    expect(await db.$count(users, and(inArray(users.id, ids), eq(users.clubId, open.id)))).toBe(3)
    expect(await db.$count(notifications, inArray(notifications.userId, ids))).toBe(3)
  })

  it('assignUsersToClub returns 403 for a country outside the scope of the caller', async () => {
    const ids = await buildPeople(1, 'active')
    const body = { ids, currentCountry: 'France', clubId: null }
    expect(readCodes(await admin.call('PUT', '/api/users/placement', body))).toEqual(['forbidden'])
  })
})

describe('listMatchingUsers', () => {
  it('listMatchingUsers lists all users who match the filter within the scope of the caller, in order of id', async () => {
    const { db } = target.database
    const institution = 'Universiti Padanan'
    const inside = await buildUser(db, { currentCountry: 'Japan', institution })
    const pending = await buildUser(db, { currentCountry: 'Japan', institution, status: 'pending' })
    await buildUser(db, { currentCountry: 'France', institution })
    const path = `/api/users/matching?institution=${encodeURIComponent(institution)}`
    const { people, isCapped } = (await admin.call('GET', path)).json()
    expect(people.map(({ id }: { id: number }) => id)).toEqual([inside.id, pending.id])
    expect(Object.keys(people[0])).toEqual(['id', 'fullName'])
    expect(isCapped).toBe(false)
    const active = (await admin.call('GET', `${path}&status=active`)).json().people
    expect(active).toHaveLength(1)
    const member = await target.asNew({ role: 'member' })
    expect((await member.call('GET', path)).statusCode).toBe(403)
  })
})
