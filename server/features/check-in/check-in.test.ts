import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { findOrCreateCardSigningKey, signCardToken } from '#server/features/cards/signing-keys.service.ts'
import { buildTestServiceContext, type Caller, setUpApp } from '#server/test/harness/app.ts'
import { setDatabaseClock } from '#server/test/harness/database.ts'
import { buildActivity, buildClub, buildUser, type TestUser } from '#server/test/harness/factories.ts'
import { decodeCardToken, encodeCardToken, encodeCardTokenBody } from '#shared/cards/card-token.ts'
import { listUrlsInvalidatedByTopics, type Topic } from '#shared/realtime/topics.ts'

const target = setUpApp({}, { ownClock: true })
const day = 86_400_000
let numbers = 0
let made: ReturnType<typeof findOrCreateCardSigningKey> | undefined
const findCardSigningKey = () => {
  made ??= findOrCreateCardSigningKey(buildTestServiceContext(target.database.db))
  return made
}

interface CheckIn {
  id: number
  organizer: Caller
  other: Caller
  join(count: number): Promise<TestUser[]>
  tokenOf(user: TestUser, overrides?: { expiresAt?: number }): Promise<string>
}

async function openCheckIn(overrides: Partial<typeof activities.$inferInsert> = {}): Promise<CheckIn> {
  const { db } = target.database
  const club = await buildClub(db)
  const place = { clubId: club.id, role: 'club_secretary' as const }
  const known = { clubId: club.id, status: 'ongoing' as const, createdAt: new Date(Date.now() - day) }
  const { id } = await buildActivity(db, { ...known, ...overrides })
  return {
    id,
    organizer: await target.asNew({ ...place, fullName: 'Penganjur Satu' }),
    other: await target.asNew(place),
    join: async count => {
      const people: TestUser[] = []
      for (let n = 0; n < count; n++)
        people.push(await buildUser(db, { membershipNumber: `CI-2026-${++numbers}` }))
      if (people.length > 0)
        await db
          .insert(activityParticipants)
          .values(people.map(person => ({ activityId: id, userId: person.id })))
      return people
    },
    tokenOf: async (user, { expiresAt = Date.now() + 60_000 } = {}) =>
      signCardToken(await findCardSigningKey(), {
        kind: 'card',
        keyId: 0,
        issuedAt: Date.now() - 1000,
        expiresAt,
        person: user.id,
        about: 0,
        words: {
          fullName: user.fullName,
          membershipNumber: user.membershipNumber ?? '',
          club: '',
          country: user.currentCountry ?? '',
          status: 'active',
        },
      }),
  }
}

interface MarkInput {
  userId?: number
  token?: string
  isPresent?: boolean
  isAdding?: boolean
  id?: string
  /** Age of the attendance mark in seconds. */
  ago?: number
}

async function sendMarks(by: Caller, id: number, inputs: MarkInput[], clock = 0) {
  const now = Date.now() + clock
  const marks = inputs.map(({ ago = 0, ...input }) => ({
    id: randomUUID(),
    isPresent: true,
    at: new Date(now - ago * 1000).toISOString(),
    ...input,
  }))
  const postMarks = () =>
    by.call('POST', `/api/check-in/${id}`, { sentAt: new Date(now).toISOString(), marks })
  // Check-in devices repeat the same request while the server is overloaded (503).
  let response = await postMarks()
  while (response.statusCode === 503) response = await postMarks()
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as { outcome: string; by: string | null; guest: { fullName: string } | null }[]
}
const markOutcomes = async (...args: Parameters<typeof sendMarks>) =>
  (await sendMarks(...args)).map(({ outcome }) => outcome)

const findParticipant = async (id: number, person: number) => {
  const { activityId, userId } = activityParticipants
  const where = and(eq(activityId, id), eq(userId, person))
  const [row] = await target.database.db.select().from(activityParticipants).where(where)
  return row
}

describe('POST /api/check-in/:id', () => {
  test('scanning a membership card at check-in returns valid, repeated, not listed, expired, forged or withdrawn', async () => {
    const { db } = target.database
    const checkIn = await openCheckIn()
    const [person, gone] = (await checkIn.join(2)) as [TestUser, TestUser]
    const stranger = await buildUser(db, { membershipNumber: 'ST-1' })
    const token = await checkIn.tokenOf(person)
    const withdrawn = await checkIn.tokenOf(gone)
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, gone.id))
    const read = decodeCardToken(token)
    if (!read) throw new Error('no token')
    const forged = encodeCardToken(
      encodeCardTokenBody({ ...read.payload, person: stranger.id }),
      read.signature,
    )
    const expired = await checkIn.tokenOf(person, { expiresAt: Date.now() - 1000 })
    const outcomes = await markOutcomes(checkIn.organizer, checkIn.id, [
      { token: expired },
      { token: forged },
      { token: withdrawn },
      { token: 'nonsense' },
      { token: await checkIn.tokenOf(stranger) },
      { token },
      { token },
    ])
    expect(outcomes).toEqual(['expired', 'foreign', 'withdrawn', 'foreign', 'not_listed', 'in', 'already'])
    // A membership card that expired after an offline scan is accepted as of the time of the scan.
    const [late] = await markOutcomes(checkIn.organizer, checkIn.id, [{ token: expired, ago: 60 }])
    expect(late).toBe('already')
    expect(await findParticipant(checkIn.id, person.id)).toMatchObject({ status: 'attended' })
    expect(await findParticipant(checkIn.id, stranger.id)).toBeUndefined()
    expect(await sendMarks(checkIn.other, checkIn.id, [{ token }])).toMatchObject([
      { outcome: 'already', by: 'Penganjur Satu', guest: { fullName: person.fullName } },
    ])
    const events = await db
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.kind, 'activity.attendance_marked'), eq(auditEvents.targetId, String(checkIn.id))),
      )
    expect(events).toMatchObject([{ details: { attended: true, count: 1 } }])
  })

  test('members who have not joined are added to the activity by a scan of their card while places are free', async () => {
    const { db } = target.database
    const checkIn = await openCheckIn({ maxParticipants: 2 })
    await checkIn.join(1)
    const [first, second] = [
      await buildUser(db, { membershipNumber: 'AD-1' }),
      await buildUser(db, { membershipNumber: 'AD-2' }),
    ]
    const buildMarkThatAddsUser = async (user: TestUser) => ({
      token: await checkIn.tokenOf(user),
      isAdding: true,
    })
    // Adding a participant by user id is refused, because a helper could otherwise look up people by trying ids.
    expect(await markOutcomes(checkIn.organizer, checkIn.id, [{ userId: first.id, isAdding: true }])).toEqual(
      ['not_listed'],
    )
    expect(
      await markOutcomes(checkIn.organizer, checkIn.id, [
        await buildMarkThatAddsUser(first),
        await buildMarkThatAddsUser(second),
      ]),
    ).toEqual(['added', 'full'])
    expect(await findParticipant(checkIn.id, second.id)).toBeUndefined()
    await db
      .insert(activityParticipants)
      .values({ activityId: checkIn.id, userId: second.id, status: 'waiting' })
    expect(
      await markOutcomes(checkIn.organizer, checkIn.id, [
        { token: await checkIn.tokenOf(second) },
        await buildMarkThatAddsUser(second),
      ]),
    ).toEqual(['waiting', 'full'])
    await db.update(activities).set({ maxParticipants: 3 }).where(eq(activities.id, checkIn.id))
    expect(await markOutcomes(checkIn.organizer, checkIn.id, [await buildMarkThatAddsUser(second)])).toEqual([
      'added',
    ])
    expect(await findParticipant(checkIn.id, second.id)).toMatchObject({ status: 'attended' })
  })

  test('of two attendance marks for a participant the later one counts, whichever arrives first', async () => {
    const checkIn = await openCheckIn()
    const [a, b, c] = (await checkIn.join(3)) as [TestUser, TestUser, TestUser]
    // A device marks a participant present by mistake and undoes the mark. Another, offline device scanned in between.
    expect(await markOutcomes(checkIn.organizer, checkIn.id, [{ userId: a.id, ago: 50 }])).toEqual(['in'])
    expect(
      await markOutcomes(checkIn.organizer, checkIn.id, [{ userId: a.id, isPresent: false, ago: 30 }]),
    ).toEqual(['out'])
    expect(await sendMarks(checkIn.other, checkIn.id, [{ userId: a.id, ago: 40 }])).toMatchObject([
      { outcome: 'overruled', by: 'Penganjur Satu' },
    ])
    expect((await findParticipant(checkIn.id, a.id))?.status).toBe('registered')
    // The later attendance mark counts, even from a device whose clock is three hours wrong.
    expect(await markOutcomes(checkIn.other, checkIn.id, [{ userId: a.id, ago: 20 }], 3 * 3_600_000)).toEqual(
      ['in'],
    )
    const cameAt = (await findParticipant(checkIn.id, a.id))?.attendedAt?.getTime() ?? 0
    expect(Math.abs(Date.now() - 20_000 - cameAt)).toBeLessThan(3_600_000)
    expect(
      await markOutcomes(checkIn.other, checkIn.id, [
        { userId: b.id },
        { userId: b.id, isPresent: false, ago: 10 },
      ]),
    ).toEqual(['in', 'overruled'])
    // The device sends the same attendance mark again, as after a lost response.
    const repeated = { id: randomUUID(), userId: c.id }
    expect(await markOutcomes(checkIn.organizer, checkIn.id, [repeated])).toEqual(['in'])
    expect(await markOutcomes(checkIn.organizer, checkIn.id, [repeated])).toEqual(['in'])
  })

  test('an attendance mark that repeats the current state still replaces older marks that arrive later', async () => {
    const checkIn = await openCheckIn()
    const [present, absent] = (await checkIn.join(2)) as [TestUser, TestUser]
    await sendMarks(checkIn.organizer, checkIn.id, [{ userId: present.id, ago: 300 }])
    // Two later attendance marks confirm the current status: one person present, the other absent.
    await sendMarks(checkIn.organizer, checkIn.id, [
      { userId: present.id, ago: 100 },
      { userId: absent.id, isPresent: false, ago: 100 },
    ])
    const between = await markOutcomes(checkIn.other, checkIn.id, [
      { userId: present.id, isPresent: false, ago: 200 },
      { userId: absent.id, ago: 200 },
    ])
    expect(between).toEqual(['overruled', 'overruled'])
    expect(await findParticipant(checkIn.id, present.id)).toMatchObject({ status: 'attended' })
    expect(await findParticipant(checkIn.id, absent.id)).toMatchObject({
      status: 'registered',
      attendedAt: null,
    })
  })

  test('an attendance mark that arrives late does not replace a later mark of the same device', async () => {
    const checkIn = await openCheckIn()
    const [person] = (await checkIn.join(1)) as [TestUser]
    const first = { id: randomUUID(), userId: person.id }
    // The request of the mark took ten minutes and its response was lost; only the retry shows the time of the scan.
    await sendMarks(checkIn.organizer, checkIn.id, [first])
    const outcomes = await markOutcomes(checkIn.organizer, checkIn.id, [
      { ...first, ago: 600 },
      { userId: person.id, isPresent: false, ago: 500 },
    ])
    expect(outcomes).toEqual(['in', 'out'])
    expect(await findParticipant(checkIn.id, person.id)).toMatchObject({ status: 'registered' })
    // Reusing the id of an attendance mark for the opposite mark changes nothing.
    const last = { id: randomUUID(), userId: person.id }
    await sendMarks(checkIn.organizer, checkIn.id, [last])
    expect(await sendMarks(checkIn.organizer, checkIn.id, [{ ...last, isPresent: false }])).toMatchObject([
      { outcome: 'in', guest: { status: 'attended' } },
    ])
  })

  test('attendance marks never have a time before the creation of the activity', async () => {
    const checkIn = await openCheckIn()
    const [person] = (await checkIn.join(1)) as [TestUser]
    const expired = await checkIn.tokenOf(person, { expiresAt: Date.now() - 2 * day })
    const answer = await checkIn.organizer.call('POST', `/api/check-in/${checkIn.id}`, {
      sentAt: '9999-12-31T23:59:59Z',
      marks: [
        { id: randomUUID(), isPresent: true, at: '0000-01-01T00:00:00Z', token: expired },
        { id: randomUUID(), isPresent: true, at: '0000-01-01T00:00:00Z', userId: person.id },
      ],
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject([{ outcome: 'expired' }, { outcome: 'in' }])
    const row = await findParticipant(checkIn.id, person.id)
    expect(row?.attendedAt?.getTime()).toBeGreaterThan(Date.now() - 1.5 * day)
  })

  test('marking all participants as present can be undone without affecting those who were present before', async () => {
    const checkIn = await openCheckIn()
    const people = await checkIn.join(4)
    const first = people[0] as TestUser
    await sendMarks(checkIn.organizer, checkIn.id, [{ userId: first.id }])
    const id = randomUUID()
    const markAllPresent = (isPresent: boolean) =>
      checkIn.organizer.call('POST', `/api/check-in/${checkIn.id}/all`, { id, isPresent })
    expect((await markAllPresent(true)).json()).toEqual({ count: 3 })
    expect((await markAllPresent(true)).json()).toEqual({ count: 0 })
    expect((await markAllPresent(false)).json()).toEqual({ count: 3 })
    expect((await findParticipant(checkIn.id, first.id))?.status).toBe('attended')
  })

  test('attendance marks require permission, an open check-in and a valid body', async () => {
    const { db } = target.database
    const checkIn = await openCheckIn({ status: 'planned', startDate: new Date(Date.now() + 4 * 3_600_000) })
    const [person] = (await checkIn.join(1)) as [TestUser]
    const body = {
      sentAt: new Date().toISOString(),
      marks: [{ id: randomUUID(), at: new Date().toISOString(), isPresent: true, userId: person.id }],
    }
    const path = `/api/check-in/${checkIn.id}`
    const readStatusCode = async (caller: Caller, sent: unknown = body) =>
      (await caller.call('POST', path, sent)).statusCode
    expect(await readStatusCode(checkIn.organizer)).toBe(409)
    await db
      .update(activities)
      .set({ startDate: new Date(Date.now() + 2 * 3_600_000) })
      .where(eq(activities.id, checkIn.id))
    const elsewhere = await target.asNew({ role: 'club_secretary', clubId: (await buildClub(db)).id })
    expect([await readStatusCode(await target.asNew()), await readStatusCode(elsewhere)]).toEqual([403, 404])
    expect((await elsewhere.call('GET', path)).statusCode).toBe(404)
    expect(await readStatusCode(checkIn.organizer)).toBe(200)
    const [validMark] = body.marks
    for (const bad of [
      {},
      { ...body, marks: [] },
      { ...body, marks: Array.from({ length: 21 }, () => validMark) },
      { ...body, marks: [{ ...validMark, token: 'x' }] },
      { ...body, marks: [{ ...validMark, userId: undefined }] },
      { ...body, marks: [{ ...validMark, id: '1' }] },
      { ...body, sentAt: 'semalam' },
    ])
      expect(await readStatusCode(checkIn.organizer, bad)).toBe(400)
    await db.update(activities).set({ status: 'cancelled' }).where(eq(activities.id, checkIn.id))
    expect(await readStatusCode(checkIn.organizer)).toBe(409)
    const list = (await checkIn.organizer.call('GET', path)).json()
    expect(list.guests).toEqual([
      {
        id: person.id,
        fullName: person.fullName,
        profileImageUrl: null,
        clubName: null,
        status: 'attended',
        attendedAt: expect.any(String),
      },
    ])
  })

  test('joining an activity, marking attendance and changing its status make check-in devices reload the check-in list', async () => {
    const checkIn = await openCheckIn({ status: 'planned' })
    const me = await target.asNew()
    const invalidatesCheckIn = async (by: Caller, method: 'POST' | 'PUT', path: string, body?: object) => {
      const answer = await by.call(method, `/api/activities/${checkIn.id}${path}`, body)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return listUrlsInvalidatedByTopics(String(answer.headers['x-touched']).split(' ') as Topic[]).includes(
        '/api/check-in',
      )
    }
    expect(await invalidatesCheckIn(me, 'POST', '/join')).toBe(true)
    expect(await invalidatesCheckIn(checkIn.organizer, 'POST', '/status', { status: 'ongoing' })).toBe(true)
    const marked = { attended: true, userIds: [me.user.id] }
    expect(await invalidatesCheckIn(checkIn.organizer, 'POST', '/attendance', marked)).toBe(true)
  })

  test('100 membership cards scanned concurrently by four devices are each counted exactly once', async () => {
    const { db } = target.database
    const checkIn = await openCheckIn({ maxParticipants: 100 })
    const people = await db
      .insert(users)
      .values(
        Array.from({ length: 100 }, (_, n) => ({
          username: `ramai${n}`,
          email: `ramai${n}@contoh.my`,
          fullName: `Ramai ${n}`,
          status: 'active' as const,
          membershipNumber: `RA-2026-${n}`,
          currentCountry: 'Japan' as const,
        })),
      )
      .returning()
    // The last twenty people have not joined the activity and take the remaining places.
    await db
      .insert(activityParticipants)
      .values(people.slice(0, 80).map(person => ({ activityId: checkIn.id, userId: person.id })))
    const tokens: string[] = []
    for (const person of people) tokens.push(await checkIn.tokenOf(person))
    const devices = [checkIn.organizer, checkIn.other, checkIn.organizer, checkIn.other]
    const seen: string[] = []
    // Each card is scanned by two devices in different orders, with two concurrent requests per device.
    await Promise.all(
      devices.map(async (device, which) => {
        const order = Array.from({ length: 50 }, (_, n) => (n + which * 25) % 100)
        if (which % 2 === 1) order.reverse()
        const calls = Array.from({ length: 5 }, (_, part) => order.slice(part * 10, part * 10 + 10))
        const markManyParticipants = async () => {
          for (let next = calls.shift(); next; next = calls.shift()) {
            const scans = next.map(n => ({ token: tokens[n], isAdding: true }))
            seen.push(...(await markOutcomes(device, checkIn.id, scans)))
          }
        }
        await Promise.all([markManyParticipants(), markManyParticipants()])
      }),
    )
    const countOutcomes = (outcome: string) => seen.filter(value => value === outcome).length
    expect([seen.length, countOutcomes('in'), countOutcomes('added'), countOutcomes('already')]).toEqual([
      200, 80, 20, 100,
    ])
    const rows = await db
      .select()
      .from(activityParticipants)
      .where(eq(activityParticipants.activityId, checkIn.id))
    expect(rows).toHaveLength(100)
    expect(new Set(rows.map(row => row.userId)).size).toBe(100)
    expect(rows.every(({ status, attendedAt }) => status === 'attended' && attendedAt)).toBe(true)
    const events = await db
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.kind, 'activity.attendance_marked'), eq(auditEvents.targetId, String(checkIn.id))),
      )
    expect(events.reduce((sum, { details }) => sum + Number(details?.count), 0)).toBe(100)
  }, 60_000)
})

describe('POST /api/check-in/:id/self', () => {
  const readVenueCode = async (checkIn: CheckIn) => {
    const { address } = (await checkIn.organizer.call('GET', `/api/check-in/${checkIn.id}/code`)).json()
    return (address as string).split('#')[1] ?? ''
  }
  const enterVenueCode = async (caller: Caller, checkIn: CheckIn, code: string, answers?: object) => {
    const response = await caller.call('POST', `/api/check-in/${checkIn.id}/self`, { code, answers })
    return response.statusCode === 200
      ? response.json().outcome
      : `${response.statusCode} ${response.json().code}`
  }

  test('self check-in accepts each participant once, and walk-ins while places are free', async () => {
    const { db } = target.database
    const checkIn = await openCheckIn({ maxParticipants: 2, allowsWalkIns: true })
    const [listed, late, later, waiting] = [
      await target.asNew(),
      await target.asNew(),
      await target.asNew(),
      await target.asNew(),
    ]
    await db.insert(activityParticipants).values([
      { activityId: checkIn.id, userId: listed.user.id },
      { activityId: checkIn.id, userId: waiting.user.id, status: 'waiting' },
    ])
    const code = await readVenueCode(checkIn)
    expect(await enterVenueCode(listed, checkIn, code)).toBe('in')
    expect(await enterVenueCode(listed, checkIn, code)).toBe('already')
    expect(await enterVenueCode(late, checkIn, code)).toBe('added')
    expect(await enterVenueCode(later, checkIn, code)).toBe('409 activity_full')
    expect(await enterVenueCode(waiting, checkIn, code)).toBe('409 activity_full')
    expect(await findParticipant(checkIn.id, listed.user.id)).toMatchObject({
      markedBy: listed.user.id,
      status: 'attended',
    })
    expect(await findParticipant(checkIn.id, later.user.id)).toBeUndefined()
  })

  test('self check-in refuses members who have not joined unless the activity allows walk-ins', async () => {
    const { db } = target.database
    const startDate = new Date(Date.now() + 3_600_000)
    const checkIn = await openCheckIn({ status: 'planned', startDate })
    const [joined, stranger] = [await target.asNew(), await target.asNew()]
    await joined.call('POST', `/api/activities/${checkIn.id}/join`)
    const code = await readVenueCode(checkIn)
    expect(await enterVenueCode(joined, checkIn, code)).toBe('in')
    expect(await enterVenueCode(stranger, checkIn, code)).toBe('409 join_first')
    await db.update(activities).set({ status: 'ongoing' }).where(eq(activities.id, checkIn.id))
    expect(await enterVenueCode(stranger, checkIn, code)).toBe('409 walk_ins_refused')
    expect(await findParticipant(checkIn.id, stranger.user.id)).toBeUndefined()
    const updateActivity = (by: Caller, body: object) => by.call('PUT', `/api/activities/${checkIn.id}`, body)
    expect((await updateActivity(stranger, { title: 'x', allowsWalkIns: true })).statusCode).toBe(403)
    expect((await updateActivity(checkIn.organizer, { title: 'x', allowsWalkIns: 'ya' })).statusCode).toBe(
      400,
    )
    // Whether walk-ins (people who have not joined) are allowed can be changed while the activity is in progress.
    expect((await updateActivity(checkIn.organizer, { title: 'x', allowsWalkIns: true })).statusCode).toBe(
      204,
    )
    expect(await enterVenueCode(stranger, checkIn, code)).toBe('added')
    const [event] = await db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(and(eq(auditEvents.kind, 'activity.updated'), eq(auditEvents.targetId, String(checkIn.id))))
    expect(String(event?.details?.fields).split(' ')).toContain('allowsWalkIns')
  })

  test('self check-in admits walk-ins from the host club and its country, or from all countries when the activity has no club', async () => {
    const { db } = target.database
    const checkIn = await openCheckIn({ allowsWalkIns: true })
    const [{ clubId } = { clubId: null }] = await db
      .select({ clubId: activities.clubId })
      .from(activities)
      .where(eq(activities.id, checkIn.id))
    const abroad = { currentCountry: 'France' as const }
    const [stranger, member] = [await target.asNew(abroad), await target.asNew({ ...abroad, clubId })]
    const code = await readVenueCode(checkIn)
    expect(await enterVenueCode(stranger, checkIn, code)).toBe('403 walk_in_not_invited')
    expect(await findParticipant(checkIn.id, stranger.user.id)).toBeUndefined()
    expect(await enterVenueCode(member, checkIn, code)).toBe('added')
    expect(await enterVenueCode(await target.asNew(), checkIn, code)).toBe('added')
    // A member from another country who has joined the activity can check in like any other participant.
    await db.insert(activityParticipants).values({ activityId: checkIn.id, userId: stranger.user.id })
    expect(await enterVenueCode(stranger, checkIn, code)).toBe('in')
    // A member from abroad on the waiting list was invited before and gets a free place.
    const waiting = await target.asNew(abroad)
    const row = { activityId: checkIn.id, userId: waiting.user.id, status: 'waiting' as const }
    await db.insert(activityParticipants).values(row)
    expect(await enterVenueCode(waiting, checkIn, code)).toBe('added')
    const headquarters = await target.asNew({ role: 'hq_admin' })
    const open = { ...checkIn, organizer: headquarters, ...(await buildActivity(db, { status: 'ongoing' })) }
    await db.update(activities).set({ allowsWalkIns: true }).where(eq(activities.id, open.id))
    expect(await enterVenueCode(await target.asNew(abroad), open, await readVenueCode(open))).toBe('added')
  })

  test('self check-in asks walk-ins the questions of the activity and gives them a personal code valid for 15 minutes', async () => {
    const [required, optional] = [randomUUID(), randomUUID()]
    const buildQuestion = (id: string, isRequired: boolean) => ({
      id,
      text: 'Soalan?',
      isRequired,
      choices: [],
    })
    const questions = [buildQuestion(required, true), buildQuestion(optional, false)]
    const checkIn = await openCheckIn({ allowsWalkIns: true, questions })
    const [me, mate] = [await target.asNew(), await target.asNew()]
    const checkInWithAnswers = (caller: Caller, body: object) =>
      caller.call('POST', `/api/check-in/${checkIn.id}/self`, body)
    const asked = (await checkInWithAnswers(me, { code: await readVenueCode(checkIn) })).json()
    expect(asked).toMatchObject({ outcome: 'questions', questions })
    expect(await findParticipant(checkIn.id, me.user.id)).toBeUndefined()
    const answers = { [required]: 'Kacang' }
    const now = Date.now()
    try {
      await setDatabaseClock(target.database, now + 5 * 60_000)
      expect(await enterVenueCode(mate, checkIn, asked.code, answers)).toBe('409 door_code_old')
      const refused = await checkInWithAnswers(me, { code: asked.code, answers: { [optional]: 'x' } })
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [`answers.${required}`]])
      expect(await enterVenueCode(me, checkIn, asked.code, { [randomUUID()]: 'x' })).toBe(
        '409 questions_changed',
      )
      await setDatabaseClock(target.database, now + 16 * 60_000)
      expect(await enterVenueCode(me, checkIn, asked.code, answers)).toBe('409 door_code_old')
      const extended = asked.code.replace(/^\w+/, (now + 60 * 60_000).toString(36))
      expect(await enterVenueCode(me, checkIn, extended, answers)).toBe('409 door_code_old')
      await setDatabaseClock(target.database, now + 5 * 60_000)
      const several = await Promise.all(
        Array.from({ length: 6 }, () => enterVenueCode(me, checkIn, asked.code, answers)),
      )
      expect(several.sort()).toEqual(['added', ...Array(5).fill('already')])
    } finally {
      await setDatabaseClock(target.database)
    }
    expect(await findParticipant(checkIn.id, me.user.id)).toMatchObject({ status: 'attended', answers })
    expect(await enterVenueCode(me, await openCheckIn({ allowsWalkIns: true }), asked.code)).toBe(
      '409 door_code_old',
    )
  })

  test('concurrent self check-ins of walk-ins never exceed the number of places', async () => {
    const checkIn = await openCheckIn({ allowsWalkIns: true, maxParticipants: 3 })
    const code = await readVenueCode(checkIn)
    const people = await Promise.all(Array.from({ length: 8 }, () => target.asNew()))
    const outcomes = await Promise.all(people.map(person => enterVenueCode(person, checkIn, code)))
    expect(outcomes.sort()).toEqual([...Array(5).fill('409 activity_full'), ...Array(3).fill('added')])
  })

  test.each([
    [
      '403 walk_in_not_invited',
      'the member has moved abroad',
      (_: number, userId: number) => `update users set current_country = 'France', club_id = null
        where id = ${userId}`,
    ],
    [
      '409 walk_ins_refused',
      'walk-ins have been switched off',
      (id: number) => `update activities set allows_walk_ins = false where id = ${id}`,
    ],
    [
      '409 activity_full',
      'the last place has been taken',
      (id: number) => `with locked as (select id from activities where id = ${id} for no key update)
        insert into activity_participants (activity_id, user_id) select id, (select min(id) from users) from locked`,
    ],
  ])('self check-in returns %s when %s while the request waits for a lock', async (outcome, _, change) => {
    const checkIn = await openCheckIn({ allowsWalkIns: true, maxParticipants: 1 })
    const [me, code] = [await target.asNew(), await readVenueCode(checkIn)]
    const client = await target.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(change(checkIn.id, me.user.id))
      const entering = enterVenueCode(me, checkIn, code)
      const waiting = `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      const countWaiting = async () => (await client.query(waiting)).rows[0].count
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
      await client.query('commit')
      expect(await entering).toBe(outcome)
    } finally {
      client.release(true)
    }
  })

  test('self check-in rejects an outdated code and the code of another activity', async () => {
    const checkIn = await openCheckIn({ allowsWalkIns: true })
    const me = await target.asNew()
    const code = await readVenueCode(checkIn)
    const later = Date.now() + 61_000
    await setDatabaseClock(target.database, later)
    try {
      expect(await enterVenueCode(me, checkIn, code)).toBe('409 door_code_old')
      expect(await enterVenueCode(me, checkIn, await readVenueCode(await openCheckIn()))).toBe(
        '409 door_code_old',
      )
      for (const code of ['x', 'é'.repeat(22), 'zzzzzzzzzzzz.AAAAAAAAAAAAAAAAAAAAAA'])
        expect(await enterVenueCode(me, checkIn, code)).toBe('409 door_code_old')
      const current = await readVenueCode(checkIn)
      expect(await enterVenueCode(me, checkIn, current)).toBe('added')
      // A repeated check-in request after a lost response succeeds although the venue code has changed.
      await setDatabaseClock(target.database, later + 61_000)
      expect(await enterVenueCode(me, checkIn, current)).toBe('already')
    } finally {
      await setDatabaseClock(target.database)
    }
  })

  test('self check-in cannot check in other users, and only organizers can read the venue code', async () => {
    const checkIn = await openCheckIn({ allowsWalkIns: true })
    const [me, mate] = [await target.asNew(), await target.asNew()]
    const code = await readVenueCode(checkIn)
    const body = { code, userId: mate.user.id }
    expect((await me.call('POST', `/api/check-in/${checkIn.id}/self`, body)).statusCode).toBe(400)
    expect((await me.call('GET', `/api/check-in/${checkIn.id}/code`)).statusCode).toBe(403)
    expect(await findParticipant(checkIn.id, mate.user.id)).toBeUndefined()
    const people = await Promise.all(Array.from({ length: 8 }, () => enterVenueCode(me, checkIn, code)))
    expect(people.sort()).toEqual(['added', ...Array(7).fill('already')])
  })
})
