import { and, eq } from 'drizzle-orm'
import { runOnce } from 'graphile-worker'
import { describe, expect, test } from 'vitest'
import { moveQueuedJobsToGraphileWorker } from '#server/db/queue/enqueue-jobs.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { auditEvents, mailOutbox, notifications } from '#server/db/schema/events.ts'
import { createJobHandlers } from '#server/jobs/jobs.ts'
import { buildTestServiceContext, type Caller, setUpApp } from '#server/test/harness/app.ts'
import { createTestRecordsInSequence } from '#server/test/harness/create-test-records-in-sequence.ts'
import { buildActivity, buildClub } from '#server/test/harness/factories.ts'

const target = setUpApp()

async function listParticipants(activityId: number) {
  return target.database.db
    .select()
    .from(activityParticipants)
    .where(eq(activityParticipants.activityId, activityId))
    .orderBy(activityParticipants.id)
}

const joinActivity = (caller: Caller, id: number) => caller.call('POST', `/api/activities/${id}/join`)
const leaveActivity = (caller: Caller, id: number) => caller.call('POST', `/api/activities/${id}/leave`)

const buildCallers = <const N extends number>(count: N) =>
  createTestRecordsInSequence(count, () => target.asNew())

async function listNotificationKindsOfUser(userId: number) {
  const { db } = target.database
  const notified = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(notifications.id)
  const mailed = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.userId, userId))
    .orderBy(mailOutbox.id)
  return [notified.map(({ kind }) => kind), mailed.map(({ kind }) => kind)]
}

describe('joinActivity', () => {
  test('100 concurrent joins for 10 places confirm ten and put the others on the waiting list in order', async () => {
    const { id } = await buildActivity(target.database.db, { maxParticipants: 10 })
    const crowd = await buildCallers(100)
    const answers = await Promise.all(crowd.map(caller => joinActivity(caller, id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(crowd.map(() => 200))
    const rows = await listParticipants(id)
    expect(rows.map(({ status }) => status)).toEqual([
      ...Array(10).fill('registered'),
      ...Array(90).fill('waiting'),
    ])
    // The response to each join request matches the stored participation status.
    const responded = new Map(crowd.map(({ user }, index) => [user.id, answers[index]?.json().status]))
    for (const row of rows) expect(responded.get(row.userId)).toBe(row.status)
    const placed = new Map(crowd.map(({ user }, index) => [user.id, answers[index]?.json().waitingPosition]))
    expect(rows.map(({ userId }) => placed.get(userId))).toEqual([
      ...Array(10).fill(null),
      ...Array.from({ length: 90 }, (_, index) => index + 1),
    ])

    // When all confirmed participants leave concurrently, the next ten are promoted in order.
    const before = rows.map(({ userId }) => userId)
    const first = crowd.filter(({ user }) => before.slice(0, 10).includes(user.id))
    await Promise.all(first.map(caller => leaveActivity(caller, id)))
    const after = await listParticipants(id)
    expect(after.map(({ userId, status }) => [userId, status])).toEqual(
      before.slice(10).map((userId, index) => [userId, index < 10 ? 'registered' : 'waiting']),
    )
    // Members move up by ten positions on the waiting list, and each sees only their own position.
    const last = crowd.find(({ user }) => user.id === before.at(-1))
    expect((await last?.call('GET', `/api/activities/${id}`))?.json()).toMatchObject({
      myStatus: 'waiting',
      waitingPosition: 80,
    })
    expect((await first[0]?.call('GET', `/api/activities/${id}`))?.json().waitingPosition).toBeNull()
  })

  test('concurrent joins of the same person create one participant and return the same response', async () => {
    const { id } = await buildActivity(target.database.db, { maxParticipants: 1 })
    const me = await target.asNew()
    const answers = await Promise.all(Array.from({ length: 20 }, () => joinActivity(me, id)))
    expect(answers.map(answer => [answer.statusCode, answer.json()])).toEqual(
      answers.map(() => [200, { status: 'registered', waitingPosition: null }]),
    )
    expect(await listParticipants(id)).toHaveLength(1)
    const auditLog = await target.database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.actorId, me.user.id), eq(auditEvents.kind, 'activity.joined')))
    expect(auditLog).toHaveLength(1)
  })

  test('concurrent joins and leaves never exceed the capacity and leave no place empty while members wait', async () => {
    const { id } = await buildActivity(target.database.db, { maxParticipants: 5 })
    const crowd = await buildCallers(30)
    await Promise.all(
      crowd.flatMap((caller, index) => [
        joinActivity(caller, id),
        ...(index % 2 ? [leaveActivity(caller, id)] : []),
        ...(index % 3 ? [joinActivity(caller, id)] : []),
      ]),
    )
    const rows = await listParticipants(id)
    // Half of the concurrent callers join the activity and never leave it.
    expect(rows.length).toBeGreaterThanOrEqual(15)
    expect(rows.filter(({ status }) => status === 'registered')).toHaveLength(5)
    // No participant on the waiting list joined before a confirmed one.
    expect(rows.map(({ status }) => status)).toEqual(rows.map(({ status }) => status).toSorted())
  })

  test('joining or leaving an activity that is not planned any more returns 409, and a repeated join keeps the existing place', async () => {
    const { db } = target.database
    for (const status of ['ongoing', 'completed', 'cancelled'] as const) {
      const { id } = await buildActivity(db, { status })
      const me = await target.asNew()
      expect((await joinActivity(me, id)).statusCode).toBe(409)
      expect((await leaveActivity(me, id)).statusCode).toBe(204)
      await db.insert(activityParticipants).values({ activityId: id, userId: me.user.id })
      expect((await joinActivity(me, id)).json()).toEqual({ status: 'registered', waitingPosition: null })
      const left = await leaveActivity(me, id)
      expect([left.statusCode, left.json().code]).toEqual([409, 'not_planned'])
    }
    const me = await target.asNew()
    expect((await joinActivity(me, 999_999)).statusCode).toBe(404)
    expect((await leaveActivity(me, 999_999)).statusCode).toBe(404)
  })
})

describe('promotion from the waiting list', () => {
  test('when a participant leaves an activity, the longest-waiting member is promoted and notified in the app and by mail', async () => {
    const { id } = await buildActivity(target.database.db, { maxParticipants: 1, title: 'Penuh' })
    const [first, second, third] = await buildCallers(3)
    for (const caller of [first, second, third]) await joinActivity(caller, id)
    expect((await leaveActivity(first, id)).statusCode).toBe(204)
    expect((await second.call('GET', `/api/activities/${id}`)).json()).toMatchObject({
      myStatus: 'registered',
      participantCount: 1,
      waitingCount: 1,
    })
    expect(await listNotificationKindsOfUser(second.user.id)).toEqual([
      ['activity.moved_up'],
      ['activity.moved_up'],
    ])
    expect(await listNotificationKindsOfUser(third.user.id)).toEqual([[], []])
    // A participant who left and joins again is last on the waiting list.
    expect((await joinActivity(first, id)).json()).toEqual({ status: 'waiting', waitingPosition: 2 })
    await leaveActivity(third, id)
    expect((await listParticipants(id)).map(({ userId }) => userId)).toEqual([second.user.id, first.user.id])
  })

  test('raising the capacity of an activity promotes waiting members, and a capacity below the number of confirmed participants returns 409', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const organizer = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const { id, title } = await buildActivity(db, { maxParticipants: 1, clubId: club.id })
    const crowd = await buildCallers(4)
    for (const caller of crowd) await joinActivity(caller, id)
    const setMaxParticipants = (maxParticipants: number | null) =>
      organizer.call('PUT', `/api/activities/${id}`, { title, maxParticipants })
    expect((await setMaxParticipants(3)).statusCode).toBe(204)
    expect((await listParticipants(id)).map(({ status }) => status)).toEqual([
      'registered',
      'registered',
      'registered',
      'waiting',
    ])
    const fewer = await setMaxParticipants(2)
    expect([fewer.statusCode, fewer.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'places_taken',
        fields: {
          maxParticipants: 'Sudah ada 3 peserta yang disahkan. Had tidak boleh kurang daripada itu.',
        },
      }),
    ])
    expect((await setMaxParticipants(null)).statusCode).toBe(204)
    expect((await listParticipants(id)).every(({ status }) => status === 'registered')).toBe(true)
    expect(await listNotificationKindsOfUser(crowd[0].user.id)).toEqual([[], []])
    expect(await listNotificationKindsOfUser(crowd[3].user.id)).toEqual([
      ['activity.moved_up'],
      ['activity.moved_up'],
    ])
  })

  test('deactivating an account releases its places in activities and its positions on waiting lists', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const { id } = await buildActivity(db, { maxParticipants: 1 })
    const { id: over } = await buildActivity(db, { status: 'completed' })
    const [first, second, third] = await buildCallers(3)
    for (const caller of [first, second, third]) await joinActivity(caller, id)
    await db.insert(activityParticipants).values({ activityId: over, userId: first.user.id })
    for (const { user } of [second, first]) {
      expect((await hq.call('POST', `/api/users/${user.id}/deactivate`)).statusCode).toBe(200)
    }
    expect((await listParticipants(id)).map(({ userId, status }) => [userId, status])).toEqual([
      [third.user.id, 'registered'],
    ])
    expect(await listNotificationKindsOfUser(third.user.id)).toEqual([
      ['activity.moved_up'],
      ['activity.moved_up'],
    ])
    // Participation in completed activities is kept.
    expect(await listParticipants(over)).toHaveLength(1)
  })
})

describe('activity status', () => {
  const states = ['planned', 'ongoing', 'completed', 'cancelled'] as const
  test('changing the status of an activity returns 204 for allowed transitions and 409 for all others', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const organizer = await target.asNew({ role: 'club_secretary', clubId: club.id })
    const allowed = ['planned>ongoing', 'ongoing>completed', 'planned>cancelled', 'ongoing>cancelled']
    for (const from of states) {
      for (const to of states) {
        const { id } = await buildActivity(db, { status: from, clubId: club.id })
        const response = await organizer.call('POST', `/api/activities/${id}/status`, { status: to })
        expect([from, to, response.statusCode]).toEqual([
          from,
          to,
          allowed.includes(`${from}>${to}`) ? 204 : 409,
        ])
      }
    }
  })

  test('of several concurrent status changes of an activity one succeeds and the others return 409', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const { id } = await buildActivity(db)
    const answers = await Promise.all(
      ['ongoing', 'ongoing', 'ongoing'].map(status =>
        hq.call('POST', `/api/activities/${id}/status`, { status }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409, 409])
  })

  test('confirmed and waiting members are notified when an activity is cancelled or its time or place changes', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const { id, title } = await buildActivity(db, { maxParticipants: 1 })
    const [first, second] = await buildCallers(2)
    for (const caller of [hq, first, second]) await joinActivity(caller, id)
    await hq.call('PUT', `/api/activities/${id}`, { title, location: 'Dewan lain' })
    await hq.call('PUT', `/api/activities/${id}`, { title, description: 'Tiada yang penting' })
    await hq.call('POST', `/api/activities/${id}/status`, { status: 'cancelled' })
    const both = ['activity.changed', 'activity.cancelled']
    expect(await listNotificationKindsOfUser(first.user.id)).toEqual([both, both])
    expect(await listNotificationKindsOfUser(second.user.id)).toEqual([both, both])
    expect(await listNotificationKindsOfUser(hq.user.id)).toEqual([[], []])
  })

  test('the job advance_activities starts and completes each activity once at its planned time, also when several jobs run concurrently', async () => {
    const { db, appUrl } = target.database
    const formatTimeHoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const createActivityWithTimes = async (
      status: 'planned' | 'ongoing',
      startDate: Date | null,
      endDate: Date | null = null,
    ) => (await buildActivity(db, { status, startDate, endDate })).id
    const begun = await createActivityWithTimes('planned', formatTimeHoursAgo(1), formatTimeHoursAgo(-1))
    const over = await createActivityWithTimes('planned', formatTimeHoursAgo(3), formatTimeHoursAgo(1))
    const endless = await createActivityWithTimes('ongoing', formatTimeHoursAgo(23))
    const yesterday = await createActivityWithTimes('ongoing', formatTimeHoursAgo(25))
    const future = await createActivityWithTimes('planned', formatTimeHoursAgo(-1))
    const undated = await createActivityWithTimes('planned', null)
    const tasks = createJobHandlers(buildTestServiceContext(db))
    const advanceActivityStatuses = async () => {
      await Promise.all([0, 1].map(async () => tasks.advance_activities?.({}, {} as never)))
    }
    await advanceActivityStatuses()
    await advanceActivityStatuses()
    const me = await target.asNew()
    const readActivityStatus = async (id: number) =>
      (await me.call('GET', `/api/activities/${id}`)).json().status
    expect([
      await readActivityStatus(begun),
      await readActivityStatus(over),
      await readActivityStatus(endless),
    ]).toEqual(['ongoing', 'completed', 'ongoing'])
    expect([
      await readActivityStatus(yesterday),
      await readActivityStatus(future),
      await readActivityStatus(undated),
    ]).toEqual(['completed', 'planned', 'planned'])
    const auditLog = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.targetId, String(over)), eq(auditEvents.targetType, 'activity')))
      .orderBy(auditEvents.id)
    expect(auditLog.map(({ actorId, details }) => [actorId, details])).toEqual([
      [null, { from: 'planned', to: 'ongoing' }],
      [null, { from: 'ongoing', to: 'completed' }],
    ])
    await moveQueuedJobsToGraphileWorker(db)
    await runOnce({ connectionString: appUrl, taskList: tasks, noHandleSignals: true })
  })
})

describe('participants of an activity', () => {
  test('once an activity has begun, attendance can be marked and unmarked, for confirmed participants only', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const organizer = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const { id } = await buildActivity(db, { clubId: club.id, maxParticipants: 2 })
    const crowd = await buildCallers(3)
    for (const caller of crowd) await joinActivity(caller, id)
    const userIds = crowd.map(({ user }) => user.id)
    const markAttendance = (attended: boolean, ids = userIds) =>
      organizer.call('POST', `/api/activities/${id}/attendance`, { userIds: ids, attended })
    const early = await markAttendance(true)
    expect([early.statusCode, early.json().code]).toEqual([409, 'attendance_too_early'])
    await organizer.call('POST', `/api/activities/${id}/status`, { status: 'ongoing' })
    expect((await markAttendance(true)).json()).toEqual({ count: 2 })
    expect((await markAttendance(true)).json()).toEqual({ count: 0 })
    expect((await markAttendance(false, userIds.slice(0, 1))).json()).toEqual({ count: 1 })
    const list = await organizer.call('GET', `/api/activities/${id}/participants?page=1&pageSize=2`)
    expect(list.headers['x-total-count']).toBe('3')
    expect(list.json()).toMatchObject([
      { id: userIds[0], status: 'registered' },
      { id: userIds[1], status: 'attended' },
    ])
    expect(Object.keys(list.json()[0]).toSorted()).toEqual([
      'answers',
      'clubName',
      'createdAt',
      'fullName',
      'id',
      'profileImageUrl',
      'status',
    ])
    expect((await crowd[1]?.call('GET', `/api/activities/${id}`))?.json().myStatus).toBe('attended')
  })

  test('the participant export is audited and escapes names that look like spreadsheet formulas', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const organizer = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const { id } = await buildActivity(db, { clubId: club.id, maxParticipants: 1 })
    const first = await target.asNew({ fullName: '=1+1', membershipNumber: `JP-2026-${id}` })
    const second = await target.asNew()
    for (const caller of [first, second]) await joinActivity(caller, id)
    const url = `/api/activities/${id}/participants/export`
    const csv = await organizer.call('GET', `${url}?format=csv`)
    const lines = csv.body.replace('\uFEFF', '').trim().split('\r\n')
    expect(lines[0]).toBe('Nama Penuh,Kelab,Status,Tarikh Menyertai,Hadir Pada')
    expect(lines[1]).toContain("'=1+1,,Disahkan,")
    expect(lines[2]).toContain(`${second.user.fullName},,Menunggu tempat,`)
    // The participant export omits membership numbers, because some participants are outside the organizer's scope.
    expect(csv.body).not.toContain('JP-2026')
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="?peserta-/)
    const sheet = await organizer.call('GET', `${url}?format=xlsx`)
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect((await organizer.call('GET', `${url}?format=pdf`)).statusCode).toBe(400)
    const auditLog = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.kind, 'activity.exported'), eq(auditEvents.targetId, String(id))))
    expect(auditLog.map(({ details }) => details)).toEqual([{ format: 'csv' }, { format: 'xlsx' }])
  })
})
