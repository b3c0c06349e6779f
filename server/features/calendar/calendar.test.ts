import { eq, sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarFeeds } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub } from '#server/test/harness/factories.ts'
import { buildIcsCalendarFileContent } from './ics.ts'

const target = setUpApp()

/** Parses a calendar with an independent library (ical.js). */
function parseIcs(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      title: event.summary,
      location: event.location,
      description: event.description,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
      zone: event.startDate.zone.tzid,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
    }
  })
}

const plain = {
  uid: 'activity-1',
  url: 'https://perantau.test/activities/1',
  title: 'Malam',
  description: null,
  location: null,
  endDate: null,
  status: 'planned',
  revision: 0,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  myStatus: null,
}
const place = { publicUrl: 'https://perantau.test', name: 'Perantau' }

test('the parser ical.js reads the same instants that buildIcsCalendarFileContent wrote, across clock changes in all tested time zones', () => {
  const zones = [
    'Europe/London',
    'Asia/Kuala_Lumpur',
    'Australia/Sydney',
    'America/New_York',
    'Australia/Adelaide',
    'America/St_Johns',
    'Pacific/Auckland',
  ]
  const moments = [
    '2026-10-24T17:30:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T18:30:00Z',
    '2026-11-01T18:30:00Z',
    '2027-03-27T18:30:00Z',
    '2027-03-28T01:30:00Z',
    '2027-04-03T14:30:00Z',
    '2027-04-04T17:30:00Z',
    '2031-12-31T23:30:00Z',
  ]
  for (const timeZone of zones) {
    const activities = moments.map((moment, index) => ({
      ...plain,
      uid: `activity-${index + 1}`,
      timeZone,
      startDate: new Date(moment),
      endDate: new Date(Date.parse(moment) + 26 * 3_600_000),
    }))
    const read = parseIcs(buildIcsCalendarFileContent(activities, place))
    expect(read.map(({ start, end }) => [start, end])).toEqual(
      activities.map(({ startDate, endDate }) => [startDate.toISOString(), endDate.toISOString()]),
    )
    // Event times have their local time zone, except in an hour that occurs twice because clocks are set back.
    expect(read.filter(({ zone }) => zone === timeZone).length).toBeGreaterThanOrEqual(moments.length - 1)
  }
})

test('buildIcsCalendarFileContent escapes special characters and folds lines to at most 75 bytes', () => {
  const texts = {
    title: 'Kuih; "lapis", \\ dan 👩‍🍳 END:VEVENT',
    description: `Baris satu\r\nEND:VCALENDAR\nBEGIN:VEVENT\n${'ü'.repeat(200)}`,
    location: 'Dewan A, Jalan\nB',
  }
  const text = buildIcsCalendarFileContent(
    [{ ...plain, ...texts, timeZone: 'Asia/Tokyo', startDate: new Date('2026-05-01T00:00:00Z') }],
    place,
  )
  expect(text.split('\r\n').every(line => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  expect(parseIcs(text)).toMatchObject([
    {
      title: texts.title,
      location: texts.location,
      description: `${texts.description.replace('\r', '')}\n\nhttps://perantau.test/activities/1`,
    },
  ])
})

const formatTimeInHours = (hours: number) =>
  new Date(Math.ceil(Date.now() / 60_000) * 60_000 + hours * 3_600_000)

async function subscribeToFeed(overrides = {}, body = {}) {
  const me = await target.asNew(overrides)
  const feed = (await me.call('POST', '/api/calendar/feeds', body)).json()
  const path = new URL(feed.url).pathname
  /** Fetches the calendar feed as a calendar client does, without a cookie. */
  const fetchFeed = (etag?: string) =>
    target.app.inject({ url: path, headers: etag ? { 'if-none-match': etag } : {} })
  return { me, feed, path, fetch: fetchFeed }
}

test('a personal calendar feed lists joined activities, returns 304 when unchanged and 404 when revoked', async () => {
  const { db } = target.database
  const club = await buildClub(db, { timeZone: 'Europe/London', country: 'United Kingdom' })
  const organizer = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
  const { me, feed, path, fetch } = await subscribeToFeed({ clubId: club.id })
  const createActivity = async (title: string, hours: number) => {
    const body = {
      title,
      clubId: club.id,
      startDate: formatTimeInHours(hours).toISOString(),
      endDate: formatTimeInHours(hours + 2).toISOString(),
    }
    return (await organizer.call('POST', '/api/activities', body)).json().id as number
  }
  const [joined, other] = [await createActivity('Saya ikut', 50), await createActivity('Bukan saya', 60)]
  await me.call('POST', `/api/activities/${joined}/join`)
  const first = await fetch()
  expect([first.statusCode, first.headers['content-type'], first.headers['cache-control']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'private, no-cache',
  ])
  expect(parseIcs(first.body)).toMatchObject([
    {
      title: 'Saya ikut',
      sequence: 0,
      status: 'CONFIRMED',
      zone: 'Europe/London',
      start: formatTimeInHours(50).toISOString(),
    },
  ])
  const etag = String(first.headers.etag)
  const again = await fetch(etag)
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await fetch(`W/"x", W/${etag}`)).statusCode).toBe(304)

  // Changes of activities that the user has not joined do not change the feed.
  await organizer.call('PUT', `/api/activities/${other}`, { title: 'Bukan saya lagi' })
  expect((await fetch(etag)).statusCode).toBe(304)
  await organizer.call('PUT', `/api/activities/${joined}`, {
    title: 'Saya ikut',
    startDate: formatTimeInHours(51).toISOString(),
  })
  const moved = await fetch(etag)
  const [before] = parseIcs(first.body)
  expect(parseIcs(moved.body)).toMatchObject([
    { uid: before?.uid, sequence: 1, start: formatTimeInHours(51).toISOString() },
  ])
  await organizer.call('POST', `/api/activities/${joined}/status`, { status: 'cancelled' })
  const off = await fetch(String(moved.headers.etag))
  expect(parseIcs(off.body)).toMatchObject([{ uid: before?.uid, sequence: 2, status: 'CANCELLED' }])

  // A repeated request returns the same calendar feed; only its owner can revoke it; the next feed has another URL.
  const twice = await Promise.all([1, 2, 3].map(() => me.call('POST', '/api/calendar/feeds', {})))
  expect(new Set(twice.map(answer => answer.json().url))).toEqual(new Set([feed.url]))
  expect((await organizer.call('DELETE', `/api/calendar/feeds/${feed.id}`)).statusCode).toBe(404)
  expect((await me.call('GET', '/api/calendar/feeds')).json()).toMatchObject([{ id: feed.id, url: feed.url }])
  expect((await me.call('DELETE', `/api/calendar/feeds/${feed.id}`)).statusCode).toBe(204)
  expect((await me.call('DELETE', `/api/calendar/feeds/${feed.id}`)).statusCode).toBe(404)
  expect((await fetch(etag)).statusCode).toBe(404)
  const next = (await me.call('POST', '/api/calendar/feeds', {})).json()
  expect(new URL(next.url).pathname).not.toBe(path)
})

test('a club calendar feed works only while its user is active, and forged feed URLs return 404 or 400', async () => {
  const { db } = target.database
  const club = await buildClub(db)
  await buildActivity(db, { title: 'Kelab', clubId: club.id, startDate: formatTimeInHours(30) })
  await buildActivity(db, { title: 'Lama', clubId: club.id, startDate: formatTimeInHours(-24 * 120) })
  await buildActivity(db, { title: 'Tanpa tarikh', clubId: club.id })
  const { me, feed, path, fetch } = await subscribeToFeed({}, { clubId: club.id })
  expect(parseIcs((await fetch()).body).map(({ title }) => title)).toEqual(['Kelab'])
  expect((await me.call('POST', '/api/calendar/feeds', { clubId: 999_999 })).statusCode).toBe(404)
  const [, , , id = '', proof = ''] = path.split('/')
  const [row] = await db.insert(calendarFeeds).values({ userId: me.user.id }).returning()
  const forged = [
    `/api/calendar/${row?.id}/${proof}`,
    `/api/calendar/${id}/${proof.replace(/^./, letter => (letter === 'A' ? 'B' : 'A'))}`,
    `/api/calendar/${id}/${'x'.repeat(43)}.ics`,
    `/api/calendar/${id}/.ics`,
    '/api/calendar/1/x',
  ]
  for (const url of forged) {
    const { statusCode } = await target.app.inject({ url })
    expect([400, 404]).toContain(statusCode)
  }
  await db.update(users).set({ status: 'inactive' }).where(eq(users.id, me.user.id))
  expect((await fetch()).statusCode).toBe(404)
  await db.update(users).set({ status: 'active' }).where(eq(users.id, me.user.id))
  expect((await fetch()).statusCode).toBe(200)
  const { rows } = await db.execute(sql`select * from calendar_feeds where id = ${feed.id}`)
  expect(JSON.stringify(rows)).not.toContain(proof.slice(0, 20))
})

test('a calendar feed is written in the language of its owner and changes its version with the language', async () => {
  const { me, path } = await subscribeToFeed({ language: 'en' })
  const fetchFeedWithHeaders = (headers: Record<string, string>) => target.app.inject({ url: path, headers })
  const english = await fetchFeedWithHeaders({ 'accept-language': 'ms', cookie: 'language=ms' })
  expect(english.body).toContain('PRODID:-//Perantau//Aktiviti//EN\r\n')
  await target.database.db.update(users).set({ language: 'ms' }).where(eq(users.id, me.user.id))
  const malay = await fetchFeedWithHeaders({
    'accept-language': 'en',
    'if-none-match': String(english.headers.etag),
  })
  expect([malay.statusCode, malay.body.includes('PRODID:-//Perantau//Aktiviti//MS\r\n')]).toEqual([200, true])
  await target.database.db.update(users).set({ language: null }).where(eq(users.id, me.user.id))
  expect((await fetchFeedWithHeaders({ 'if-none-match': String(malay.headers.etag) })).statusCode).toBe(304)
})

test('an activity with a date can be downloaded as a calendar file, and one without a date returns 404', async () => {
  const { db } = target.database
  const me = await target.asNew()
  const activity = await buildActivity(db, { startDate: formatTimeInHours(5), timeZone: 'Asia/Tokyo' })
  const file = await me.call('GET', `/api/activities/${activity.id}/calendar`)
  expect(file.headers['content-disposition']).toBe(`attachment; filename="aktiviti-${activity.id}.ics"`)
  expect(parseIcs(file.body)).toMatchObject([
    { title: activity.title, start: formatTimeInHours(5).toISOString() },
  ])
  const undated = await buildActivity(db)
  for (const id of [undated.id, 999_999]) {
    expect((await me.call('GET', `/api/activities/${id}/calendar`)).statusCode).toBe(404)
  }
})
