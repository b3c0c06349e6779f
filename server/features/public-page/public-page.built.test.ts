import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { activities, activityHelpers, activityParticipants } from '#server/db/schema/activities.ts'
import { files } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { buildFileStorageKey, createDiskFileStorage } from '#server/storage.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildActivity, buildClub } from '#server/test/harness/factories.ts'

const target = setUpApp({}, { withClient: true })
let club: Awaited<ReturnType<typeof buildClub>>
let organizer: Awaited<ReturnType<typeof target.asNew>>
beforeAll(async () => {
  club = await buildClub(target.database.db, { name: 'Kelab London', timeZone: 'Europe/London' })
  organizer = await target.asNew({ role: 'club_secretary', clubId: club.id, fullName: 'Penganjur Rahsia' })
})

const buildPlannedActivity = (overrides = {}) =>
  buildActivity(target.database.db, {
    title: 'Malam <Puisi> & "Lagu"',
    description: 'Baca sajak.\n<script>alert(1)</script>',
    location: 'Dewan "A" <1>',
    clubId: club.id,
    organizerId: organizer.user.id,
    startDate: new Date('2031-11-21T18:30:00Z'),
    endDate: new Date('2031-11-21T22:00:00Z'),
    timeZone: 'Europe/London',
    ...overrides,
  })

const setActivityPublic = (id: number, isPublic = true, by = organizer) =>
  by.call('PUT', `/api/activities/${id}/public`, { isPublic })

/** Returns the URL path of an activity's public page, which only its organizer can read. */
async function readPublicPath(id: number): Promise<string> {
  const { publicUrl } = (await organizer.call('GET', `/api/activities/${id}`)).json()
  expect(publicUrl).toMatch(/^http:\/\/perantau\.test\/a\/[\w-]{16}$/)
  return new URL(publicUrl).pathname
}

/** Requests a URL as a visitor without an account. */
const fetchPage = (url: string, headers = {}) => target.app.inject({ url, headers })
const readMeta = (page: string, name: string) =>
  page.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`))?.[1]

test('the public page shows the activity and its preview metadata, but no personal data', async () => {
  const { db } = target.database
  const questions = [{ id: randomUUID(), text: 'Soalan tertutup?', isRequired: false, choices: [] }]
  const activity = await buildPlannedActivity({ questions })
  const person = await target.asNew({ fullName: 'Peserta Rahsia', email: 'rahsia@contoh.my' })
  await db.insert(activityParticipants).values({ activityId: activity.id, userId: person.user.id })
  await db.insert(activityHelpers).values({ activityId: activity.id, userId: person.user.id })
  await setActivityPublic(activity.id)
  const page = await fetchPage(await readPublicPath(activity.id), { cookie: person.cookie })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<h1 lang="ms">Malam &#60;Puisi&#62; &#38; &#34;Lagu&#34;</h1>')
  expect(page.body).toContain('Jumaat, 21 November 2031')
  expect(page.body).toContain('<i>6.30\u00a0ptg – 10.00\u00a0mlm</i> <i>waktu London</i>')
  expect(page.body).toContain('Kelab London')
  const joining = encodeURIComponent(`${await readPublicPath(activity.id)}/join`)
  expect(page.body).toContain(`href="/login?redirect=${joining}"`)
  expect(page.body).toContain(`href="/register?redirect=${joining}"`)
  expect(page.body).not.toMatch(/Rahsia|rahsia@|Soalan tertutup|<script|session|JP-/)
  expect(readMeta(page.body, 'og:title')).toBe('Malam &#60;Puisi&#62; &#38; &#34;Lagu&#34;')
  expect(readMeta(page.body, 'og:description')).toContain('Jum, 21 Nov 2031, 6.30\u00a0ptg')
  expect(readMeta(page.body, 'og:url')).toMatch(/^http:\/\/perantau\.test\/a\//)
  expect(readMeta(page.body, 'robots')).toBe('noindex, noarchive')
  // The page's Content-Security-Policy allows no scripts, forms, frames or foreign styles; caches must revalidate it.
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/script-src|unsafe/)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex, noarchive',
    'x-content-type-options': 'nosniff',
  })
  const again = await fetchPage(await readPublicPath(activity.id), { 'if-none-match': page.headers.etag })
  expect(again.statusCode).toBe(304)
})

test('the public page shows the activity in the language of the visitor, sets the lang attribute and links to the other language', async () => {
  const activity = await buildPlannedActivity({
    title: 'Malam Puisi',
    description: 'Baca sajak.',
    secondLanguage: 'en',
    secondTitle: 'Poetry Night',
    secondDescription: 'Read poems.',
  })
  await setActivityPublic(activity.id)
  const path = await readPublicPath(activity.id)
  const readPublicPage = async (language: string, query = '') => {
    const { body, statusCode } = await fetchPage(path + query, { 'accept-language': language })
    expect(statusCode).toBe(200)
    return [
      body.match(/<html lang="(\w+)"/)?.[1],
      body.match(/<h1 .*<\/h1>/)?.[0],
      body.match(/<p lang=.*?<\/p>/)?.[0],
      body.match(/<p class="other">(.*?)<\/p>/)?.[1],
      readMeta(body, 'og:title'),
    ]
  }
  const english = ['<h1 lang="en">Poetry Night</h1>', '<p lang="en">Read poems.</p>']
  const malay = ['<h1 lang="ms">Malam Puisi</h1>', '<p lang="ms">Baca sajak.</p>']
  const buildVersionLink = (language: string, label: string) =>
    `<a href="?text=${language}" hreflang="${language}">${label}</a>`
  const toMalay = buildVersionLink('ms', 'Read in Malay')
  expect(await readPublicPage('en')).toEqual(['en', ...english, toMalay, 'Poetry Night'])
  // The language link changes only the texts of the activity; the page keeps the language of the visitor.
  expect(await readPublicPage('en', '?text=ms')).toEqual([
    'en',
    ...malay,
    buildVersionLink('en', 'Read in English'),
    'Malam Puisi',
  ])
  expect(await readPublicPage('en', '?text=fr')).toEqual(await readPublicPage('en'))
  expect(await readPublicPage('ms')).toEqual([
    'ms',
    ...malay,
    buildVersionLink('en', 'Baca dalam bahasa Inggeris'),
    'Malam Puisi',
  ])
  const calendar = await fetchPage(`${path}/aktiviti.ics`, { 'accept-language': 'en' })
  expect(calendar.body).toContain('SUMMARY:Poetry Night')
})

/** Fetches everything that a visitor without an account can read of an activity, with headers. */
async function fetchPublic(path: string): Promise<Record<string, string>> {
  const artefacts: Record<string, string> = {}
  for (const suffix of ['', '/cover.jpg', '/aktiviti.ics', '/join', '/join?x=1']) {
    const { statusCode, headers, rawPayload } = await fetchPage(path + suffix)
    const { 'x-request-id': _id, date: _date, ...stable } = headers
    artefacts[suffix] = `${statusCode} ${JSON.stringify(stable)} ${rawPayload.toString('latin1')}`
  }
  return artefacts
}

test('the public page follows the Accept-Language of its visitor, not the language of the organizer', async () => {
  const activity = await buildPlannedActivity({ title: 'Malam puisi' })
  await setActivityPublic(activity.id)
  const path = await readPublicPath(activity.id)
  const readPageBody = async (accepted: string) =>
    (await fetchPage(path, { 'accept-language': accepted })).body
  const english = await readPageBody('en-GB,en;q=0.9')
  expect(english).toContain('<html lang="en"')
  expect(english).toContain('Friday, 21 November 2031')
  expect(readMeta(english, 'og:description')).toContain('Fri, 21 Nov 2031')
  const malay = await readPageBody('ms')
  expect(malay).toContain('<html lang="ms"')
  expect(malay).toContain('Jumaat, 21 November 2031')
})

test('public page, cover, calendar file and join link neither contain nor depend on an internal id', async () => {
  const { db } = target.database
  const [from, to] = [73_409_181, 73_409_182]
  const host = await buildClub(db, { id: from, name: 'Kelab Nombor' })
  const { user } = await target.asNew({ id: from, role: 'club_secretary', clubId: host.id })
  const publicKey = 'KunciAwamRawak01'
  await buildPlannedActivity({ id: from, publicKey, clubId: host.id, organizerId: user.id })
  const before = await fetchPublic(`/a/${publicKey}`)
  await db.update(activities).set({ id: to }).where(eq(activities.id, from))
  const after = await fetchPublic(`/a/${publicKey}`)
  expect(after).toEqual(before)
  for (const artefact of Object.values(before)) expect(artefact).not.toMatch(/7340918[12]/)
  expect(before['/aktiviti.ics']).toContain(`UID:${publicKey}@perantau.test`)
})

test('the join link of a public page redirects signed-in users to the activity and others to sign-in', async () => {
  const activity = await buildPlannedActivity()
  await setActivityPublic(activity.id)
  const path = await readPublicPath(activity.id)
  const joinActivity = async (cookie?: string) => {
    const { statusCode, headers } = await fetchPage(`${path}/join`, cookie ? { cookie } : {})
    return [statusCode, headers.location, headers['cache-control']]
  }
  const member = await target.asNew()
  expect(await joinActivity(member.cookie)).toEqual([302, `/activities/${activity.id}`, 'no-store'])
  expect(await joinActivity()).toEqual([
    302,
    `/login?redirect=${encodeURIComponent(`${path}/join`)}`,
    'no-store',
  ])
  await setActivityPublic(activity.id, false)
  expect(await joinActivity(member.cookie)).toEqual([302, path, 'no-store'])
})

test('the cover image of a public page is the first picture of the activity, or generated when it has none', async () => {
  const activity = await buildPlannedActivity()
  await setActivityPublic(activity.id)
  const fetchCover = async () => {
    const page = await fetchPage(await readPublicPath(activity.id))
    const { pathname, search } = new URL(readMeta(page.body, 'og:image') ?? '')
    return { url: pathname + search, response: await fetchPage(pathname + search) }
  }
  const generated = await fetchCover()
  expect(generated.response.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-cache',
  })
  expect(generated.response.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(await sharp(generated.response.rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  })
  // Messengers ignore larger images in link previews.
  expect(generated.response.rawPayload.length).toBeLessThan(300_000)
  const id = randomUUID()
  const red = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#c00000' } })
    .webp()
    .toBuffer()
  await createDiskFileStorage(target.app.settings).put(buildFileStorageKey(id), red)
  const { db } = target.database
  await db.insert(files).values({
    id,
    kind: 'activity_image',
    uploadedBy: organizer.user.id,
    name: 'poster.webp',
    contentType: 'image/webp',
    size: red.length,
    checksum: 'x',
    attachedAt: new Date(),
  })
  await db
    .update(activities)
    .set({ images: [id] })
    .where(eq(activities.id, activity.id))
  const shown = await fetchCover()
  expect(shown.url).not.toBe(generated.url)
  const { dominant } = await sharp(shown.response.rawPayload).stats()
  expect(dominant.r).toBeGreaterThan(150)
  const cached = await fetchPage(shown.url, { 'if-none-match': shown.response.headers.etag })
  expect(cached.statusCode).toBe(304)
})

test('a closed public page returns 404 for page, cover image and calendar file, and reopening creates a new URL', async () => {
  const activity = await buildPlannedActivity()
  await setActivityPublic(activity.id)
  const path = await readPublicPath(activity.id)
  const all = [path, `${path}/cover.jpg`, `${path}/aktiviti.ics`]
  const first = await fetchPage(path)
  for (const one of all) expect((await fetchPage(one)).statusCode).toBe(200)
  const [event] = new ICAL.Component(
    ICAL.parse((await fetchPage(`${path}/aktiviti.ics`)).body),
  ).getAllSubcomponents('vevent')
  expect(event && new ICAL.Event(event).startDate.toJSDate().toISOString()).toBe('2031-11-21T18:30:00.000Z')
  expect((await setActivityPublic(activity.id, false)).statusCode).toBe(204)
  for (const one of all) {
    const gone = await fetchPage(one, { 'if-none-match': first.headers.etag })
    expect([one, gone.statusCode]).toEqual([one, 404])
    expect(gone.body).not.toContain('Puisi')
  }
  const gone = await fetchPage(path)
  expect(gone.body).toContain('Halaman ini tidak wujud')
  expect(gone.headers.etag).toBeUndefined()
  const { publicUrl } = (await organizer.call('GET', `/api/activities/${activity.id}`)).json()
  expect(publicUrl).toBeNull()
  await setActivityPublic(activity.id)
  expect(await readPublicPath(activity.id)).not.toBe(path)
  expect((await fetchPage(path)).statusCode).toBe(404)
})

test('only organizers can make an activity public, and concurrent requests create one public page', async () => {
  const activity = await buildPlannedActivity()
  const [member, elsewhere, helper] = await Promise.all([
    target.asNew(),
    target.asNew({ role: 'club_secretary', clubId: (await buildClub(target.database.db)).id }),
    target.asNew({ clubId: club.id }),
  ])
  await organizer.call('PUT', `/api/activities/${activity.id}/helpers`, { userIds: [helper.user.id] })
  expect((await setActivityPublic(activity.id, true, member)).statusCode).toBe(403)
  expect((await setActivityPublic(activity.id, true, helper)).statusCode).toBe(403)
  expect((await setActivityPublic(activity.id, true, elsewhere)).statusCode).toBe(404)
  expect((await setActivityPublic(999_999)).statusCode).toBe(404)
  for (const body of [{}, { isPublic: 'ya' }, { isPublic: true, publicKey: 'saya' }]) {
    const refused = await organizer.call('PUT', `/api/activities/${activity.id}/public`, body)
    expect([body, refused.statusCode]).toEqual([body, 400])
  }
  await Promise.all(Array.from({ length: 5 }, () => setActivityPublic(activity.id)))
  const events = await target.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.kind, 'activity.published'))
  expect(events.filter(({ targetId }) => targetId === String(activity.id))).toHaveLength(1)
  // Members see the same URL in the application, so that they can share it.
  const seen = (await member.call('GET', `/api/activities/${activity.id}`)).json()
  expect(new URL(seen.publicUrl).pathname).toBe(await readPublicPath(activity.id))
})

test('the public page says when an activity is full, past or cancelled, and offers joining only for planned activities', async () => {
  const full = await buildPlannedActivity({ maxParticipants: 1 })
  const person = await target.asNew()
  await person.call('POST', `/api/activities/${full.id}/join`)
  const cases: [string, object, string, boolean][] = [
    ['full', full, 'Sertai senarai menunggu', true],
    ['over', await buildPlannedActivity({ status: 'completed' }), 'sudah selesai', false],
    ['on', await buildPlannedActivity({ status: 'ongoing' }), 'sedang berlangsung', false],
    ['off', await buildPlannedActivity({ status: 'cancelled' }), 'telah dibatalkan', false],
    [
      'open',
      await buildPlannedActivity({ startDate: null, endDate: null, location: null }),
      'belum ditetapkan',
      true,
    ],
  ]
  for (const [name, activity, phrase, canJoin] of cases) {
    const { id } = activity as { id: number }
    await setActivityPublic(id)
    const { body } = await fetchPage(await readPublicPath(id))
    expect([name, body.includes(phrase), body.includes('/login?redirect=')]).toEqual([name, true, canJoin])
  }
})

test('a public page URL with an invalid key returns 404 or 400, and robots.txt allows only public pages', async () => {
  for (const key of ['x', 'null', '%00', "';--", 'a'.repeat(65), '..%2f..%2fetc']) {
    const { statusCode } = await fetchPage(`/a/${key}`)
    expect([key, statusCode === 404 || statusCode === 400]).toEqual([key, true])
  }
  const robots = await fetchPage('/robots.txt')
  expect(robots.body).toMatch(/Allow: \/a\/\nDisallow: \/\n/)
})
