// Tests guarantees 7, 11, 12 and 13 for slow requests, with real servers and concurrent connections.
// A permission is checked when data is changed or returned, not only when the request arrives.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#server/db/schema/accounts.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs, files, users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { appointments } from '#server/db/schema/offices.ts'
import { createSessionCookie } from '#server/test/chat/chat-client.ts'
import {
  buildActivity,
  buildClub,
  buildOfficeAppointment,
  buildUser,
  type TestUser,
  testPassword,
} from '#server/test/harness/factories.ts'
import { setUpTwoServerInstances } from '#server/test/harness/instances.ts'
import { type PausedRequest, pauseRequestBeforeEndOfBody } from '#server/test/harness/paused-request.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import type { Role } from '#shared/constants.ts'

const { database, here, there } = setUpTwoServerInstances()

async function createCaller(role: Role, overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(database.db, { role, ...overrides })
  const cookie = await createSessionCookie(database.db, user.id)
  const headers = { cookie, origin: here.url }
  return {
    user,
    hold: (method: string, path: string, body: object | FormData = {}): Promise<PausedRequest> =>
      pauseRequestBeforeEndOfBody(here.url, method, path, headers, body),
    call: async (method: string, path: string, body?: object, instance = here) => {
      const response = await fetch(instance.url + path, {
        method,
        headers: { cookie, origin: instance.url, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.text() }
    },
  }
}

async function readUserRow({ id }: TestUser) {
  const [user] = await database.db.select().from(users).where(eq(users.id, id))
  return user as TestUser
}

async function countEvents(kind: string, actor: TestUser): Promise<number> {
  return database.db.$count(auditEvents, and(eq(auditEvents.kind, kind), eq(auditEvents.actorId, actor.id)))
}

test('requests in flight of an administrator return 403 and change nothing after the administrator was deactivated', async () => {
  const systemAdmin = await createCaller('system_admin')
  const admin = await createCaller('system_admin')
  const friend = await buildUser(database.db)
  const pausedRequests = [
    await admin.hold('PUT', `/api/users/${friend.id}/role`, { role: 'system_admin' }),
    await admin.hold('POST', `/api/users/${systemAdmin.user.id}/deactivate`, { reason: 'x' }),
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
  expect((await systemAdmin.call('POST', `/api/users/${admin.user.id}/deactivate`, {}, there)).status).toBe(
    200,
  )
  for (const request of pausedRequests) {
    const { status, body } = await request.finish()
    expect([status, JSON.parse(body).code]).toEqual([403, 'not_active'])
  }
  expect((await readUserRow(friend)).role).toBe('member')
  expect((await readUserRow(systemAdmin.user)).status).toBe('active')
  expect(await countEvents('user.unmasked', admin.user)).toBe(0)
})

test('requests in flight of a stolen session return 401 once the owner has changed the password or signed out', async () => {
  const owner = await createCaller('hq_admin')
  const thiefCookie = await createSessionCookie(database.db, owner.user.id)
  const headers = { cookie: thiefCookie, origin: here.url }
  const victim = await buildUser(database.db)
  const pausedRequests = await Promise.all([
    pauseRequestBeforeEndOfBody(here.url, 'PUT', `/api/users/${victim.id}/role`, headers, {
      role: 'hq_admin',
    }),
    pauseRequestBeforeEndOfBody(here.url, 'PUT', '/api/profile', headers, { phone: '+60123456789' }),
    pauseRequestBeforeEndOfBody(here.url, 'POST', '/api/account/erase', headers, {
      currentPassword: testPassword,
    }),
  ])
  const change = {
    currentPassword: testPassword,
    password: 'lain-sekali-77',
    confirmPassword: 'lain-sekali-77',
  }
  expect((await owner.call('PUT', '/api/account/password', change, there)).status).toBe(204)
  for (const request of pausedRequests) expect((await request.finish()).status).toBe(401)
  expect(await readUserRow(victim)).toMatchObject({ role: 'member' })
  expect(await readUserRow(owner.user)).toMatchObject({ phone: null, erasedAt: null })

  const pausedRequest = await owner.hold('PUT', '/api/profile', { phone: '+60123456789' })
  expect((await owner.call('POST', '/api/auth/logout', undefined, there)).status).toBe(204)
  expect((await pausedRequest.finish()).status).toBe(401)
})

/** Smallest valid upload: a PNG image of a single pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Splits a list into batches that are small enough that no request times out while it waits for its body. */
function* splitIntoBatches<T>(list: T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}

test('every route that takes a request body returns 401 when the session ends before the body is complete', async () => {
  const admin = await buildUser(database.db, { role: 'system_admin' })
  // Only the holder of an office can call the route for handing it over.
  const holder = await buildUser(database.db, { role: 'country_admin' })
  const routes = here.app.accessList.filter(
    ({ method, access }) => ['POST', 'PUT', 'DELETE'].includes(method) && access !== 'public',
  )
  expect(routes.length).toBeGreaterThan(100)
  const outcomes: Record<string, unknown> = {}
  for (const batch of splitIntoBatches(routes, 5)) {
    const cookies = [
      await createSessionCookie(database.db, admin.id),
      await createSessionCookie(database.db, holder.id),
    ]
    const pausedRequests = await Promise.all(
      batch.map(({ method, url }) => {
        const cookie = cookies[url === '/api/offices/handover' ? 1 : 0] ?? ''
        const path = url.replace(/:\w+/g, '1')
        return pauseRequestBeforeEndOfBody(here.url, method, path, { cookie, origin: here.url }, {}, 1)
      }),
    )
    await database.db.delete(sessions).where(inArray(sessions.userId, [admin.id, holder.id]))
    for (const [index, request] of pausedRequests.entries()) {
      const { status, body } = await request.finish()
      const { method, url } = batch[index] as (typeof batch)[number]
      outcomes[`${method} ${url}`] = [status, JSON.parse(body).code]
    }
  }
  const expected = routes.map(({ method, url }) => [`${method} ${url}`, [401, 'unauthenticated']])
  expect(outcomes).toEqual(Object.fromEntries(expected))
}, 120_000)

test('a POST request that only reads returns 403 when the caller loses the role before the request body is complete', async () => {
  const admin = await createCaller('system_admin')
  const pausedRequest = await admin.hold('POST', '/api/announcements/audience', { audience: {} })
  await database.db.update(users).set({ role: 'member' }).where(eq(users.id, admin.user.id))
  expect((await pausedRequest.finish()).status).toBe(403)
})

test('an upload stores nothing when the session has ended before the form is complete', async () => {
  const member = await createCaller('member')
  const form = new FormData()
  form.append('file', new Blob([pixel]), 'gambar.png')
  const pausedRequest = await member.hold('POST', '/api/files?kind=profile_image', form)
  await database.db.delete(sessions).where(eq(sessions.userId, member.user.id))
  const { status, body } = await pausedRequest.finish()
  expect([status, JSON.parse(body).code]).toEqual([401, 'unauthenticated'])
  expect(await database.db.$count(files, eq(files.uploadedBy, member.user.id))).toBe(0)
})

test('a request in flight of an administrator who is demoted is limited to the scope of the new role', async () => {
  const systemAdmin = await createCaller('system_admin')
  const admin = await createCaller('hq_admin')
  const applicant = await buildUser(database.db, { status: 'pending', currentCountry: 'Germany' })
  const approval = await admin.hold('POST', `/api/users/${applicant.id}/approve`)
  await systemAdmin.call('PUT', `/api/users/${admin.user.id}/role`, { role: 'country_admin' }, there)
  // After the demotion the user may still approve applicants, but only those in Japan.
  expect((await approval.finish()).status).toBe(404)
  expect((await readUserRow(applicant)).status).toBe('pending')
})

/** Creates a club and a member who holds the office of event lead there, with an activity of the club. */
async function createEventLead() {
  const club = await buildClub(database.db)
  const lead = await createCaller('member', { clubId: club.id })
  const appointment = await buildOfficeAppointment(database.db, lead.user, {
    office: 'event_lead',
    over: 'club',
  })
  const activity = await buildActivity(database.db, { clubId: club.id, status: 'ongoing' })
  const hold = () =>
    Promise.all([
      lead.hold('POST', '/api/activities', { title: 'Curi', clubId: club.id }),
      lead.hold('PUT', `/api/activities/${activity.id}`, { title: 'Curi' }),
      lead.hold('POST', `/api/activities/${activity.id}/status`, { status: 'cancelled' }),
      lead.hold('PUT', `/api/activities/${activity.id}/helpers`, { userIds: [lead.user.id] }),
    ])
  const countStolenActivities = () => database.db.$count(activities, eq(activities.title, 'Curi'))
  return { club, lead, appointment, activity, hold, countStolen: countStolenActivities }
}

const endings: [string, (lead: TestUser, appointmentId: number, clubId: number) => Promise<unknown>][] = [
  [
    'an administrator ended the office',
    async (_lead, appointmentId, clubId) => {
      const admin = await createCaller('club_admin_ln', { clubId })
      const ended = await admin.call('POST', `/api/offices/appointments/${appointmentId}/end`, {}, there)
      expect(ended.status).toBe(204)
    },
  ],
  [
    'the last day of the term has passed',
    (_lead, appointmentId) =>
      database.db
        .update(appointments)
        .set({ endsOn: '2020-01-02' })
        .where(eq(appointments.id, appointmentId)),
  ],
  [
    'the holder was moved to another club',
    async lead => {
      const club = await buildClub(database.db)
      await database.db.update(users).set({ clubId: club.id }).where(eq(users.id, lead.id))
    },
  ],
  [
    'the club was closed',
    (_lead, _appointmentId, clubId) =>
      database.db.update(clubs).set({ isActive: false }).where(eq(clubs.id, clubId)),
  ],
]

test.each(endings)(
  'requests in flight of an event lead return 403 and change nothing after %s',
  async (_name, end) => {
    const { club, lead, appointment, hold, countStolen } = await createEventLead()
    const before = await countStolen()
    const pausedRequests = await hold()
    await end(lead.user, appointment.id, club.id)
    for (const request of pausedRequests) expect((await request.finish()).status).toBe(403)
    expect(await countStolen()).toBe(before)
  },
)

test('a request that waits for a lock fails with 403 when the office of the caller (event lead) ends in the meantime', async () => {
  const { lead, appointment, activity } = await createEventLead()
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    // A database trigger on appointments locks the row of the office holder, as the service does.
    await client.query('update appointments set ended_at = now() where id = $1', [appointment.id])
    const response = lead.call('PUT', `/api/activities/${activity.id}`, { title: 'Curi' })
    await waitUntil(async () => {
      const { rows } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    await client.query('commit')
    expect((await response).status).toBe(403)
  } finally {
    client.release()
  }
  const [stored] = await database.db.select().from(activities).where(eq(activities.id, activity.id))
  expect(stored?.title).not.toBe('Curi')
})

test('while an approver is reassigned to another country, no concurrent approval by this approver commits after the reassignment', async () => {
  const headquartersAdmin = await createCaller('hq_admin')
  const approver = await createCaller('country_admin')
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
  let lateApprovals = 0
  for (let round = 0; round < 24; round++) {
    const [home, away] = round % 2 ? (['Germany', 'Japan'] as const) : (['Japan', 'Germany'] as const)
    const ids = applicants.splice(0, 3).map(({ id }) => id)
    await database.db.update(users).set({ currentCountry: home }).where(inArray(users.id, ids))
    // In every four rounds, one approval comes before the reassignment, one after it, and two run at the same time.
    const pausedRequest =
      round % 4 === 3 ? await approver.hold('POST', '/api/users/approve', { ids }) : undefined
    const approval = pausedRequest ? undefined : approver.call('POST', '/api/users/approve', { ids })
    if (round % 4 === 0) await approval
    const moved = await headquartersAdmin.call(
      'PUT',
      `/api/users/${approver.user.id}/placement`,
      { currentCountry: away, clubId: null },
      there,
    )
    expect(moved.status).toBe(200)
    const before = await countApproved()
    expect((await (pausedRequest ? pausedRequest.finish() : approval))?.status).toBe(200)
    lateApprovals += (await countApproved()) - before
  }
  expect(lateApprovals).toBe(0)
  // The test is meaningful only if some approvals commit before the reassignment and some are refused after it.
  expect(await countApproved()).toBeGreaterThan(2)
  expect(await countApproved()).toBeLessThan(72)
})

test('when two system administrators demote each other concurrently, one succeeds and one administrator remains', async () => {
  await database.db.update(users).set({ role: 'member' }).where(eq(users.role, 'system_admin'))
  for (let round = 0; round < 3; round++) {
    const [first, second] = [await createCaller('system_admin'), await createCaller('system_admin')]
    const responses = await Promise.all([
      first.call('PUT', `/api/users/${second.user.id}/role`, { role: 'member' }),
      second.call('PUT', `/api/users/${first.user.id}/role`, { role: 'member' }, there),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403])
    const remaining = await database.db.select().from(users).where(eq(users.role, 'system_admin'))
    expect(remaining).toHaveLength(1)
    await database.db.update(users).set({ role: 'member' }).where(eq(users.role, 'system_admin'))
  }
})

test('four concurrent requests in which a user changes their own settings all succeed without a deadlock', async () => {
  const { call } = await createCaller('member')
  const { rows: before } = await database.db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  const kinds = ['activity.created', 'activity.changed', 'activity.cancelled', 'activity.moved_up']
  const responses = await Promise.all(
    kinds.map(kind => call('PUT', '/api/account/preferences', { channel: 'app', kind, isOn: false })),
  )
  expect(responses.map(({ status }) => status)).toEqual(kinds.map(() => 204))
  const { rows: after } = await database.db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  expect(after).toEqual(before)
})

test('a self check-in in flight is refused when check-in without joining was disabled meanwhile, or the member has left the country', async () => {
  const organizer = await createCaller('hq_admin')
  const club = await buildClub(database.db)
  const { id } = await buildActivity(database.db, { clubId: club.id, status: 'ongoing', allowsWalkIns: true })
  const [first, second] = [await createCaller('member'), await createCaller('member')]
  const { address } = JSON.parse((await organizer.call('GET', `/api/check-in/${id}/code`)).body)
  const body = { code: String(address).split('#')[1] }
  const pausedRequests = [
    await first.hold('POST', `/api/check-in/${id}/self`, body),
    await second.hold('POST', `/api/check-in/${id}/self`, body),
  ]
  const placement = { currentCountry: 'France', clubId: null }
  const moved = await organizer.call('PUT', `/api/users/${first.user.id}/placement`, placement, there)
  expect(moved.status, moved.body).toBeLessThan(300)
  expect(JSON.parse((await pausedRequests[0]?.finish())?.body ?? '{}')).toMatchObject({
    code: 'walk_in_not_invited',
  })
  const change = { title: 'Tutup', allowsWalkIns: false }
  expect((await organizer.call('PUT', `/api/activities/${id}`, change, there)).status).toBe(204)
  expect(JSON.parse((await pausedRequests[1]?.finish())?.body ?? '{}')).toMatchObject({
    code: 'walk_ins_refused',
  })
  expect(await database.db.$count(activityParticipants, eq(activityParticipants.activityId, id))).toBe(0)
})
