import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities } from '#server/db/schema/activities.ts'
import { mailOutbox, notifications } from '#server/db/schema/events.ts'
import { buildTestServiceContext, setUpApp } from '#server/test/harness/app.ts'
import { buildClub } from '#server/test/harness/factories.ts'
import { recomputeTimesAfterTimeZoneRuleChange } from './recompute-times.service.ts'

const target = setUpApp()

async function buildLondonClub() {
  const hq = await target.asNew({ role: 'hq_admin' })
  const made = await hq.call('POST', '/api/clubs', {
    name: `Kelab ${Math.random()}`,
    country: 'United Kingdom',
  })
  return { hq, clubId: made.json().id as number }
}

test('a new club gets the time zone of its city or country, or the submitted one', async () => {
  const hq = await target.asNew({ role: 'hq_admin' })
  const createClub = async (body: object) => {
    const response = await hq.call('POST', '/api/clubs', { name: `Kelab ${Math.random()}`, ...body })
    if (response.statusCode !== 201) return response.json().fields
    return (await hq.call('GET', `/api/clubs/${response.json().id}`)).json().timeZone
  }
  expect(await createClub({ country: 'Japan' })).toBe('Asia/Tokyo')
  expect(await createClub({ country: 'Australia', city: 'Perth' })).toBe('Australia/Perth')
  expect(
    await createClub({ country: 'Australia', city: 'Broken Hill', timeZone: 'Australia/Adelaide' }),
  ).toBe('Australia/Adelaide')
  for (const timeZone of ['', 'Mars/Base', 'EST', '+08:00', 7, `A/${'x'.repeat(100)}`]) {
    expect(await createClub({ country: 'Japan', timeZone })).toHaveProperty('timeZone')
  }
  // A club that moves to another country gets the time zone of that country.
  const club = await buildClub(target.database.db, { country: 'Japan', timeZone: 'Asia/Tokyo' })
  await hq.call('PUT', `/api/clubs/${club.id}`, { name: club.name, country: 'France' })
  expect((await hq.call('GET', `/api/clubs/${club.id}`)).json().timeZone).toBe('Europe/Paris')
})

test('an activity gets the time zone of its club and stores the planned local times', async () => {
  const { hq, clubId } = await buildLondonClub()
  const dates = { startDate: '2027-03-27T18:30:00.000Z', endDate: '2027-03-28T17:30:00.000Z' }
  const { id } = (await hq.call('POST', '/api/activities', { title: 'Jamuan', clubId, ...dates })).json()
  expect((await hq.call('GET', `/api/activities/${id}`)).json()).toMatchObject({
    ...dates,
    timeZone: 'Europe/London',
  })
  const readWallTimes = async () => {
    const [row] = await target.database.db.select().from(activities).where(eq(activities.id, id))
    return [row?.startWall, row?.endWall, row?.revision]
  }
  // Start and end of the activity are on both sides of a clock change.
  expect(await readWallTimes()).toEqual(['2027-03-27 18:30:00', '2027-03-28 18:30:00', 0])
  await hq.call('PUT', `/api/activities/${id}`, { title: 'Jamuan', timeZone: 'Europe/Paris' })
  expect(await readWallTimes()).toEqual(['2027-03-27 19:30:00', '2027-03-28 19:30:00', 1])
  const other = (await hq.call('POST', '/api/activities', { title: 'Untuk semua' })).json()
  const read = await hq.call('GET', `/api/activities/${other.id}`)
  expect(read.json()).toMatchObject({ timeZone: 'Asia/Kuala_Lumpur', startDate: null })
  const bad = await hq.call('POST', '/api/activities', { title: 'X', timeZone: 'Asia/Atlantis' })
  expect(bad.json().fields).toEqual({ timeZone: 'Sila pilih zon waktu' })
})

test('recomputeTimesAfterTimeZoneRuleChange keeps the local time of activities and changes the stored UTC timestamp once when time zone rules change', async () => {
  const { db } = target.database
  const { hq, clubId } = await buildLondonClub()
  const plan = { clubId, startDate: '2031-07-01T17:30:00.000Z', endDate: '2031-07-01T19:30:00.000Z' }
  const { id } = (await hq.call('POST', '/api/activities', { title: 'Musim panas', ...plan })).json()
  const member = await target.asNew({ clubId })
  await member.call('POST', `/api/activities/${id}/join`)
  // Simulates an activity that was planned under rules without summer time.
  const shiftActivityTimes = (by: string) =>
    db.execute(sql`update activities set start_date = start_date + ${by}::interval,
      end_date = end_date + ${by}::interval where id = ${id}`)
  await shiftActivityTimes('1 hour')
  await Promise.all([
    recomputeTimesAfterTimeZoneRuleChange(buildTestServiceContext(db)),
    recomputeTimesAfterTimeZoneRuleChange(buildTestServiceContext(db)),
  ])
  const readActivity = async () => (await hq.call('GET', `/api/activities/${id}`)).json()
  expect(await readActivity()).toMatchObject({ ...plan, timeZone: 'Europe/London' })
  const [row] = await db.select().from(activities).where(eq(activities.id, id))
  expect(row?.revision).toBe(1)
  // The participants of the activity are not notified, because its local time is unchanged.
  const notified = await db.select().from(notifications).where(eq(notifications.userId, member.user.id))
  expect(notified.filter(row => row.kind === 'activity.changed')).toEqual([])
  // An activity of an earlier release without local times gets them filled in.
  await db.update(activities).set({ startWall: null, endWall: null }).where(eq(activities.id, id))
  await recomputeTimesAfterTimeZoneRuleChange(buildTestServiceContext(db))
  const [filled] = await db.select().from(activities).where(eq(activities.id, id))
  expect([filled?.startWall, filled?.revision]).toEqual(['2031-07-01 18:30:00', 1])
  // Activities that have begun keep their stored start and end.
  await db.update(activities).set({ status: 'ongoing' }).where(eq(activities.id, id))
  await shiftActivityTimes('-1 hour')
  await recomputeTimesAfterTimeZoneRuleChange(buildTestServiceContext(db))
  expect((await readActivity()).startDate).toBe('2031-07-01T16:30:00.000Z')
})

test('the mail about a changed time contains the time zone of the activity', async () => {
  const { db } = target.database
  const { hq, clubId } = await buildLondonClub()
  const { id } = (
    await hq.call('POST', '/api/activities', {
      title: 'Pindah',
      clubId,
      startDate: '2031-07-01T17:30:00.000Z',
    })
  ).json()
  const member = await target.asNew({ clubId })
  await member.call('POST', `/api/activities/${id}/join`)
  await hq.call('PUT', `/api/activities/${id}`, { title: 'Pindah', endDate: '2031-07-01T19:30:00.000Z' })
  const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.userId, member.user.id))
  expect(mails).toMatchObject([
    {
      kind: 'activity.changed',
      params: { timeZone: 'Europe/London', endDate: '2031-07-01T19:30:00.000Z' },
    },
  ])
})
