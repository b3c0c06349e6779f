import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { appointments } from '#server/db/schema/offices.ts'
import { memberEngagement, segments } from '#server/db/schema/segments.ts'
import { tags, userTags } from '#server/db/schema/tags.ts'
import { deliverAnnouncements } from '#server/features/announcements/deliver-announcements.service.ts'
import { buildTestServiceContext, type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, buildUser } from '#server/test/harness/factories.ts'
import type { SegmentCondition } from '#shared/contracts/segments/conditions.schemas.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'

const target = setUpApp()
let hq: Caller
let japan: Caller
let secretary: Caller
let clubId: number
let serial = 0

beforeAll(async () => {
  clubId = (await buildClub(target.database.db, { country: 'Japan' })).id
  hq = await target.asNew({ role: 'hq_admin' })
  japan = await target.asNew({ role: 'country_admin', currentCountry: 'Japan' })
  secretary = await target.asNew({ role: 'club_secretary', currentCountry: 'Japan', clubId })
})

/** Institution that limits the members of one test, because all tests share a database. */
const makeInstitution = () => `Universiti Segmen ${serial++}`
const at = (institution: string): SegmentCondition => ({ kind: 'institution', text: institution })
const buildMember = (institution: string, values: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(target.database.db, { currentCountry: 'Japan', clubId, institution, ...values })

async function createSegment(caller: Caller, conditions: SegmentCondition[], match: 'all' | 'any' = 'all') {
  const response = await caller.call('POST', '/api/segments', {
    name: `Segmen ${serial++}`,
    match,
    conditions,
  })
  expect(response.statusCode).toBe(200)
  return response.json().id as number
}
async function listMembers(caller: Caller, segmentId: number): Promise<number[]> {
  const response = await caller.call('GET', `/api/users?page=1&pageSize=50&segmentId=${segmentId}`)
  expect(response.statusCode).toBe(200)
  return response
    .json()
    .map(({ id }: UserRow) => id)
    .sort((a: number, b: number) => a - b)
}
async function count(caller: Caller, conditions: SegmentCondition[], match: 'all' | 'any' = 'all') {
  const response = await caller.call('POST', '/api/segments/count', { match, conditions })
  expect(response.statusCode).toBe(200)
  return response.json().count as number
}
async function attend(userId: number, daysAgo: number, club: number | null = clubId) {
  const { db } = target.database
  const startDate = new Date(Date.now() - daysAgo * 86_400_000)
  const activity = await buildActivity(db, { clubId: club, startDate, status: 'completed' })
  await db
    .insert(activityParticipants)
    .values({ activityId: activity.id, userId, status: 'attended', attendedAt: startDate })
  return activity.id
}

describe('conditions of segments', () => {
  it('a segment (saved member filter) selects members by built-in fields, and its conditions are combined with AND or OR', async () => {
    const institution = makeInstitution()
    await buildMember(institution, { educationLevel: 'sarjana', startYear: 2024 })
    await buildMember(institution, {
      educationLevel: 'doktor_falsafah',
      startYear: 2020,
      role: 'club_secretary',
    })
    await buildMember(institution, { status: 'inactive' })
    const cases: [SegmentCondition, number][] = [
      [{ kind: 'status', values: ['active'] }, 2],
      [{ kind: 'role', values: ['club_secretary'] }, 1],
      [{ kind: 'country', values: ['Japan', 'France'] }, 3],
      [{ kind: 'club', ids: [clubId] }, 3],
      [{ kind: 'educationLevel', values: ['sarjana', 'doktor_falsafah'] }, 2],
      [{ kind: 'startYear', from: 2023, to: 2025 }, 1],
      [{ kind: 'endYear', from: 2023, to: 2025 }, 0],
      [{ kind: 'registered', months: 1, isNot: false }, 3],
      [{ kind: 'registered', months: 1, isNot: true }, 0],
    ]
    for (const [condition, expected] of cases)
      expect([condition.kind, await count(hq, [at(institution), condition])]).toEqual([
        condition.kind,
        expected,
      ])
    const anyOf: SegmentCondition[] = [
      { kind: 'institution', text: `${institution} lain` },
      { kind: 'institution', text: institution },
    ]
    expect(await count(hq, anyOf, 'any')).toBe(3)
    expect(await count(hq, anyOf, 'all')).toBe(0)
  })

  it('a segment selects members by attendances within a period, also after attendance was added, changed or removed', async () => {
    const { db } = target.database
    const institution = makeInstitution()
    const [often, once] = [await buildMember(institution), await buildMember(institution)]
    await buildMember(institution)
    for (const days of [10, 20, 30, 400]) await attend(often.id, days)
    const activityId = await attend(once.id, 15)
    const attendance = (atLeast: number, months: number, isNot = false): SegmentCondition[] => [
      at(institution),
      { kind: 'attendance', atLeast, months, isNot },
    ]
    expect(await count(hq, attendance(1, 2))).toBe(2)
    expect(await count(hq, attendance(3, 2))).toBe(1)
    expect(await count(hq, attendance(4, 2))).toBe(0)
    expect(await count(hq, attendance(4, 24))).toBe(1)
    expect(await count(hq, attendance(1, 2, true))).toBe(1)
    const isMark = eq(activityParticipants.activityId, activityId)
    await db.update(activityParticipants).set({ status: 'registered' }).where(isMark)
    expect(await count(hq, attendance(1, 2))).toBe(1)
    await db.update(activityParticipants).set({ status: 'attended' }).where(isMark)
    expect(await count(hq, attendance(1, 2))).toBe(2)
    await db.delete(activityParticipants).where(isMark)
    expect(await count(hq, attendance(1, 2))).toBe(1)
  })

  it('when ten attendances of one member are recorded concurrently, member_engagement contains all ten', async () => {
    const member = await buildMember(makeInstitution())
    await Promise.all(Array.from({ length: 10 }, (_, index) => attend(member.id, index + 1)))
    const [row] = await target.database.db
      .select()
      .from(memberEngagement)
      .where(eq(memberEngagement.userId, member.id))
    expect(row?.attended).toHaveLength(10)
  })

  it('a segment selects members by an activity only if the activity is in the scope of the segment', async () => {
    const institution = makeInstitution()
    const member = await buildMember(institution)
    const own = await attend(member.id, 5)
    const ofHeadquarters = await attend(member.id, 5, null)
    const attended = (activityId: number): SegmentCondition[] => [
      at(institution),
      { kind: 'activity', activityId, participation: 'attended' },
    ]
    for (const [caller, expected] of [
      [hq, [1, 1]],
      [japan, [1, 0]],
      [secretary, [1, 0]],
    ] as const) {
      expect([await count(caller, attended(own)), await count(caller, attended(ofHeadquarters))]).toEqual(
        expected,
      )
    }
  })

  it('a segment selects members by tag, office and last visit', async () => {
    const { db } = target.database
    const institution = makeInstitution()
    const [first, second] = [await buildMember(institution), await buildMember(institution)]
    const [tag] = await db.insert(tags).values({ country: 'Japan', name: institution }).returning()
    const tagId = tag?.id ?? 0
    await db.insert(userTags).values({ tagId, userId: first.id })
    await db.insert(appointments).values({
      userId: second.id,
      office: 'treasurer',
      clubId,
      startsOn: '2020-01-01',
      endsOn: '2090-01-01',
      timeZone: 'UTC',
    })
    const withTag = (isNot: boolean): SegmentCondition[] => [at(institution), { kind: 'tag', tagId, isNot }]
    expect([await count(japan, withTag(false)), await count(japan, withTag(true))]).toEqual([1, 1])
    expect(await count(hq, withTag(false))).toBe(1)
    // A club does not see tags of its country.
    expect([await count(secretary, withTag(false)), await count(secretary, withTag(true))]).toEqual([0, 2])
    expect(await count(japan, [at(institution), { kind: 'office', values: ['treasurer'] }])).toBe(1)
    await target.as(first)
    const seen = (isNot: boolean): SegmentCondition[] => [
      at(institution),
      { kind: 'lastSeen', months: 1, isNot },
    ]
    expect([await count(japan, seen(false)), await count(japan, seen(true))]).toEqual([1, 1])
    await db
      .update(memberEngagement)
      .set({ lastSeenOn: '2020-01-01' })
      .where(eq(memberEngagement.userId, first.id))
    expect([await count(japan, seen(false)), await count(japan, seen(true))]).toEqual([0, 2])
  })

  it('saving a segment returns 400 for empty values, unknown kinds, unknown fields and more than ten conditions', async () => {
    const create = async (conditions: unknown) =>
      (await hq.call('POST', '/api/segments', { name: 'Salah', match: 'all', conditions })).statusCode
    const valid = { kind: 'status', values: ['active'] }
    for (const conditions of [
      [],
      [{ kind: 'status', values: [] }],
      [{ kind: 'password', values: ['a'] }],
      [{ ...valid, sql: 'true' }],
      [{ kind: 'attendance', atLeast: 11, months: 6, isNot: false }],
      Array(11).fill(valid),
      'status',
    ])
      expect([conditions, await create(conditions)]).toEqual([conditions, 400])
  })
})

describe('scope of segments', () => {
  it('a segment counts and lists only members within the scope of the caller, whatever its conditions are', async () => {
    const institution = makeInstitution()
    const inClub = await buildMember(institution)
    const inCountry = await buildMember(institution, { clubId: null })
    const abroad = await buildMember(institution, { currentCountry: 'France', clubId: null })
    const pending = await buildMember(institution, { status: 'pending' })
    const conditions = [at(institution)]
    const expected = [
      [hq, [inClub.id, inCountry.id, abroad.id, pending.id]],
      [japan, [inClub.id, inCountry.id, pending.id]],
      [secretary, [inClub.id]],
    ] as const
    for (const [caller, ids] of expected) {
      expect(await count(caller, conditions)).toBe(ids.length)
      expect(await listMembers(caller, await createSegment(caller, conditions))).toEqual(ids)
    }
  })

  it('requests for a segment outside the scope of the caller return 404, and requests by ordinary members return 403', async () => {
    const id = await createSegment(japan, [{ kind: 'status', values: ['active'] }])
    const body = { name: 'Lain', match: 'all', conditions: [{ kind: 'status', values: ['active'] }] }
    for (const caller of [hq, secretary]) {
      expect((await caller.call('GET', `/api/users?page=1&segmentId=${id}`)).statusCode).toBe(404)
      expect((await caller.call('GET', `/api/users/matching?segmentId=${id}`)).statusCode).toBe(404)
      expect((await caller.call('GET', `/api/segments/${id}/breakdown?by=role`)).statusCode).toBe(404)
      expect((await caller.call('PUT', `/api/segments/${id}`, body)).statusCode).toBe(404)
      expect((await caller.call('DELETE', `/api/segments/${id}`)).statusCode).toBe(404)
      expect((await caller.call('GET', '/api/segments')).json()).not.toContainEqual(
        expect.objectContaining({ id }),
      )
    }
    const member = await target.asNew({ role: 'member' })
    expect((await member.call('GET', '/api/segments')).statusCode).toBe(403)
    expect((await member.call('POST', '/api/segments/count', body)).statusCode).toBe(403)
  })

  it('the export and the breakdown of a segment contain exactly its members', async () => {
    const institution = makeInstitution()
    await buildMember(institution, { educationLevel: 'doktor_falsafah' })
    await buildMember(institution, { educationLevel: 'doktor_falsafah' })
    await buildMember(institution, { educationLevel: 'sarjana' })
    const id = await createSegment(hq, [at(institution), { kind: 'status', values: ['active'] }])
    const csv = await hq.call('GET', `/api/users/export?format=csv&segmentId=${id}`)
    expect(csv.body.trim().split('\r\n')).toHaveLength(4)
    expect((await hq.call('GET', `/api/segments/${id}/breakdown?by=educationLevel`)).json()).toEqual({
      total: 3,
      rows: [
        { key: 'doktor_falsafah', count: 2 },
        { key: 'sarjana', count: 1 },
      ],
    })
  })

  it('a club with 45 segments has 50 after twenty concurrent requests for more, and a repeated name is rejected', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Japan' })
    const admin = await target.asNew({ role: 'club_admin_ln', currentCountry: 'Japan', clubId: club.id })
    const definition = {
      match: 'all' as const,
      conditions: [{ kind: 'status' as const, values: ['active' as const] }],
    }
    await db
      .insert(segments)
      .values(
        Array.from({ length: 45 }, (_, index) => ({ clubId: club.id, name: `Lama ${index}`, ...definition })),
      )
    expect((await admin.call('POST', '/api/segments', { name: 'lama 1', ...definition })).json().code).toBe(
      'segment_exists',
    )
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.call('POST', '/api/segments', { name: `Baharu ${index}`, ...definition }),
      ),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    expect(await db.$count(segments, eq(segments.clubId, club.id))).toBe(50)
  })
})

describe('segments as audience of announcements', () => {
  it('an announcement to a segment reaches its members at the time of sending, within the scope of the sender', async () => {
    const { db } = target.database
    const institution = makeInstitution()
    const early = await buildMember(institution)
    await buildMember(institution, { currentCountry: 'France', clubId: null })
    const segmentId = await createSegment(japan, [at(institution)])
    const draft = { title: 'Hebahan', body: 'Salam', audience: { segmentId } }
    expect((await hq.call('POST', '/api/announcements', draft)).statusCode).toBe(400)
    const { id } = (await japan.call('POST', '/api/announcements', draft)).json()
    expect(
      (await japan.call('POST', '/api/announcements/audience', { audience: { segmentId } })).json(),
    ).toEqual({
      count: 1,
    })
    expect((await japan.call('DELETE', `/api/segments/${segmentId}`)).json().code).toBe('segment_in_use')
    // A user who joins the segment before the announcement is sent is a recipient; one who has left it is not.
    const late = await buildMember(institution)
    await db.update(users).set({ institution: 'Lain' }).where(eq(users.id, early.id))
    expect((await japan.call('POST', `/api/announcements/${id}/send`, {})).statusCode).toBeLessThan(300)
    await deliverAnnouncements(buildTestServiceContext(db))
    const recipients = await db
      .select({ userId: announcementRecipients.userId })
      .from(announcementRecipients)
      .where(eq(announcementRecipients.announcementId, id))
    expect(recipients).toEqual([{ userId: late.id }])
    const [sent] = await db.select().from(announcements).where(eq(announcements.id, id))
    expect(sent?.recipientCount).toBe(1)
    expect((await japan.call('DELETE', `/api/segments/${segmentId}`)).statusCode).toBe(204)
  })
})
