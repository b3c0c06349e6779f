import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { files } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { remindParticipantsOfUpcomingActivities } from '#server/features/activities/reminders/remind-participants-of-upcoming-activities.service.ts'
import { recomputeTimesAfterTimeZoneRuleChange } from '#server/features/activities/times/recompute-times.service.ts'
import { buildTestServiceContext, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { formatWallTime } from '#shared/time/time-zones.ts'

const target = setUpApp()
let club: Awaited<ReturnType<typeof buildClub>>
beforeAll(async () => {
  club = await buildClub(target.database.db, { country: 'United Kingdom', timeZone: 'Europe/London' })
})

const createOrganizer = () =>
  target.asNew({ role: 'club_admin_ln', clubId: club.id, currentCountry: 'United Kingdom' })
type Organizer = Awaited<ReturnType<typeof createOrganizer>>

/** Weekly series of activities at 18:30 in London that spans the end of summer time. */
const buildWeeklyActivityBody = (overrides = {}) => ({
  title: `Usrah ${Math.random()}`,
  clubId: club.id,
  startDate: '2031-10-16T17:30:00.000Z',
  endDate: '2031-10-16T19:30:00.000Z',
  repeat: { every: 'week', times: 4 },
  ...overrides,
})

async function listActivitiesOfSeries(me: Organizer, title: string) {
  const rows = (await me.call('GET', `/api/activities?clubId=${club.id}&search=${title}`)).json()
  return rows.map(
    (row: { id: number; title: string; startDate: string; endDate: string; status: string }) => ({
      ...row,
      wall: formatWallTime(new Date(row.startDate), 'Europe/London').slice(0, 16),
      hours: (Date.parse(row.endDate) - Date.parse(row.startDate)) / 3_600_000,
    }),
  )
}

test('a weekly series of activities keeps its local time across a clock change, and club members get one notification', async () => {
  const me = await createOrganizer()
  const mate = await buildUser(target.database.db, { clubId: club.id })
  const body = buildWeeklyActivityBody()
  const made = await me.call('POST', '/api/activities', body)
  expect(made.statusCode).toBe(201)
  const series = await listActivitiesOfSeries(me, body.title)
  expect(series.map(({ wall }: { wall: string }) => wall)).toEqual([
    '2031-10-16T18:30',
    '2031-10-23T18:30',
    '2031-10-30T18:30',
    '2031-11-06T18:30',
  ])
  expect(new Set(series.map(({ hours }: { hours: number }) => hours))).toEqual(new Set([2]))
  expect(series[3].startDate).toBe('2031-11-06T18:30:00.000Z')
  expect(new Set(series.map(({ seriesId }: { seriesId: string }) => seriesId)).size).toBe(1)
  const notified = await target.database.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, mate.id), eq(notifications.kind, 'activity.created')))
  expect(notified).toHaveLength(1)
})

test('creating a series of activities with an invalid repetition or without a start date returns 400', async () => {
  const me = await createOrganizer()
  const invalid = [
    { repeat: { every: 'week', times: 1 } },
    { repeat: { every: 'week', times: 53 } },
    { repeat: { every: 'week', times: 2.5 } },
    { repeat: { every: 'day', times: 3 } },
    { repeat: { every: 'week' } },
    { repeat: 'week' },
    { startDate: null, endDate: null },
  ]
  for (const overrides of invalid) {
    const response = await me.call('POST', '/api/activities', buildWeeklyActivityBody(overrides))
    expect([overrides, response.statusCode]).toEqual([overrides, 400])
  }
  const longest = buildWeeklyActivityBody({
    repeat: { every: 'month', times: 52 },
    startDate: '2031-01-31T18:30:00.000Z',
    endDate: null,
  })
  expect((await me.call('POST', '/api/activities', longest)).statusCode).toBe(201)
  const series = await listActivitiesOfSeries(me, longest.title)
  expect(series).toHaveLength(52)
  expect(series[1].wall).toBe('2031-02-28T18:30')
  expect(series[51].wall).toBe('2035-04-30T18:30')
})

test('changing all following activities of a series keeps fields that were changed for a single activity', async () => {
  const me = await createOrganizer()
  const body = buildWeeklyActivityBody()
  await me.call('POST', '/api/activities', body)
  const [first, second, third, fourth] = await listActivitiesOfSeries(me, body.title)
  const changeActivityOfSeries = async (one: { id: number; title: string }, changes: object) =>
    (await me.call('PUT', `/api/activities/${one.id}`, { title: one.title, ...changes })).statusCode
  // The third activity of the series is moved to another place and a day later.
  expect(
    await changeActivityOfSeries(third, {
      location: 'Dewan lain',
      startDate: '2031-10-31T18:30:00.000Z',
      endDate: '2031-10-31T20:30:00.000Z',
    }),
  ).toBe(204)
  expect((await listActivitiesOfSeries(me, body.title)).map(({ wall }: { wall: string }) => wall)).toEqual([
    '2031-10-16T18:30',
    '2031-10-23T18:30',
    '2031-10-31T18:30',
    '2031-11-06T18:30',
  ])
  const guest = await target.asNew()
  await guest.call('POST', `/api/activities/${fourth.id}/join`)
  // Change from the second activity of the series on: an hour later, half an hour shorter, with twenty places.
  const later = {
    startDate: '2031-10-23T18:30:00.000Z',
    endDate: '2031-10-23T20:00:00.000Z',
    maxParticipants: 20,
    scope: 'following',
  }
  expect(await changeActivityOfSeries(second, later)).toBe(204)
  const after = await listActivitiesOfSeries(me, body.title)
  expect(
    after.map((one: Record<string, unknown>) => [one.wall, one.hours, one.maxParticipants, one.location]),
  ).toEqual([
    ['2031-10-16T18:30', 2, null, null],
    ['2031-10-23T19:30', 1.5, 20, null],
    ['2031-10-31T19:30', 1.5, 20, 'Dewan lain'],
    ['2031-11-06T19:30', 1.5, 20, null],
  ])
  const notified = await target.database.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, guest.user.id), eq(notifications.kind, 'activity.changed')))
  expect(notified).toHaveLength(1)
  expect(first.wall).toBe('2031-10-16T18:30')
})

/** Series of activities on Sundays at 01:30 in London, a time that clocks skip on 28 March 2032. */
const buildNightActivityBody = (overrides = {}) =>
  buildWeeklyActivityBody({
    startDate: '2032-03-14T01:30:00.000Z',
    endDate: '2032-03-14T02:00:00.000Z',
    ...overrides,
  })

async function listWallTimesOfSeries(me: Organizer, title: string): Promise<string[]> {
  return (await listActivitiesOfSeries(me, title)).map(
    ({ wall, hours }: { wall: string; hours: number }) => `${wall} ${hours}`,
  )
}

test('moving a series of activities also moves the activity whose planned time was skipped by a clock change', async () => {
  const { db } = target.database
  const me = await createOrganizer()
  const body = buildNightActivityBody()
  expect((await me.call('POST', '/api/activities', body)).statusCode).toBe(201)
  expect(await listWallTimesOfSeries(me, body.title)).toEqual([
    '2032-03-14T01:30 0.5',
    '2032-03-21T01:30 0.5',
    '2032-03-28T02:30 0.5',
    '2032-04-04T01:30 0.5',
  ])
  const [first, , third] = await listActivitiesOfSeries(me, body.title)
  expect(third.startWall).toBe('2032-03-28T01:30:00.000')
  await recomputeTimesAfterTimeZoneRuleChange(buildTestServiceContext(db))
  const guest = await target.asNew()
  await guest.call('POST', `/api/activities/${third.id}/join`)
  const earlier = { startDate: '2032-03-14T00:30:00.000Z', endDate: '2032-03-14T01:00:00.000Z' }
  const change = { title: body.title, ...earlier, scope: 'following' }
  expect((await me.call('PUT', `/api/activities/${first.id}`, change)).statusCode).toBe(204)
  expect(await listWallTimesOfSeries(me, body.title)).toEqual([
    '2032-03-14T00:30 0.5',
    '2032-03-21T00:30 0.5',
    '2032-03-28T00:30 0.5',
    '2032-04-04T00:30 0.5',
  ])
  // The filter of the activity list, the calendar file and the reminder use the new time.
  const between = 'from=2032-03-28T00:00:00.000Z&to=2032-03-28T01:00:00.000Z'
  const found = await guest.call('GET', `/api/activities?clubId=${club.id}&${between}`)
  expect(found.json().map(({ id }: { id: number }) => id)).toEqual([third.id])
  const file = await guest.call('GET', `/api/activities/${third.id}/calendar`)
  expect(file.body).toContain('DTSTART;TZID=Europe/London:20320328T003000')
  const back = { title: body.title, startDate: body.startDate, endDate: body.endDate, scope: 'following' }
  expect((await me.call('PUT', `/api/activities/${first.id}`, back)).statusCode).toBe(204)
  expect((await listWallTimesOfSeries(me, body.title))[2]).toBe('2032-03-28T02:30 0.5')
  expect((await me.call('PUT', `/api/activities/${first.id}`, change)).statusCode).toBe(204)
  // The reminder job runs as if it were 45 minutes before the new start of the activity.
  await db.execute(sql`update activities set end_date = null,
    start_date = start_date - ('2032-03-27T23:45:00Z'::timestamptz - now()) where id = ${third.id}`)
  await db.execute(sql`update activity_participants set created_at = now() - interval '2 days'
    where activity_id = ${third.id}`)
  await remindParticipantsOfUpcomingActivities(buildTestServiceContext(db))
  const reminders = await db
    .select({ kind: notifications.kind })
    .from(notifications)
    .where(and(eq(notifications.userId, guest.user.id), eq(notifications.kind, 'activity.reminder_hour')))
  expect(reminders).toHaveLength(1)
})

test('a series of activities repeats the entered local time even when clocks skip it on the first day', async () => {
  const me = await createOrganizer()
  const body = buildNightActivityBody({
    startDate: '2032-03-28T01:30:00.000Z',
    endDate: null,
    startWall: '2032-03-28T01:30',
    repeat: { every: 'week', times: 2 },
  })
  expect((await me.call('POST', '/api/activities', body)).statusCode).toBe(201)
  const [first, second] = await listActivitiesOfSeries(me, body.title)
  expect([first.wall, first.startWall]).toEqual(['2032-03-28T02:30', '2032-03-28T01:30:00.000'])
  expect(second.wall).toBe('2032-04-04T01:30')
  const updateActivity = (changes: object) =>
    me.call('PUT', `/api/activities/${first.id}`, { title: body.title, ...changes })
  // Only the day of the activity changes, so the following ones of its series keep their local time.
  const nextDay = { startDate: '2032-03-29T00:30:00.000Z', startWall: '2032-03-29T01:30', scope: 'following' }
  expect((await updateActivity(nextDay)).statusCode).toBe(204)
  expect((await listActivitiesOfSeries(me, body.title)).map(({ wall }: { wall: string }) => wall)).toEqual([
    '2032-03-29T01:30',
    '2032-04-05T01:30',
  ])
  for (const startWall of ['2032-03-29T02:30', '2032-99-99T01:30', 'petang', 5]) {
    const refused = await updateActivity({ startWall })
    expect([startWall, refused.statusCode]).toEqual([startWall, 400])
  }
})

test('when a local time occurs twice because clocks are set back, an activity keeps the chosen second occurrence', async () => {
  const { db } = target.database
  const me = await createOrganizer()
  const second = { startDate: '2032-10-31T01:30:00.000Z', startWall: '2032-10-31T01:30' }
  const body = buildWeeklyActivityBody({ ...second, endDate: null, repeat: undefined })
  const { id } = (await me.call('POST', '/api/activities', body)).json()
  await recomputeTimesAfterTimeZoneRuleChange(buildTestServiceContext(db))
  const readActivity = async () => (await me.call('GET', `/api/activities/${id}`)).json()
  expect(await readActivity()).toMatchObject({
    startDate: second.startDate,
    startWall: '2032-10-31T01:30:00.000',
  })
  await me.call('PUT', `/api/activities/${id}`, { title: body.title, startDate: '2032-10-31T00:30:00.000Z' })
  expect(await readActivity()).toMatchObject({
    startDate: '2032-10-31T00:30:00.000Z',
    startWall: '2032-10-31T01:30:00.000',
  })
})

test('activities of a series inherit whether walk-ins are allowed, and changing this can include the following activities', async () => {
  const me = await createOrganizer()
  const body = buildWeeklyActivityBody({ allowsWalkIns: true })
  await me.call('POST', '/api/activities', body)
  const listWalkInSettings = async () =>
    (await listActivitiesOfSeries(me, body.title)).map((one: { allowsWalkIns: boolean }) => one.allowsWalkIns)
  expect(await listWalkInSettings()).toEqual([true, true, true, true])
  const [, second] = await listActivitiesOfSeries(me, body.title)
  const change = { title: body.title, allowsWalkIns: false, scope: 'following' }
  expect((await me.call('PUT', `/api/activities/${second.id}`, change)).statusCode).toBe(204)
  expect(await listWalkInSettings()).toEqual([true, false, false, false])
  const { title, clubId } = buildWeeklyActivityBody()
  const made = await me.call('POST', '/api/activities', { title, clubId })
  const read = await me.call('GET', `/api/activities/${made.json().id}`)
  expect(read.json().allowsWalkIns).toBe(false)
})

test('organizers can cancel one activity or the following ones of a series, and administrators of other clubs get 404', async () => {
  const me = await createOrganizer()
  const body = buildWeeklyActivityBody()
  await me.call('POST', '/api/activities', body)
  const [first, second, third, fourth] = await listActivitiesOfSeries(me, body.title)
  const guest = await target.asNew()
  await guest.call('POST', `/api/activities/${fourth.id}/join`)
  const cancelActivity = (who: Organizer, one: { id: number }, scope?: string) =>
    who.call('POST', `/api/activities/${one.id}/status`, { status: 'cancelled', ...(scope && { scope }) })
  const stranger = await target.asNew({
    role: 'club_admin_ln',
    clubId: (await buildClub(target.database.db)).id,
  })
  expect((await cancelActivity(stranger, second, 'following')).statusCode).toBe(404)
  expect((await cancelActivity(me, third)).statusCode).toBe(204)
  expect((await cancelActivity(me, second, 'semua')).statusCode).toBe(400)
  // Of two concurrent requests to cancel the activities one succeeds, the other gets 409.
  const codes = await Promise.all([
    cancelActivity(me, second, 'following'),
    cancelActivity(me, second, 'following'),
  ])
  expect(codes.map(one => one.statusCode).sort()).toEqual([204, 409])
  const byId = new Map(
    (await listActivitiesOfSeries(me, body.title)).map((one: { id: number; status: string }) => [
      one.id,
      one.status,
    ]),
  )
  expect([first, second, third, fourth].map(one => byId.get(one.id))).toEqual([
    'planned',
    'cancelled',
    'cancelled',
    'cancelled',
  ])
  const notified = await target.database.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, guest.user.id), eq(notifications.kind, 'activity.cancelled')))
  expect(notified).toHaveLength(1)
})

/** Creates an uploaded file that is not attached to anything yet. */
async function uploadFile(me: Organizer, kind: 'activity_image' | 'activity_document'): Promise<string> {
  const id = randomUUID()
  const file = { name: 'fail', contentType: 'image/webp', size: 1, checksum: 'x' }
  await target.database.db.insert(files).values({ id, kind, uploadedBy: me.user.id, ...file })
  return id
}

test('the activities of a series share images and documents, and a file is deleted when no activity uses it any more', async () => {
  const me = await createOrganizer()
  const [poster, plan, extra] = [
    await uploadFile(me, 'activity_image'),
    await uploadFile(me, 'activity_document'),
    await uploadFile(me, 'activity_document'),
  ]
  const body = buildWeeklyActivityBody({ images: [poster], documents: [plan] })
  await me.call('POST', '/api/activities', body)
  const listShownFiles = async () =>
    (await listActivitiesOfSeries(me, body.title)).map(
      (one: { images: { id: string }[]; documents: { id: string }[] }) =>
        [...one.images, ...one.documents].map(({ id }) => id),
    )
  expect(await listShownFiles()).toEqual(Array(4).fill([poster, plan]))
  const [first, second, third, fourth] = await listActivitiesOfSeries(me, body.title)
  const changeActivityAndReadStatus = async (id: number, changes: object) =>
    (await me.call('PUT', `/api/activities/${id}`, { title: body.title, ...changes })).statusCode
  // A document of the series cannot be used as an image.
  expect(await changeActivityAndReadStatus(first.id, { images: [poster, plan] })).toBe(400)
  // One activity of the series removes the image; then the following activities get another document.
  expect(await changeActivityAndReadStatus(third.id, { images: [] })).toBe(204)
  expect(await changeActivityAndReadStatus(second.id, { documents: [plan, extra], scope: 'following' })).toBe(
    204,
  )
  expect(await listShownFiles()).toEqual([
    [poster, plan],
    [poster, plan, extra],
    [plan, extra],
    [poster, plan, extra],
  ])
  // The last two activities of the series that use the image remove it concurrently.
  expect(await changeActivityAndReadStatus(first.id, { images: [] })).toBe(204)
  const left = await Promise.all(
    [second, fourth].map(({ id }) => changeActivityAndReadStatus(id, { images: [], documents: [plan] })),
  )
  expect(left).toEqual([204, 204])
  expect(await changeActivityAndReadStatus(first.id, { documents: [], scope: 'following' })).toBe(204)
  const kept = await target.database.db
    .select({ id: files.id })
    .from(files)
    .where(inArray(files.id, [poster, plan, extra]))
  expect(kept.map(({ id }) => id)).toEqual([extra])
  expect((await listShownFiles()).flat()).toEqual([extra])
  // A file of another series of activities cannot be attached by its id.
  const other = buildWeeklyActivityBody()
  const { id } = (await me.call('POST', '/api/activities', other)).json()
  expect(await changeActivityAndReadStatus(id, { documents: [extra] })).toBe(400)
})
