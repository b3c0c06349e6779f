// Guarantee 54 of docs/guarantees.md: activities are read in the language of the reader, if there is such a version.
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { auditEvents, mailOutbox } from '#server/db/schema/events.ts'
import { runInLanguage } from '#server/language.ts'
import { renderMail } from '#server/mail/render-mail.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub, type TestUser } from '#server/test/harness/factories.ts'

const target = setUpApp()
const getDatabase = () => target.database.db
const malay = { title: 'Malam Puisi', description: 'Baca sajak.' }
const bilingual = {
  ...malay,
  language: 'ms' as const,
  secondLanguage: 'en' as const,
  secondTitle: 'Poetry Night',
  secondDescription: 'Read poems.',
}
const removed = { secondLanguage: null, secondTitle: null, secondDescription: null }
const soon = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 72 * 3_600_000)

async function buildOrganizer() {
  const club = await buildClub(getDatabase())
  const organizer = await target.asNew({ role: 'club_admin_ln', clubId: club.id, language: 'ms' })
  const reader = await target.asNew({ clubId: club.id, language: 'en' })
  return { club, organizer, reader }
}

async function createActivity(by: Caller, body: object): Promise<number> {
  const response = await by.call('POST', '/api/activities', body)
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

const updateActivity = (by: Caller, id: number, body: object) => by.call('PUT', `/api/activities/${id}`, body)
const findActivityRow = async (id: number) =>
  (await getDatabase().select().from(activities).where(eq(activities.id, id)))[0]

test('readers of an activity in two languages get the version in their language in dashboard, notifications and calendar', async () => {
  const { club, organizer, reader } = await buildOrganizer()
  const id = await createActivity(organizer, { ...bilingual, clubId: club.id, startDate: soon.toISOString() })
  await reader.call('POST', `/api/activities/${id}/join`)
  const feed = (await reader.call('POST', '/api/calendar/feeds', {})).json()
  const fetchCalendarFeed = async () =>
    (await target.app.inject({ url: new URL(feed.url).pathname, headers: { 'accept-language': 'ms' } })).body
  const dashboard = (await reader.call('GET', '/api/dashboard')).json()
  expect(dashboard.mine.activities).toMatchObject([{ title: 'Poetry Night', language: 'en' }])
  expect(dashboard.recentActivities[0]).toMatchObject({ title: 'Poetry Night', language: 'en' })
  expect((await reader.call('GET', '/api/notifications')).json()[0].subject).toBe('Poetry Night')
  const first = await fetchCalendarFeed()
  expect(first).toContain('SUMMARY:Poetry Night')
  expect(first).toContain('DESCRIPTION:Read poems.')
  const own = (await organizer.call('GET', '/api/dashboard')).json().recentActivities[0]
  expect(own).toMatchObject({ title: 'Malam Puisi', language: 'ms' })
  // Lists and pages of activities have both versions, from which the client chooses.
  expect((await reader.call('GET', `/api/activities/${id}`)).json()).toMatchObject(bilingual)

  expect((await updateActivity(organizer, id, { title: malay.title, secondLanguage: null })).statusCode).toBe(
    204,
  )
  expect(await findActivityRow(id)).toMatchObject({ ...malay, ...removed })
  expect(await fetchCalendarFeed()).toContain('SUMMARY:Malam Puisi')
  expect((await reader.call('GET', '/api/notifications')).json()[0].subject).toBe('Malam Puisi')
})

test('searches in activities and in the audit log find the titles in both languages', async () => {
  const { club, organizer } = await buildOrganizer()
  const id = await createActivity(organizer, { ...bilingual, secondTitle: 'Kite Festival', clubId: club.id })
  for (const search of ['puisi', 'kite']) {
    const rows = (await organizer.call('GET', `/api/activities?search=${search}`)).json()
    expect(rows.map((row: { id: number }) => row.id)).toContain(id)
    const hq = await target.asNew({ role: 'hq_admin', language: 'en' })
    const [event] = (await hq.call('GET', `/api/audit?search=${search}`)).json()
    expect(event.target).toMatchObject({ id: String(id), name: 'Kite Festival' })
  }
})

test('mails about an activity have the title in the language of the recipient', async () => {
  const { club, organizer, reader } = await buildOrganizer()
  const id = await createActivity(organizer, { ...bilingual, clubId: club.id, startDate: soon.toISOString() })
  await reader.call('POST', `/api/activities/${id}/join`)
  await updateActivity(organizer, id, { title: malay.title, location: 'Dewan B' })
  const [mail] = await getDatabase()
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.userId, reader.user.id), eq(mailOutbox.kind, 'activity.changed')))
  const renderNotification = (params: Record<string, string | number>, language: 'ms' | 'en') => {
    const input = { appName: 'Perantau', fullName: 'Aminah', params, sign: () => '' }
    return runInLanguage(
      language,
      () => renderMail('activity.changed', input, 'http://perantau.test').subject,
    )
  }
  const params = mail?.params ?? {}
  expect(renderNotification(params, 'en')).toContain('Poetry Night')
  expect(renderNotification(params, 'ms')).toContain('Malam Puisi')
  // A mail queued by an earlier release has one title only.
  expect(renderNotification({ activityId: id, title: 'Malam Puisi' }, 'en')).toContain('Malam Puisi')
})

test('a new activity is in the interface language of its author unless the author states another one', async () => {
  const hq = await target.asNew({ role: 'hq_admin', language: 'en' })
  expect(await findActivityRow(await createActivity(hq, { title: 'Open Day' }))).toMatchObject({
    language: 'en',
  })
  expect(
    await findActivityRow(await createActivity(hq, { title: 'Hari Terbuka', language: 'ms' })),
  ).toMatchObject({
    language: 'ms',
    ...removed,
  })
})

test('an activity update keeps an omitted second-language text, and the audit log records changes of second-language texts', async () => {
  const { club, organizer } = await buildOrganizer()
  const id = await createActivity(organizer, { ...bilingual, clubId: club.id })
  expect((await updateActivity(organizer, id, { title: 'Malam Sajak' })).statusCode).toBe(204)
  expect(await findActivityRow(id)).toMatchObject({ ...bilingual, title: 'Malam Sajak' })
  const { title, description: _description, ...second } = { ...bilingual, secondTitle: 'Verse Night' }
  expect((await updateActivity(organizer, id, { title, ...second })).statusCode).toBe(204)
  const events = await getDatabase()
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.kind, 'activity.updated'), eq(auditEvents.targetId, String(id))))
    .orderBy(auditEvents.id)
  expect(events.at(-1)?.details).toMatchObject({ fields: 'title secondTitle' })
})

test('updating an activity with a second-language text that is incomplete or in the first language returns 400 and names the field', async () => {
  const { club, organizer } = await buildOrganizer()
  const id = await createActivity(organizer, { ...bilingual, clubId: club.id })
  const cases: [field: string, body: object][] = [
    ['secondTitle', { secondLanguage: 'en', secondTitle: '' }],
    ['secondTitle', { secondLanguage: 'en', secondTitle: 'x'.repeat(201) }],
    ['secondLanguage', { secondTitle: 'Poetry Night' }],
    ['secondLanguage', { language: 'en' }],
    ['secondLanguage', { secondLanguage: 'ms', secondTitle: 'Poetry Night', secondDescription: 'x' }],
    ['secondDescription', { secondLanguage: 'en', secondTitle: 'Poetry Night', secondDescription: '' }],
    ['secondDescription', { description: '' }],
  ]
  for (const [field, body] of cases) {
    const response = await updateActivity(organizer, id, { title: malay.title, ...body })
    expect([body, response.statusCode]).toEqual([body, 400])
    expect(Object.keys(response.json().fields)).toContain(field)
  }
  expect(await findActivityRow(id)).toMatchObject(bilingual)
  // Without the language, a null title neither removes nor damages the second version.
  expect((await updateActivity(organizer, id, { title: malay.title, secondTitle: null })).statusCode).toBe(
    204,
  )
  expect(await findActivityRow(id)).toMatchObject(bilingual)
})

test('a series of activities keeps its texts in both languages, and a changed second-language text can be copied to the following activities', async () => {
  const { club, organizer } = await buildOrganizer()
  const repeat = { every: 'week', times: 3 }
  const id = await createActivity(organizer, {
    ...bilingual,
    clubId: club.id,
    startDate: soon.toISOString(),
    repeat,
  })
  const readSeries = async () => {
    const seriesId = (await findActivityRow(id))?.seriesId ?? ''
    return getDatabase()
      .select()
      .from(activities)
      .where(eq(activities.seriesId, seriesId))
      .orderBy(activities.startDate)
  }
  expect(await readSeries()).toMatchObject([bilingual, bilingual, bilingual])
  const [, next] = await readSeries()
  // The second activity of the series has neither a description nor a version in the second language.
  const alone = { title: malay.title, description: '', secondLanguage: null }
  expect((await updateActivity(organizer, next?.id ?? 0, alone)).statusCode).toBe(204)
  const changed = { ...bilingual, secondTitle: 'Verse Night' }
  expect((await updateActivity(organizer, id, { ...changed, scope: 'following' })).statusCode).toBe(204)
  expect((await readSeries()).map(row => [row.secondLanguage, row.secondTitle])).toEqual(
    Array(3).fill(['en', 'Verse Night']),
  )
  const single = { title: malay.title, secondLanguage: null, scope: 'following' }
  expect((await updateActivity(organizer, id, single)).statusCode).toBe(204)
  expect(await readSeries()).toMatchObject([removed, removed, removed])
})

test('after concurrent edits and removals, the second-language text of an activity is complete or absent', async () => {
  const { club, organizer } = await buildOrganizer()
  const id = await createActivity(organizer, { ...bilingual, clubId: club.id })
  const edits = ['One', 'Two', 'Three'].flatMap(word => [
    { title: malay.title, secondLanguage: 'en', secondTitle: word, secondDescription: word },
    { title: malay.title, secondLanguage: null },
  ])
  const codes = await Promise.all(
    edits.map(async edit => (await updateActivity(organizer, id, edit)).statusCode),
  )
  expect(codes).toEqual(Array(edits.length).fill(204))
  const row = await findActivityRow(id)
  expect(row?.secondTitle).toBe(row?.secondDescription)
  expect(row?.secondLanguage === null).toBe(row?.secondTitle === null)
})

test('an attendance certificate has the title in the language of its owner and stays valid in both languages', async () => {
  const activity = await buildActivity(getDatabase(), {
    ...bilingual,
    status: 'completed',
    startDate: new Date(soon.getTime() - 30 * 24 * 3_600_000),
  })
  const readTitle = async ({ user, call }: Caller & { user: TestUser }) => {
    await getDatabase()
      .insert(activityParticipants)
      .values({ activityId: activity.id, userId: user.id, status: 'attended' })
    const { title, address } = (await call('GET', `/api/attendance/${activity.id}/certificate`)).json()
    const [, token] = String(address).split('#')
    const { verdict } = (await call('POST', '/api/verify', { token })).json()
    return [title, verdict]
  }
  expect(await readTitle(await target.asNew({ language: 'en' }))).toEqual(['Poetry Night', 'valid'])
  expect(await readTitle(await target.asNew({ language: 'ms' }))).toEqual(['Malam Puisi', 'valid'])
})
