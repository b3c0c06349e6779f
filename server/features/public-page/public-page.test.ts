import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { activities, activityHelpers, activityParticipants } from '#server/db/schema/activities.ts'
import { files } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { createStorage, keyOf } from '#server/storage.ts'
import { setUpApp } from '#server/test/app.ts'
import { buildActivity, buildClub } from '#server/test/factories.ts'

const target = setUpApp()
let club: Awaited<ReturnType<typeof buildClub>>
let organizer: Awaited<ReturnType<typeof target.asNew>>
beforeAll(async () => {
  club = await buildClub(target.database.db, { name: 'Kelab London', timeZone: 'Europe/London' })
  organizer = await target.asNew({ role: 'club_secretary', clubId: club.id, fullName: 'Penganjur Rahsia' })
})

const planned = (overrides = {}) =>
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

const publish = (id: number, isPublic = true, by = organizer) =>
  by.call('PUT', `/api/activities/${id}/public`, { isPublic })

/** The address, as the organiser is told it. */
async function pathOf(id: number): Promise<string> {
  const { publicUrl } = (await organizer.call('GET', `/api/activities/${id}`)).json()
  expect(publicUrl).toMatch(/^http:\/\/perantau\.test\/a\/[\w-]{16}$/)
  return new URL(publicUrl).pathname
}

/** As somebody without an account. */
const visit = (url: string, headers = {}) => target.app.inject({ url, headers })
const metaOf = (page: string, name: string) =>
  page.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`))?.[1]

test('what a visitor and a messenger get: the activity, its card, and nothing of anybody', async () => {
  const { db } = target.database
  const questions = [{ id: randomUUID(), text: 'Soalan tertutup?', isRequired: false, choices: [] }]
  const activity = await planned({ questions })
  const person = await target.asNew({ fullName: 'Peserta Rahsia', email: 'rahsia@contoh.my' })
  await db.insert(activityParticipants).values({ activityId: activity.id, userId: person.user.id })
  await db.insert(activityHelpers).values({ activityId: activity.id, userId: person.user.id })
  await publish(activity.id)
  const page = await visit(await pathOf(activity.id), { cookie: person.cookie })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<h1>Malam &#60;Puisi&#62; &#38; &#34;Lagu&#34;</h1>')
  expect(page.body).toContain('Jumaat, 21 November 2031')
  expect(page.body).toContain('<i>6.30 ptg – 10.00 mlm</i> <i>waktu London</i>')
  expect(page.body).toContain('Kelab London')
  const joining = encodeURIComponent(`${await pathOf(activity.id)}/join`)
  expect(page.body).toContain(`href="/login?redirect=${joining}"`)
  expect(page.body).toContain(`href="/register?redirect=${joining}"`)
  expect(page.body).not.toMatch(/Rahsia|rahsia@|Soalan tertutup|<script|session|JP-/)
  expect(metaOf(page.body, 'og:title')).toBe('Malam &#60;Puisi&#62; &#38; &#34;Lagu&#34;')
  expect(metaOf(page.body, 'og:description')).toContain('Jum, 21 Nov 2031, 6.30 ptg')
  expect(metaOf(page.body, 'og:url')).toMatch(/^http:\/\/perantau\.test\/a\//)
  expect(metaOf(page.body, 'robots')).toBe('noindex, noarchive')
  // No script, no form, no frame, no style but its own; kept by nobody without asking.
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/script-src|unsafe/)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex, noarchive',
    'x-content-type-options': 'nosniff',
  })
  const again = await visit(await pathOf(activity.id), { 'if-none-match': page.headers.etag })
  expect(again.statusCode).toBe(304)
})

/** Everything that a visitor without an account can fetch of an activity, with its headers. */
async function fetchPublic(path: string): Promise<Record<string, string>> {
  const artefacts: Record<string, string> = {}
  for (const suffix of ['', '/cover.jpg', '/aktiviti.ics', '/join', '/join?x=1']) {
    const { statusCode, headers, rawPayload } = await visit(path + suffix)
    const { 'x-request-id': _id, date: _date, ...stable } = headers
    artefacts[suffix] = `${statusCode} ${JSON.stringify(stable)} ${rawPayload.toString('latin1')}`
  }
  return artefacts
}

test('no public artefact contains or depends on an internal id', async () => {
  const { db } = target.database
  const [from, to] = [73_409_181, 73_409_182]
  const host = await buildClub(db, { id: from, name: 'Kelab Nombor' })
  const { user } = await target.asNew({ id: from, role: 'club_secretary', clubId: host.id })
  const publicKey = 'KunciAwamRawak01'
  await planned({ id: from, publicKey, clubId: host.id, organizerId: user.id })
  const before = await fetchPublic(`/a/${publicKey}`)
  await db.update(activities).set({ id: to }).where(eq(activities.id, from))
  const after = await fetchPublic(`/a/${publicKey}`)
  expect(after).toEqual(before)
  for (const artefact of Object.values(before)) expect(artefact).not.toMatch(/7340918[12]/)
  expect(before['/aktiviti.ics']).toContain(`UID:${publicKey}@perantau.test`)
})

test('the link to join leads a signed-in caller to the activity, and any other caller through sign-in', async () => {
  const activity = await planned()
  await publish(activity.id)
  const path = await pathOf(activity.id)
  const join = async (cookie?: string) => {
    const { statusCode, headers } = await visit(`${path}/join`, cookie ? { cookie } : {})
    return [statusCode, headers.location, headers['cache-control']]
  }
  const member = await target.asNew()
  expect(await join(member.cookie)).toEqual([302, `/activities/${activity.id}`, 'no-store'])
  expect(await join()).toEqual([302, `/login?redirect=${encodeURIComponent(`${path}/join`)}`, 'no-store'])
  await publish(activity.id, false)
  expect(await join(member.cookie)).toEqual([302, path, 'no-store'])
})

test('the picture of the card: drawn where there is none, the first picture where there is', async () => {
  const activity = await planned()
  await publish(activity.id)
  const look = async () => {
    const page = await visit(await pathOf(activity.id))
    const { pathname, search } = new URL(metaOf(page.body, 'og:image') ?? '')
    return { address: pathname + search, answer: await visit(pathname + search) }
  }
  const drawn = await look()
  expect(drawn.answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-cache' })
  expect(drawn.answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(await sharp(drawn.answer.rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  })
  // Messengers leave out what is larger.
  expect(drawn.answer.rawPayload.length).toBeLessThan(300_000)
  const id = randomUUID()
  const red = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#c00000' } })
    .webp()
    .toBuffer()
  await createStorage(target.app.settings).put(keyOf(id), red)
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
  const shown = await look()
  expect(shown.address).not.toBe(drawn.address)
  const { dominant } = await sharp(shown.answer.rawPayload).stats()
  expect(dominant.r).toBeGreaterThan(150)
  const kept = await visit(shown.address, { 'if-none-match': shown.answer.headers.etag })
  expect(kept.statusCode).toBe(304)
})

test('withdrawn it is gone at once, with its picture and its calendar; opened again it is another address', async () => {
  const activity = await planned()
  await publish(activity.id)
  const path = await pathOf(activity.id)
  const all = [path, `${path}/cover.jpg`, `${path}/aktiviti.ics`]
  const first = await visit(path)
  for (const one of all) expect((await visit(one)).statusCode).toBe(200)
  const [event] = new ICAL.Component(
    ICAL.parse((await visit(`${path}/aktiviti.ics`)).body),
  ).getAllSubcomponents('vevent')
  expect(event && new ICAL.Event(event).startDate.toJSDate().toISOString()).toBe('2031-11-21T18:30:00.000Z')
  expect((await publish(activity.id, false)).statusCode).toBe(204)
  for (const one of all) {
    const gone = await visit(one, { 'if-none-match': first.headers.etag })
    expect([one, gone.statusCode]).toEqual([one, 404])
    expect(gone.body).not.toContain('Puisi')
  }
  const gone = await visit(path)
  expect(gone.body).toContain('Halaman ini tidak wujud')
  expect(gone.headers.etag).toBeUndefined()
  const { publicUrl } = (await organizer.call('GET', `/api/activities/${activity.id}`)).json()
  expect(publicUrl).toBeNull()
  await publish(activity.id)
  expect(await pathOf(activity.id)).not.toBe(path)
  expect((await visit(path)).statusCode).toBe(404)
})

test('by whoever organises it; twice, or at once, it is opened once', async () => {
  const activity = await planned()
  const [member, elsewhere, helper] = await Promise.all([
    target.asNew(),
    target.asNew({ role: 'club_secretary', clubId: (await buildClub(target.database.db)).id }),
    target.asNew({ clubId: club.id }),
  ])
  await organizer.call('PUT', `/api/activities/${activity.id}/helpers`, { userIds: [helper.user.id] })
  expect((await publish(activity.id, true, member)).statusCode).toBe(403)
  expect((await publish(activity.id, true, helper)).statusCode).toBe(403)
  expect((await publish(activity.id, true, elsewhere)).statusCode).toBe(404)
  expect((await publish(999_999)).statusCode).toBe(404)
  for (const body of [{}, { isPublic: 'ya' }, { isPublic: true, publicKey: 'saya' }]) {
    const refused = await organizer.call('PUT', `/api/activities/${activity.id}/public`, body)
    expect([body, refused.statusCode]).toEqual([body, 400])
  }
  await Promise.all(Array.from({ length: 5 }, () => publish(activity.id)))
  const events = await target.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.kind, 'activity.published'))
  expect(events.filter(({ targetId }) => targetId === String(activity.id))).toHaveLength(1)
  // Those who read of it in the program are told the same address, to pass on.
  const seen = (await member.call('GET', `/api/activities/${activity.id}`)).json()
  expect(new URL(seen.publicUrl).pathname).toBe(await pathOf(activity.id))
})

test('what is full, over or called off says so, and only what is planned can be joined', async () => {
  const full = await planned({ maxParticipants: 1 })
  const person = await target.asNew()
  await person.call('POST', `/api/activities/${full.id}/join`)
  const says: [string, object, string, boolean][] = [
    ['full', full, 'Sertai senarai menunggu', true],
    ['over', await planned({ status: 'completed' }), 'sudah selesai', false],
    ['on', await planned({ status: 'ongoing' }), 'sedang berlangsung', false],
    ['off', await planned({ status: 'cancelled' }), 'telah dibatalkan', false],
    ['open', await planned({ startDate: null, endDate: null, location: null }), 'belum ditetapkan', true],
  ]
  for (const [name, activity, words, canJoin] of says) {
    const { id } = activity as { id: number }
    await publish(id)
    const { body } = await visit(await pathOf(id))
    expect([name, body.includes(words), body.includes('/login?redirect=')]).toEqual([name, true, canJoin])
  }
})

test('nonsense in the address leads nowhere, and robots are told what is for them', async () => {
  for (const key of ['x', 'null', '%00', "';--", 'a'.repeat(65), '..%2f..%2fetc']) {
    const { statusCode } = await visit(`/a/${key}`)
    expect([key, statusCode === 404 || statusCode === 400]).toEqual([key, true])
  }
  const robots = await visit('/robots.txt')
  expect(robots.body).toMatch(/Allow: \/a\/\nDisallow: \/\n/)
})
