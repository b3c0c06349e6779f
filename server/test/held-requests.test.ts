// Guarantees 7, 11, 12 and 13 for whoever is slow: a right is judged where something is changed or shown, not where
// a request began. Real servers, real connections, real concurrency.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { activityParticipants } from '#server/db/schema/activities.ts'
import { files, users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import type { Role } from '#shared/constants.ts'
import { cookieFor } from './chat.ts'
import { buildActivity, buildClub, buildUser, type TestUser, testPassword } from './factories.ts'
import { type HeldRequest, holdRequest } from './held-request.ts'
import { setUpTwoInstances } from './instances.ts'

const { database, here, there } = setUpTwoInstances()

async function person(role: Role, overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(database.db, { role, ...overrides })
  const cookie = await cookieFor(database.db, user.id)
  const headers = { cookie, origin: here.url }
  return {
    user,
    hold: (method: string, path: string, body: object | FormData = {}): Promise<HeldRequest> =>
      holdRequest(here.url, method, path, headers, body),
    call: async (method: string, path: string, body?: object, instance = here) => {
      const answer = await fetch(instance.url + path, {
        method,
        headers: { cookie, origin: instance.url, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.text() }
    },
  }
}

async function reload({ id }: TestUser) {
  const [user] = await database.db.select().from(users).where(eq(users.id, id))
  return user as TestUser
}

async function countEvents(kind: string, actor: TestUser): Promise<number> {
  return database.db.$count(auditEvents, and(eq(auditEvents.kind, kind), eq(auditEvents.actorId, actor.id)))
}

test('a deactivated administrator’s held requests change nothing and show nothing', async () => {
  const chief = await person('system_admin')
  const admin = await person('system_admin')
  const friend = await buildUser(database.db)
  const held = [
    await admin.hold('PUT', `/api/users/${friend.id}/role`, { role: 'system_admin' }),
    await admin.hold('POST', `/api/users/${chief.user.id}/deactivate`, { reason: 'x' }),
    await admin.hold('POST', `/api/users/${friend.id}/unmask`),
    await admin.hold('POST', '/api/clubs', { name: 'Kelab Curi', country: 'Japan' }),
    await admin.hold('POST', '/api/groups', { name: 'Curi', memberIds: [friend.id] }),
    await admin.hold('POST', '/api/activities', { title: 'Curi' }),
    await admin.hold('PUT', '/api/account/preferences', {
      channel: 'app',
      kind: 'activity.created',
      isOn: false,
    }),
  ]
  expect((await chief.call('POST', `/api/users/${admin.user.id}/deactivate`, {}, there)).status).toBe(200)
  for (const request of held) {
    const { status, body } = await request.finish()
    expect([status, JSON.parse(body).code]).toEqual([403, 'not_active'])
  }
  expect((await reload(friend)).role).toBe('member')
  expect((await reload(chief.user)).status).toBe('active')
  expect(await countEvents('user.unmasked', admin.user)).toBe(0)
})

test('a thief’s held requests are nothing once the owner has changed the password, or signed out', async () => {
  const owner = await person('hq_admin')
  const thiefCookie = await cookieFor(database.db, owner.user.id)
  const headers = { cookie: thiefCookie, origin: here.url }
  const victim = await buildUser(database.db)
  const held = await Promise.all([
    holdRequest(here.url, 'PUT', `/api/users/${victim.id}/role`, headers, { role: 'hq_admin' }),
    holdRequest(here.url, 'PUT', '/api/profile', headers, { phone: '+60123456789' }),
    holdRequest(here.url, 'POST', '/api/account/erase', headers, { currentPassword: testPassword }),
  ])
  const change = {
    currentPassword: testPassword,
    password: 'lain-sekali-77',
    confirmPassword: 'lain-sekali-77',
  }
  expect((await owner.call('PUT', '/api/account/password', change, there)).status).toBe(204)
  for (const request of held) expect((await request.finish()).status).toBe(401)
  expect(await reload(victim)).toMatchObject({ role: 'member' })
  expect(await reload(owner.user)).toMatchObject({ phone: null, erasedAt: null })

  const last = await owner.hold('PUT', '/api/profile', { phone: '+60123456789' })
  expect((await owner.call('POST', '/api/auth/logout', undefined, there)).status).toBe(204)
  expect((await last.finish()).status).toBe(401)
})

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** So many at a time that the server waits for the last body as patiently as for the first. */
function* inBatches<T>(list: T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

test('every route that takes a body returns 401 when the session has ended before the body is complete', async () => {
  const admin = await buildUser(database.db, { role: 'system_admin' })
  // Only the holder of an office may hand it over.
  const holder = await buildUser(database.db, { role: 'country_admin' })
  const routes = here.app.accessList.filter(
    ({ method, access }) => ['POST', 'PUT', 'DELETE'].includes(method) && access !== 'public',
  )
  expect(routes.length).toBeGreaterThan(100)
  const outcomes: Record<string, unknown> = {}
  for (const batch of inBatches(routes, 5)) {
    const cookies = [await cookieFor(database.db, admin.id), await cookieFor(database.db, holder.id)]
    const held = await Promise.all(
      batch.map(({ method, url }) => {
        const cookie = cookies[url === '/api/offices/handover' ? 1 : 0] ?? ''
        const path = url.replace(/:\w+/g, '1')
        return holdRequest(here.url, method, path, { cookie, origin: here.url }, {}, 1)
      }),
    )
    await database.db.delete(sessions).where(inArray(sessions.userId, [admin.id, holder.id]))
    for (const [index, request] of held.entries()) {
      const { status, body } = await request.finish()
      const { method, url } = batch[index] as (typeof batch)[number]
      outcomes[`${method} ${url}`] = [status, JSON.parse(body).code]
    }
  }
  const expected = routes.map(({ method, url }) => [`${method} ${url}`, [401, 'unauthenticated']])
  expect(outcomes).toEqual(Object.fromEntries(expected))
}, 120_000)

test('a call that only reads returns 403 when the role was taken away before the body is complete', async () => {
  const admin = await person('system_admin')
  const held = await admin.hold('POST', '/api/announcements/audience', { audience: {} })
  await database.db.update(users).set({ role: 'member' }).where(eq(users.id, admin.user.id))
  expect((await held.finish()).status).toBe(403)
})

test('an upload stores nothing when the session has ended before the form is complete', async () => {
  const member = await person('member')
  const form = new FormData()
  form.append('file', new Blob([pixel]), 'gambar.png')
  const held = await member.hold('POST', '/api/files?kind=profile_image', form)
  await database.db.delete(sessions).where(eq(sessions.userId, member.user.id))
  const { status, body } = await held.finish()
  expect([status, JSON.parse(body).code]).toEqual([401, 'unauthenticated'])
  expect(await database.db.$count(files, eq(files.uploadedBy, member.user.id))).toBe(0)
})

test('a demoted administrator’s held requests have the reach of the new role', async () => {
  const chief = await person('system_admin')
  const admin = await person('hq_admin')
  const applicant = await buildUser(database.db, { status: 'pending', currentCountry: 'Germany' })
  const approval = await admin.hold('POST', `/api/users/${applicant.id}/approve`)
  await chief.call('PUT', `/api/users/${admin.user.id}/role`, { role: 'country_admin' }, there)
  // Still an approver, but of Japan.
  expect((await approval.finish()).status).toBe(404)
  expect((await reload(applicant)).status).toBe('pending')
})

test('24 moves of an approver against approvals: none commits after the move', async () => {
  const chief = await person('hq_admin')
  const approver = await person('country_admin')
  const countApproved = () =>
    database.db.$count(users, and(eq(users.approvedBy, approver.user.id), eq(users.status, 'active')))
  const applicants = await database.db
    .insert(users)
    .values(
      Array.from({ length: 72 }, (_, n) => ({
        username: `pemohon${n}`,
        email: `pemohon${n}@contoh.my`,
        fullName: `Pemohon ${n}`,
      })),
    )
    .returning({ id: users.id })
  let late = 0
  for (let round = 0; round < 24; round++) {
    const [home, away] = round % 2 ? (['Germany', 'Japan'] as const) : (['Japan', 'Germany'] as const)
    const ids = applicants.splice(0, 3).map(({ id }) => id)
    await database.db.update(users).set({ currentCountry: home }).where(inArray(users.id, ids))
    // In a fourth of the rounds surely before the move, in another surely after it; in the others whichever is faster.
    const held = round % 4 === 3 ? await approver.hold('POST', '/api/users/approve', { ids }) : undefined
    const bulk = held ? undefined : approver.call('POST', '/api/users/approve', { ids })
    if (round % 4 === 0) await bulk
    const moved = await chief.call(
      'PUT',
      `/api/users/${approver.user.id}/placement`,
      { currentCountry: away, clubId: null },
      there,
    )
    expect(moved.status).toBe(200)
    const before = await countApproved()
    expect((await (held ? held.finish() : bulk))?.status).toBe(200)
    late += (await countApproved()) - before
  }
  expect(late).toBe(0)
  // Some came first and some did not.
  expect(await countApproved()).toBeGreaterThan(2)
  expect(await countApproved()).toBeLessThan(72)
})

test('two system administrators demote each other: one of them wins, and one is left', async () => {
  await database.db.update(users).set({ role: 'member' }).where(eq(users.role, 'system_admin'))
  for (let round = 0; round < 3; round++) {
    const [one, other] = [await person('system_admin'), await person('system_admin')]
    const answers = await Promise.all([
      one.call('PUT', `/api/users/${other.user.id}/role`, { role: 'member' }),
      other.call('PUT', `/api/users/${one.user.id}/role`, { role: 'member' }, there),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const left = await database.db.select().from(users).where(eq(users.role, 'system_admin'))
    expect(left).toHaveLength(1)
    await database.db.update(users).set({ role: 'member' }).where(eq(users.role, 'system_admin'))
  }
})

test('two own changes at once come one after the other, without waiting for each other', async () => {
  const { call } = await person('member')
  const { rows: before } = await database.db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  const kinds = ['activity.created', 'activity.changed', 'activity.cancelled', 'activity.moved_up']
  const answers = await Promise.all(
    kinds.map(kind => call('PUT', '/api/account/preferences', { channel: 'app', kind, isOn: false })),
  )
  expect(answers.map(({ status }) => status)).toEqual(kinds.map(() => 204))
  const { rows: after } = await database.db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  expect(after).toEqual(before)
})

test('a held self check-in is refused once walk-ins are switched off or the member has moved abroad', async () => {
  const organizer = await person('hq_admin')
  const club = await buildClub(database.db)
  const { id } = await buildActivity(database.db, { clubId: club.id, status: 'ongoing', allowsWalkIns: true })
  const [first, second] = [await person('member'), await person('member')]
  const { address } = JSON.parse((await organizer.call('GET', `/api/check-in/${id}/code`)).body)
  const body = { code: String(address).split('#')[1] }
  const held = [
    await first.hold('POST', `/api/check-in/${id}/self`, body),
    await second.hold('POST', `/api/check-in/${id}/self`, body),
  ]
  const placement = { currentCountry: 'France', clubId: null }
  const moved = await organizer.call('PUT', `/api/users/${first.user.id}/placement`, placement, there)
  expect(moved.status, moved.body).toBeLessThan(300)
  expect(JSON.parse((await held[0]?.finish())?.body ?? '{}')).toMatchObject({ code: 'walk_in_not_invited' })
  const change = { title: 'Tutup', allowsWalkIns: false }
  expect((await organizer.call('PUT', `/api/activities/${id}`, change, there)).status).toBe(204)
  expect(JSON.parse((await held[1]?.finish())?.body ?? '{}')).toMatchObject({ code: 'walk_ins_refused' })
  expect(await database.db.$count(activityParticipants, eq(activityParticipants.activityId, id))).toBe(0)
})
