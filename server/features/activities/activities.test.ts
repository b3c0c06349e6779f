import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { activities } from '#server/db/schema/activities.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, buildUser } from '#server/test/harness/factories.ts'
import { type Role, roles } from '#shared/constants.ts'

const target = setUpApp()
let club: Awaited<ReturnType<typeof buildClub>>
let other: Awaited<ReturnType<typeof buildClub>>
beforeAll(async () => {
  club = await buildClub(target.database.db, { country: 'Japan' })
  other = await buildClub(target.database.db, { country: 'Canada' })
})

const day = 24 * 3_600_000
const formatTimeInDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const buildActivityBody = (overrides = {}) => ({ title: 'Malam Kebudayaan', clubId: club.id, ...overrides })
const createOrganizer = (role: Role = 'club_admin_ln') =>
  target.asNew({ role, clubId: club.id, currentCountry: 'Japan' })

async function readAuditLogOfActivity(id: number) {
  const rows = await target.database.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.targetType, 'activity'), eq(auditEvents.targetId, String(id))))
    .orderBy(auditEvents.id)
  return rows.map(({ kind, country, details }) => ({ kind, country, details }))
}

describe('POST /api/activities', () => {
  test('a new activity is planned, audited, notified to the club members and visible to everybody', async () => {
    const { db } = target.database
    const me = await createOrganizer()
    const mate = await buildUser(db, { clubId: club.id })
    const stranger = await target.asNew({ currentCountry: 'Canada' })
    const input = {
      ...buildActivityBody({ description: 'Baris satu\r\nBaris dua', location: ' Dewan  Besar ' }),
      startDate: formatTimeInDays(3),
      endDate: formatTimeInDays(4),
      maxParticipants: 20,
      status: 'planned',
    }
    const response = await me.call('POST', '/api/activities', input)
    expect(response.statusCode).toBe(201)
    const { id } = response.json()
    expect((await stranger.call('GET', `/api/activities/${id}`)).json()).toMatchObject({
      id,
      title: 'Malam Kebudayaan',
      description: 'Baris satu\nBaris dua',
      location: 'Dewan Besar',
      clubId: club.id,
      clubName: club.name,
      clubCountry: 'Japan',
      organizerId: me.user.id,
      startDate: input.startDate,
      endDate: input.endDate,
      status: 'planned',
      maxParticipants: 20,
      participantCount: 0,
      waitingCount: 0,
      myStatus: null,
      images: [],
      documents: [],
    })
    expect(await readAuditLogOfActivity(id)).toEqual([
      { kind: 'activity.created', country: 'Japan', details: {} },
    ])
    const notified = await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, mate.id), eq(notifications.kind, 'activity.created')))
    expect(notified).toMatchObject([{ params: { activityId: id } }])
    const [notification] = (await (await target.as(mate)).call('GET', '/api/notifications')).json()
    expect(notification).toMatchObject({ subject: 'Malam Kebudayaan', subjectId: id })
    const ownNotifications = await db.select().from(notifications).where(eq(notifications.userId, me.user.id))
    expect(ownNotifications).toEqual([])
  })

  test('a new activity needs only a title, and empty fields are stored as null', async () => {
    const hq = await target.asNew({ role: 'hq_admin' })
    const response = await hq.call('POST', '/api/activities', {
      title: 'Ringkas',
      description: '',
      location: '',
      startDate: '',
      endDate: null,
      maxParticipants: null,
      clubId: null,
    })
    expect(response.statusCode).toBe(201)
    expect((await hq.call('GET', `/api/activities/${response.json().id}`)).json()).toMatchObject({
      description: null,
      location: null,
      startDate: null,
      endDate: null,
      clubName: null,
    })
  })

  test('an invalid new activity returns 400 with a message for the field', async () => {
    const me = await createOrganizer()
    const fileId = '3f0e7b9e-6d3c-4c39-9f0a-2b0b8a1d3c11'
    for (const [input, field, message] of [
      [buildActivityBody({ title: ' ' }), 'title', 'Tajuk aktiviti diperlukan'],
      [buildActivityBody({ startDate: 'esok' }), 'startDate', 'Sila isi tarikh dan masa yang sah'],
      [
        buildActivityBody({ startDate: formatTimeInDays(2), endDate: formatTimeInDays(1) }),
        'endDate',
        'Tarikh tamat tidak boleh lebih awal daripada tarikh mula',
      ],
      [
        buildActivityBody({ maxParticipants: 0 }),
        'maxParticipants',
        'Had peserta mestilah nombor bulat dari 1 hingga 100,000',
      ],
      [
        buildActivityBody({ maxParticipants: '5' }),
        'maxParticipants',
        'Had peserta mestilah nombor bulat dari 1 hingga 100,000',
      ],
      [buildActivityBody({ status: 'ongoing' }), 'status', 'Sila pilih daripada senarai'],
      [buildActivityBody({ organizerId: 1 }), 'organizerId', 'Medan ini tidak dibenarkan'],
      [buildActivityBody({ images: [fileId, fileId] }), 'images', 'Fail yang sama dihantar dua kali'],
      [
        buildActivityBody({ title: 'Aktiviti \u202E' }),
        'title',
        'Teks ini mengandungi aksara yang tidak dibenarkan',
      ],
    ] as const) {
      const response = await me.call('POST', '/api/activities', input)
      expect([response.statusCode, response.json().fields]).toEqual([400, { [field]: message }])
    }
    expect(
      (await me.call('POST', '/api/activities', buildActivityBody({ images: [fileId] }))).statusCode,
    ).toBe(400)
    const old = await me.call(
      'POST',
      '/api/activities',
      buildActivityBody({ startDate: '0000-01-01T00:00:00Z' }),
    )
    expect(old.statusCode).toBe(400)
  })

  test('an inactive club cannot host a new or moved activity', async () => {
    const inactive = await buildClub(target.database.db, { country: 'Japan', isActive: false })
    const hq = await target.asNew({ role: 'hq_admin' })
    const response = await hq.call('POST', '/api/activities', buildActivityBody({ clubId: inactive.id }))
    expect([response.statusCode, response.json().code]).toEqual([409, 'club_inactive'])
    const moved = await buildActivity(target.database.db, { clubId: club.id })
    const put = await hq.call(
      'PUT',
      `/api/activities/${moved.id}`,
      buildActivityBody({ clubId: inactive.id }),
    )
    expect([put.statusCode, put.json().code]).toEqual([409, 'club_inactive'])
  })
})

describe('scope of organizers', () => {
  /** Expected HTTP status per role, for an activity in the own club or country, elsewhere, and without a club. */
  const table: [Role, own: number, elsewhere: number, clubless: number][] = [
    ['system_admin', 201, 201, 201],
    ['hq_admin', 201, 201, 201],
    ['country_admin', 201, 404, 403],
    ['club_admin_ln', 201, 404, 403],
    ['club_secretary', 201, 404, 403],
    ['member', 403, 403, 403],
  ]
  test.each(table)(
    'the role %s can create and manage activities only within its scope',
    async (role, own, elsewhere, clubless) => {
      const { db } = target.database
      const me = await createOrganizer(role)
      const createActivityForClub = async (clubId?: number) =>
        (await me.call('POST', '/api/activities', buildActivityBody({ clubId }))).statusCode
      expect([
        await createActivityForClub(club.id),
        await createActivityForClub(other.id),
        await createActivityForClub(),
      ]).toEqual([own, elsewhere, clubless])
      const far = await buildActivity(db, { clubId: other.id })
      const withoutClub = await buildActivity(db)
      const getExpectedStatus = (status: number) =>
        role === 'member' ? 403 : ['system_admin', 'hq_admin'].includes(role) ? status : 404
      for (const { id } of [far, withoutClub]) {
        const url = `/api/activities/${id}`
        const calls = [
          [204, await me.call('PUT', url, { title: 'Baharu' })],
          [200, await me.call('GET', `${url}/participants`)],
          [200, await me.call('GET', `${url}/participants/export?format=csv`)],
          [204, await me.call('POST', `${url}/status`, { status: 'ongoing' })],
          [200, await me.call('POST', `${url}/attendance`, { userIds: [me.user.id], attended: true })],
        ] as const
        for (const [status, response] of calls) expect(response.statusCode).toBe(getExpectedStatus(status))
        expect((await me.call('GET', url)).statusCode).toBe(200)
      }
    },
  )

  test('an organizer can move an activity only between clubs within the scope of the organizer', async () => {
    const me = await createOrganizer('country_admin')
    const { id } = await buildActivity(target.database.db, { clubId: club.id })
    const moveActivityToClub = (clubId: number | null) =>
      me.call('PUT', `/api/activities/${id}`, buildActivityBody({ clubId }))
    expect((await moveActivityToClub(other.id)).statusCode).toBe(404)
    expect((await moveActivityToClub(null)).statusCode).toBe(403)
    const near = await buildClub(target.database.db, { country: 'Japan' })
    expect((await moveActivityToClub(near.id)).statusCode).toBe(204)
  })

  test('a club secretary without a club cannot create activities', async () => {
    const me = await target.asNew({ role: 'club_secretary', clubId: null })
    expect((await me.call('POST', '/api/activities', buildActivityBody())).statusCode).toBe(404)
  })
})

describe('PUT /api/activities/:id', () => {
  test('an activity update keeps omitted fields, and rejects changes of start or capacity after the activity has begun', async () => {
    const { db } = target.database
    const me = await createOrganizer()
    const { id } = await buildActivity(db, {
      clubId: club.id,
      startDate: new Date(formatTimeInDays(1)),
      endDate: new Date(formatTimeInDays(2)),
      description: 'Asal',
      maxParticipants: 5,
    })
    const updateActivity = (input: object) =>
      me.call('PUT', `/api/activities/${id}`, { title: 'Tajuk baharu', ...input })
    expect((await updateActivity({ location: 'Dewan' })).statusCode).toBe(204)
    const [row] = await db.select().from(activities).where(eq(activities.id, id))
    expect(row).toMatchObject({ title: 'Tajuk baharu', description: 'Asal', location: 'Dewan' })
    const reversed = await updateActivity({ endDate: formatTimeInDays(0.5) })
    expect([reversed.statusCode, Object.keys(reversed.json().fields)]).toEqual([400, ['endDate']])
    await me.call('POST', `/api/activities/${id}/status`, { status: 'ongoing' })
    for (const input of [{ startDate: formatTimeInDays(1.5) }, { maxParticipants: 9 }]) {
      const response = await updateActivity(input)
      expect([response.statusCode, response.json().code]).toEqual([409, 'activity_begun'])
    }
    expect((await updateActivity({ endDate: formatTimeInDays(5), description: 'Baharu' })).statusCode).toBe(
      204,
    )
    await me.call('POST', `/api/activities/${id}/status`, { status: 'completed' })
    expect((await updateActivity({ endDate: formatTimeInDays(6) })).statusCode).toBe(409)
    expect((await updateActivity({ description: 'Terima kasih semua' })).statusCode).toBe(204)
    expect((await readAuditLogOfActivity(id)).map(({ kind }) => kind)).toEqual([
      'activity.updated',
      'activity.status_changed',
      'activity.updated',
      'activity.status_changed',
      'activity.updated',
    ])
  })
})

describe('GET /api/activities', () => {
  test('the activity list shows upcoming before past activities and filters by status, club, country, text and period', async () => {
    const { db } = target.database
    const home = await buildClub(db, { country: 'France' })
    const buildActivityStartingInDays = (
      title: string,
      days: number | null,
      status: 'planned' | 'ongoing' | 'completed' | 'cancelled',
    ) =>
      buildActivity(db, {
        title,
        status,
        clubId: home.id,
        startDate: days === null ? null : new Date(formatTimeInDays(days)),
      })
    await buildActivityStartingInDays('Lama', -20, 'completed')
    await buildActivityStartingInDays('Jauh', 30, 'planned')
    await buildActivityStartingInDays('Baru sudah', -2, 'cancelled')
    await buildActivityStartingInDays('Tanpa tarikh', null, 'planned')
    await buildActivityStartingInDays('Dekat 100%', 2, 'planned')
    await buildActivityStartingInDays('Sedang', -1, 'ongoing')
    const me = await target.asNew()
    const listTitlesMatching = async (query: string) =>
      (await me.call('GET', `/api/activities?${query}`)).json().map(({ title }: { title: string }) => title)
    const all = ['Sedang', 'Dekat 100%', 'Jauh', 'Tanpa tarikh', 'Baru sudah', 'Lama']
    expect(await listTitlesMatching(`clubId=${home.id}`)).toEqual(all)
    expect(await listTitlesMatching('country=France')).toEqual(all)
    expect(await listTitlesMatching(`clubId=${home.id}&status=planned`)).toEqual([
      'Dekat 100%',
      'Jauh',
      'Tanpa tarikh',
    ])
    expect(await listTitlesMatching('country=France&search=100%25')).toEqual(['Dekat 100%'])
    expect(
      await listTitlesMatching(`country=France&from=${formatTimeInDays(-5)}&to=${formatTimeInDays(5)}`),
    ).toEqual(['Sedang', 'Dekat 100%', 'Baru sudah'])
    const page = await me.call('GET', `/api/activities?clubId=${home.id}&page=2&pageSize=4`)
    expect(page.headers['x-total-count']).toBe('6')
    expect(page.json().map(({ title }: { title: string }) => title)).toEqual(['Baru sudah', 'Lama'])
    const searched = await me.call('GET', '/api/activities?country=France&search=a&page=1')
    expect(searched.headers['x-total-count']).toBe(
      String((await listTitlesMatching('country=France&search=a')).length),
    )
    expect((await me.call('GET', `/api/activities/summary?clubId=${home.id}`)).json()).toEqual({
      planned: 3,
      ongoing: 1,
      completed: 1,
      cancelled: 1,
    })
    const recent = (await me.call('GET', '/api/activities/recent')).json()
    expect(recent.map(({ title }: { title: string }) => title)).toEqual([
      'Sedang',
      'Dekat 100%',
      'Tanpa tarikh',
      'Baru sudah',
      'Jauh',
    ])
    expect(Object.keys(recent[0]).sort()).toEqual([
      'id',
      'language',
      'startDate',
      'status',
      'timeZone',
      'title',
    ])
    expect(await findIncorrectMaterializedCounters(db)).toEqual([])
  })

  test('the activity list without the page parameter returns all 1500 matching activities in list order', async () => {
    const { db } = target.database
    const start = new Date(formatTimeInDays(1))
    await db
      .insert(activities)
      .values(Array.from({ length: 1500 }, (_, i) => ({ title: `Ramai ${i}`, startDate: start })))
    const me = await target.asNew()
    const whole = await me.call('GET', '/api/activities?search=ramai')
    const ids = whole.json().map(({ id }: { id: number }) => id)
    expect(whole.headers['x-total-count']).toBe('1500')
    expect(new Set(ids).size).toBe(1500)
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b))
  })

  test('every role may read the activity lists', async () => {
    for (const role of roles) {
      const me = await target.asNew({ role })
      for (const path of ['?page=1', '/summary', '/recent'])
        expect((await me.call('GET', `/api/activities${path}`)).statusCode).toBe(200)
    }
  })
})

describe('scopes of activity lists', () => {
  test('activity lists and counts can be limited to the club of the user, to the country, or to "home" (the club, otherwise the country)', async () => {
    const { db } = target.database
    const near = await buildClub(db, { country: 'Indonesia' })
    const far = await buildClub(db, { country: 'Indonesia' })
    const me = await target.asNew({ clubId: near.id, currentCountry: 'Indonesia' })
    const unassigned = await target.asNew({ clubId: null, currentCountry: null })
    await buildActivity(db, { title: 'Dekat', clubId: near.id })
    await buildActivity(db, { title: 'Dekat lama', clubId: near.id, status: 'completed' })
    await buildActivity(db, { title: 'Jauh sedikit', clubId: far.id, status: 'ongoing' })
    await buildActivity(db, { title: 'Semua orang' })
    const listTitlesSeenBy = async (caller: typeof me, query: string) => {
      const response = await caller.call('GET', `/api/activities?page=1&pageSize=200&${query}`)
      const found = response.json().map(({ title }: { title: string }) => title)
      expect(response.headers['x-total-count']).toBe(String(found.length))
      return found
    }
    expect(await listTitlesSeenBy(me, 'scope=home')).toEqual(['Dekat', 'Dekat lama'])
    expect(await listTitlesSeenBy(me, 'scope=club&time=past')).toEqual(['Dekat lama'])
    expect(await listTitlesSeenBy(me, 'scope=country&time=upcoming')).toEqual(
      expect.arrayContaining(['Dekat', 'Jauh sedikit']),
    )
    expect(await listTitlesSeenBy(me, 'scope=country&status=completed&time=upcoming')).toEqual([])
    expect(await listTitlesSeenBy(me, `scope=club&clubId=${far.id}`)).toEqual([])
    expect(await listTitlesSeenBy(me, 'scope=country&search=jauh')).toEqual(['Jauh sedikit'])
    expect(await listTitlesSeenBy(unassigned, 'scope=home&search=semua orang')).toEqual(['Semua orang'])
    expect(await listTitlesSeenBy(me, 'scope=home&search=semua orang')).toEqual([])
    expect(await listTitlesSeenBy(unassigned, 'scope=club')).toEqual([])
    expect(await listTitlesSeenBy(unassigned, 'scope=country')).toEqual([])
    const readSummary = async (caller: typeof me, scope: string) =>
      (await caller.call('GET', `/api/activities/summary?scope=${scope}`)).json()
    expect(await readSummary(me, 'home')).toEqual({ planned: 1, ongoing: 0, completed: 1, cancelled: 0 })
    expect(await readSummary(me, 'country')).toEqual({ planned: 1, ongoing: 1, completed: 1, cancelled: 0 })
    expect(await readSummary(unassigned, 'club')).toEqual({
      planned: 0,
      ongoing: 0,
      completed: 0,
      cancelled: 0,
    })
    const readCounts = async (caller: typeof me) =>
      (await caller.call('GET', '/api/activities/scopes')).json()
    expect(await readCounts(me)).toMatchObject({ club: 1, country: 2 })
    expect(await readCounts(unassigned)).toEqual({
      club: null,
      country: null,
      all: (await readCounts(me)).all,
    })
    for (const query of ['scope=dunia', 'time=sekarang', 'scope=']) {
      expect((await me.call('GET', `/api/activities?page=1&${query}`)).statusCode).toBe(400)
    }
  })
})
