import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { signingKey, signToken } from '#server/features/cards/signing-keys.service.ts'
import { type Caller, setUpApp, testContext } from '#server/test/app.ts'
import { setClock } from '#server/test/database.ts'
import { buildActivity, buildClub, buildUser, type TestUser } from '#server/test/factories.ts'
import { readToken, writeBody, writeToken } from '#shared/card-token.ts'
import { addressesOf, type Topic } from '#shared/contracts/topics.ts'

const target = setUpApp({}, { ownClock: true })
const day = 86_400_000
let numbers = 0
let made: ReturnType<typeof signingKey> | undefined
const key = () => {
  made ??= signingKey(testContext(target.database.db))
  return made
}

interface Door {
  id: number
  organizer: Caller
  other: Caller
  join(count: number): Promise<TestUser[]>
  tokenOf(user: TestUser, overrides?: { expiresAt?: number }): Promise<string>
}

async function openDoor(overrides: Partial<typeof activities.$inferInsert> = {}): Promise<Door> {
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
      signToken(await key(), {
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

interface Given {
  userId?: number
  token?: string
  isPresent?: boolean
  isAdding?: boolean
  id?: string
  /** Seconds ago. */
  ago?: number
}

async function mark(by: Caller, id: number, given: Given[], clock = 0) {
  const now = Date.now() + clock
  const marks = given.map(({ ago = 0, ...one }) => ({
    id: randomUUID(),
    isPresent: true,
    at: new Date(now - ago * 1000).toISOString(),
    ...one,
  }))
  const send = () => by.call('POST', `/api/check-in/${id}`, { sentAt: new Date(now).toISOString(), marks })
  // As a device does when the server has too much to do: the same again.
  let response = await send()
  while (response.statusCode === 503) response = await send()
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as { outcome: string; by: string | null; guest: { fullName: string } | null }[]
}
const outcomesOf = async (...args: Parameters<typeof mark>) =>
  (await mark(...args)).map(({ outcome }) => outcome)

const rowOf = async (id: number, person: number) => {
  const { activityId, userId } = activityParticipants
  const where = and(eq(activityId, id), eq(userId, person))
  const [row] = await target.database.db.select().from(activityParticipants).where(where)
  return row
}

describe('at the door', () => {
  test('a card, twice, a stranger’s, an expired, a forged and a withdrawn one', async () => {
    const { db } = target.database
    const door = await openDoor()
    const [person, gone] = (await door.join(2)) as [TestUser, TestUser]
    const stranger = await buildUser(db, { membershipNumber: 'ST-1' })
    const token = await door.tokenOf(person)
    const withdrawn = await door.tokenOf(gone)
    await db.update(users).set({ status: 'inactive' }).where(eq(users.id, gone.id))
    const read = readToken(token)
    if (!read) throw new Error('no token')
    const forged = writeToken(writeBody({ ...read.said, person: stranger.id }), read.signature)
    const expired = await door.tokenOf(person, { expiresAt: Date.now() - 1000 })
    const outcomes = await outcomesOf(door.organizer, door.id, [
      { token: expired },
      { token: forged },
      { token: withdrawn },
      { token: 'nonsense' },
      { token: await door.tokenOf(stranger) },
      { token },
      { token },
    ])
    expect(outcomes).toEqual(['expired', 'foreign', 'withdrawn', 'foreign', 'not_listed', 'in', 'already'])
    // One that expired since it was scanned without a network was good when it was.
    const [late] = await outcomesOf(door.organizer, door.id, [{ token: expired, ago: 60 }])
    expect(late).toBe('already')
    expect(await rowOf(door.id, person.id)).toMatchObject({ status: 'attended' })
    expect(await rowOf(door.id, stranger.id)).toBeUndefined()
    expect(await mark(door.other, door.id, [{ token }])).toMatchObject([
      { outcome: 'already', by: 'Penganjur Satu', guest: { fullName: person.fullName } },
    ])
    const events = await db
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.kind, 'activity.attendance_marked'), eq(auditEvents.targetId, String(door.id))),
      )
    expect(events).toMatchObject([{ details: { attended: true, count: 1 } }])
  })

  test('whoever is not on the list is added with their card, as far as there is room', async () => {
    const { db } = target.database
    const door = await openDoor({ maxParticipants: 2 })
    await door.join(1)
    const [first, second] = [
      await buildUser(db, { membershipNumber: 'AD-1' }),
      await buildUser(db, { membershipNumber: 'AD-2' }),
    ]
    const add = async (user: TestUser) => ({ token: await door.tokenOf(user), isAdding: true })
    // By name alone nobody gets in: a helper would learn of anybody by trying ids.
    expect(await outcomesOf(door.organizer, door.id, [{ userId: first.id, isAdding: true }])).toEqual([
      'not_listed',
    ])
    expect(await outcomesOf(door.organizer, door.id, [await add(first), await add(second)])).toEqual([
      'added',
      'full',
    ])
    expect(await rowOf(door.id, second.id)).toBeUndefined()
    await db
      .insert(activityParticipants)
      .values({ activityId: door.id, userId: second.id, status: 'waiting' })
    expect(
      await outcomesOf(door.organizer, door.id, [{ token: await door.tokenOf(second) }, await add(second)]),
    ).toEqual(['waiting', 'full'])
    await db.update(activities).set({ maxParticipants: 3 }).where(eq(activities.id, door.id))
    expect(await outcomesOf(door.organizer, door.id, [await add(second)])).toEqual(['added'])
    expect(await rowOf(door.id, second.id)).toMatchObject({ status: 'attended' })
  })

  test('two devices: the later word stands, by when it was said and not by when it came', async () => {
    const door = await openDoor()
    const [a, b, c] = (await door.join(3)) as [TestUser, TestUser, TestUser]
    // Ticked by mistake and taken back here, while the other device is without a network and had scanned before.
    expect(await outcomesOf(door.organizer, door.id, [{ userId: a.id, ago: 50 }])).toEqual(['in'])
    expect(await outcomesOf(door.organizer, door.id, [{ userId: a.id, isPresent: false, ago: 30 }])).toEqual([
      'out',
    ])
    expect(await mark(door.other, door.id, [{ userId: a.id, ago: 40 }])).toMatchObject([
      { outcome: 'overruled', by: 'Penganjur Satu' },
    ])
    expect((await rowOf(door.id, a.id))?.status).toBe('registered')
    // After it, and so it counts; also from a device whose clock is three hours wrong.
    expect(await outcomesOf(door.other, door.id, [{ userId: a.id, ago: 20 }], 3 * 3_600_000)).toEqual(['in'])
    const cameAt = (await rowOf(door.id, a.id))?.attendedAt?.getTime() ?? 0
    expect(Math.abs(Date.now() - 20_000 - cameAt)).toBeLessThan(3_600_000)
    expect(
      await outcomesOf(door.other, door.id, [{ userId: b.id }, { userId: b.id, isPresent: false, ago: 10 }]),
    ).toEqual(['in', 'overruled'])
    // Sent again, as after an answer that got lost.
    const again = { id: randomUUID(), userId: c.id }
    expect(await outcomesOf(door.organizer, door.id, [again])).toEqual(['in'])
    expect(await outcomesOf(door.organizer, door.id, [again])).toEqual(['in'])
  })

  test('whoever said it again later has the later word, also where it changed nothing', async () => {
    const door = await openDoor()
    const [here, away] = (await door.join(2)) as [TestUser, TestUser]
    await mark(door.organizer, door.id, [{ userId: here.id, ago: 300 }])
    // Seen again later; and of the other it was said that they are not there, which was so already.
    await mark(door.organizer, door.id, [
      { userId: here.id, ago: 100 },
      { userId: away.id, isPresent: false, ago: 100 },
    ])
    const between = await outcomesOf(door.other, door.id, [
      { userId: here.id, isPresent: false, ago: 200 },
      { userId: away.id, ago: 200 },
    ])
    expect(between).toEqual(['overruled', 'overruled'])
    expect(await rowOf(door.id, here.id)).toMatchObject({ status: 'attended' })
    expect(await rowOf(door.id, away.id)).toMatchObject({ status: 'registered', attendedAt: null })
  })

  test('a word that took long to arrive does not overrule the next of the same device', async () => {
    const door = await openDoor()
    const [person] = (await door.join(1)) as [TestUser]
    const first = { id: randomUUID(), userId: person.id }
    // It was under way for ten minutes, and its answer got lost: only the second time tells of when it is.
    await mark(door.organizer, door.id, [first])
    const again = await outcomesOf(door.organizer, door.id, [
      { ...first, ago: 600 },
      { userId: person.id, isPresent: false, ago: 500 },
    ])
    expect(again).toEqual(['in', 'out'])
    expect(await rowOf(door.id, person.id)).toMatchObject({ status: 'registered' })
    // The same name for the opposite is no other word, and the answer does not say that it was heard.
    const last = { id: randomUUID(), userId: person.id }
    await mark(door.organizer, door.id, [last])
    expect(await mark(door.organizer, door.id, [{ ...last, isPresent: false }])).toMatchObject([
      { outcome: 'in', guest: { status: 'attended' } },
    ])
  })

  test('nothing was said before the activity was known', async () => {
    const door = await openDoor()
    const [person] = (await door.join(1)) as [TestUser]
    const expired = await door.tokenOf(person, { expiresAt: Date.now() - 2 * day })
    const answer = await door.organizer.call('POST', `/api/check-in/${door.id}`, {
      sentAt: '9999-12-31T23:59:59Z',
      marks: [
        { id: randomUUID(), isPresent: true, at: '0000-01-01T00:00:00Z', token: expired },
        { id: randomUUID(), isPresent: true, at: '0000-01-01T00:00:00Z', userId: person.id },
      ],
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject([{ outcome: 'expired' }, { outcome: 'in' }])
    const row = await rowOf(door.id, person.id)
    expect(row?.attendedAt?.getTime()).toBeGreaterThan(Date.now() - 1.5 * day)
  })

  test('everybody at once, and taken back without those who were here before', async () => {
    const door = await openDoor()
    const people = await door.join(4)
    const first = people[0] as TestUser
    await mark(door.organizer, door.id, [{ userId: first.id }])
    const id = randomUUID()
    const all = (isPresent: boolean) =>
      door.organizer.call('POST', `/api/check-in/${door.id}/all`, { id, isPresent })
    expect((await all(true)).json()).toEqual({ count: 3 })
    expect((await all(true)).json()).toEqual({ count: 0 })
    expect((await all(false)).json()).toEqual({ count: 3 })
    expect((await rowOf(door.id, first.id))?.status).toBe('attended')
  })

  test('who may, when, and with what', async () => {
    const { db } = target.database
    const door = await openDoor({ status: 'planned', startDate: new Date(Date.now() + 4 * 3_600_000) })
    const [person] = (await door.join(1)) as [TestUser]
    const body = {
      sentAt: new Date().toISOString(),
      marks: [{ id: randomUUID(), at: new Date().toISOString(), isPresent: true, userId: person.id }],
    }
    const path = `/api/check-in/${door.id}`
    const status = async (who: Caller, sent: unknown = body) =>
      (await who.call('POST', path, sent)).statusCode
    expect(await status(door.organizer)).toBe(409)
    await db
      .update(activities)
      .set({ startDate: new Date(Date.now() + 2 * 3_600_000) })
      .where(eq(activities.id, door.id))
    const elsewhere = await target.asNew({ role: 'club_secretary', clubId: (await buildClub(db)).id })
    expect([await status(await target.asNew()), await status(elsewhere)]).toEqual([403, 404])
    expect((await elsewhere.call('GET', path)).statusCode).toBe(404)
    expect(await status(door.organizer)).toBe(200)
    const [one] = body.marks
    for (const bad of [
      {},
      { ...body, marks: [] },
      { ...body, marks: Array.from({ length: 21 }, () => one) },
      { ...body, marks: [{ ...one, token: 'x' }] },
      { ...body, marks: [{ ...one, userId: undefined }] },
      { ...body, marks: [{ ...one, id: '1' }] },
      { ...body, sentAt: 'semalam' },
    ])
      expect(await status(door.organizer, bad)).toBe(400)
    await db.update(activities).set({ status: 'cancelled' }).where(eq(activities.id, door.id))
    expect(await status(door.organizer)).toBe(409)
    const list = (await door.organizer.call('GET', path)).json()
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

  test('the list at the door follows who joins, leaves, or is marked elsewhere, and what becomes of the activity', async () => {
    const door = await openDoor({ status: 'planned' })
    const me = await target.asNew()
    const follows = async (by: Caller, method: 'POST' | 'PUT', path: string, body?: object) => {
      const answer = await by.call(method, `/api/activities/${door.id}${path}`, body)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return addressesOf(String(answer.headers['x-touched']).split(' ') as Topic[]).includes('/api/check-in')
    }
    expect(await follows(me, 'POST', '/join')).toBe(true)
    expect(await follows(door.organizer, 'POST', '/status', { status: 'ongoing' })).toBe(true)
    const marked = { attended: true, userIds: [me.user.id] }
    expect(await follows(door.organizer, 'POST', '/attendance', marked)).toBe(true)
  })

  test('500 from four devices at once: everybody is counted, and nobody twice', async () => {
    const { db } = target.database
    const door = await openDoor({ maxParticipants: 500 })
    const people = await db
      .insert(users)
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          username: `ramai${n}`,
          email: `ramai${n}@contoh.my`,
          fullName: `Ramai ${n}`,
          status: 'active' as const,
          membershipNumber: `RA-2026-${n}`,
          currentCountry: 'Japan' as const,
        })),
      )
      .returning()
    // The last hundred are not on the list and take the places that are left.
    await db
      .insert(activityParticipants)
      .values(people.slice(0, 400).map(person => ({ activityId: door.id, userId: person.id })))
    const tokens: string[] = []
    for (const person of people) tokens.push(await door.tokenOf(person))
    const devices = [door.organizer, door.other, door.organizer, door.other]
    const seen: string[] = []
    // Everybody shows their card at two doors, which meet them in different orders, two calls under way at each.
    await Promise.all(
      devices.map(async (device, which) => {
        const mine = Array.from({ length: 250 }, (_, n) => (n + which * 125) % 500)
        if (which % 2 === 1) mine.reverse()
        const calls = Array.from({ length: 25 }, (_, part) => mine.slice(part * 10, part * 10 + 10))
        const work = async () => {
          for (let next = calls.shift(); next; next = calls.shift()) {
            const scans = next.map(n => ({ token: tokens[n], isAdding: true }))
            seen.push(...(await outcomesOf(device, door.id, scans)))
          }
        }
        await Promise.all([work(), work()])
      }),
    )
    const count = (outcome: string) => seen.filter(one => one === outcome).length
    expect([seen.length, count('in'), count('added'), count('already')]).toEqual([1000, 400, 100, 500])
    const rows = await db
      .select()
      .from(activityParticipants)
      .where(eq(activityParticipants.activityId, door.id))
    expect(rows).toHaveLength(500)
    expect(new Set(rows.map(row => row.userId)).size).toBe(500)
    expect(rows.every(({ status, attendedAt }) => status === 'attended' && attendedAt)).toBe(true)
    const events = await db
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.kind, 'activity.attendance_marked'), eq(auditEvents.targetId, String(door.id))),
      )
    expect(events.reduce((sum, { details }) => sum + Number(details?.count), 0)).toBe(500)
  }, 60_000)
})

describe('by oneself', () => {
  const codeOf = async (door: Door) => {
    const { address } = (await door.organizer.call('GET', `/api/check-in/${door.id}/code`)).json()
    return (address as string).split('#')[1] ?? ''
  }
  const enter = async (who: Caller, door: Door, code: string, answers?: object) => {
    const response = await who.call('POST', `/api/check-in/${door.id}/self`, { code, answers })
    return response.statusCode === 200
      ? response.json().outcome
      : `${response.statusCode} ${response.json().code}`
  }

  test('participants check in once, walk-ins as long as there is a free place', async () => {
    const { db } = target.database
    const door = await openDoor({ maxParticipants: 2, allowsWalkIns: true })
    const [listed, late, later, waiting] = [
      await target.asNew(),
      await target.asNew(),
      await target.asNew(),
      await target.asNew(),
    ]
    await db.insert(activityParticipants).values([
      { activityId: door.id, userId: listed.user.id },
      { activityId: door.id, userId: waiting.user.id, status: 'waiting' },
    ])
    const code = await codeOf(door)
    expect(await enter(listed, door, code)).toBe('in')
    expect(await enter(listed, door, code)).toBe('already')
    expect(await enter(late, door, code)).toBe('added')
    expect(await enter(later, door, code)).toBe('409 activity_full')
    expect(await enter(waiting, door, code)).toBe('409 activity_full')
    expect(await rowOf(door.id, listed.user.id)).toMatchObject({
      markedBy: listed.user.id,
      status: 'attended',
    })
    expect(await rowOf(door.id, later.user.id)).toBeUndefined()
  })

  test('refuses members who have not joined unless the activity admits walk-ins', async () => {
    const { db } = target.database
    const startDate = new Date(Date.now() + 3_600_000)
    const door = await openDoor({ status: 'planned', startDate })
    const [joined, stranger] = [await target.asNew(), await target.asNew()]
    await joined.call('POST', `/api/activities/${door.id}/join`)
    const code = await codeOf(door)
    expect(await enter(joined, door, code)).toBe('in')
    expect(await enter(stranger, door, code)).toBe('409 join_first')
    await db.update(activities).set({ status: 'ongoing' }).where(eq(activities.id, door.id))
    expect(await enter(stranger, door, code)).toBe('409 walk_ins_refused')
    expect(await rowOf(door.id, stranger.user.id)).toBeUndefined()
    const put = (by: Caller, body: object) => by.call('PUT', `/api/activities/${door.id}`, body)
    expect((await put(stranger, { title: 'x', allowsWalkIns: true })).statusCode).toBe(403)
    expect((await put(door.organizer, { title: 'x', allowsWalkIns: 'ya' })).statusCode).toBe(400)
    // The organiser decides at the venue: the setting may change while the activity runs.
    expect((await put(door.organizer, { title: 'x', allowsWalkIns: true })).statusCode).toBe(204)
    expect(await enter(stranger, door, code)).toBe('added')
    const [event] = await db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(and(eq(auditEvents.kind, 'activity.updated'), eq(auditEvents.targetId, String(door.id))))
    expect(String(event?.details?.fields).split(' ')).toContain('allowsWalkIns')
  })

  test('admits walk-ins of the host club and its country only, and of all countries when there is no club', async () => {
    const { db } = target.database
    const door = await openDoor({ allowsWalkIns: true })
    const [{ clubId } = { clubId: null }] = await db
      .select({ clubId: activities.clubId })
      .from(activities)
      .where(eq(activities.id, door.id))
    const abroad = { currentCountry: 'France' as const }
    const [stranger, member] = [await target.asNew(abroad), await target.asNew({ ...abroad, clubId })]
    const code = await codeOf(door)
    expect(await enter(stranger, door, code)).toBe('403 walk_in_not_invited')
    expect(await rowOf(door.id, stranger.user.id)).toBeUndefined()
    expect(await enter(member, door, code)).toBe('added')
    expect(await enter(await target.asNew(), door, code)).toBe('added')
    // A member from abroad who has joined is a participant like any other.
    await db.insert(activityParticipants).values({ activityId: door.id, userId: stranger.user.id })
    expect(await enter(stranger, door, code)).toBe('in')
    const headquarters = await target.asNew({ role: 'hq_admin' })
    const open = { ...door, organizer: headquarters, ...(await buildActivity(db, { status: 'ongoing' })) }
    await db.update(activities).set({ allowsWalkIns: true }).where(eq(activities.id, open.id))
    expect(await enter(await target.asNew(abroad), open, await codeOf(open))).toBe('added')
  })

  test('asks walk-ins the questions, with a code of their own that outlives the one at the venue', async () => {
    const [required, optional] = [randomUUID(), randomUUID()]
    const ask = (id: string, isRequired: boolean) => ({ id, text: 'Soalan?', isRequired, choices: [] })
    const questions = [ask(required, true), ask(optional, false)]
    const door = await openDoor({ allowsWalkIns: true, questions })
    const [me, mate] = [await target.asNew(), await target.asNew()]
    const send = (who: Caller, body: object) => who.call('POST', `/api/check-in/${door.id}/self`, body)
    const asked = (await send(me, { code: await codeOf(door) })).json()
    expect(asked).toMatchObject({ outcome: 'questions', questions })
    expect(await rowOf(door.id, me.user.id)).toBeUndefined()
    const answers = { [required]: 'Kacang' }
    const now = Date.now()
    try {
      await setClock(target.database, now + 5 * 60_000)
      expect(await enter(mate, door, asked.code, answers)).toBe('409 door_code_old')
      const refused = await send(me, { code: asked.code, answers: { [optional]: 'x' } })
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [`answers.${required}`]])
      expect(await enter(me, door, asked.code, { [randomUUID()]: 'x' })).toBe('409 questions_changed')
      await setClock(target.database, now + 16 * 60_000)
      expect(await enter(me, door, asked.code, answers)).toBe('409 door_code_old')
      const extended = asked.code.replace(/^\w+/, (now + 60 * 60_000).toString(36))
      expect(await enter(me, door, extended, answers)).toBe('409 door_code_old')
      await setClock(target.database, now + 5 * 60_000)
      const several = await Promise.all(Array.from({ length: 6 }, () => enter(me, door, asked.code, answers)))
      expect(several.sort()).toEqual(['added', ...Array(5).fill('already')])
    } finally {
      await setClock(target.database)
    }
    expect(await rowOf(door.id, me.user.id)).toMatchObject({ status: 'attended', answers })
    expect(await enter(me, await openDoor({ allowsWalkIns: true }), asked.code)).toBe('409 door_code_old')
  })

  test('concurrent walk-ins never exceed the number of places', async () => {
    const door = await openDoor({ allowsWalkIns: true, maxParticipants: 3 })
    const code = await codeOf(door)
    const people = await Promise.all(Array.from({ length: 8 }, () => target.asNew()))
    const outcomes = await Promise.all(people.map(one => enter(one, door, code)))
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
  ])('returns %s when %s while the call waited for a lock', async (outcome, _, change) => {
    const door = await openDoor({ allowsWalkIns: true, maxParticipants: 1 })
    const [me, code] = [await target.asNew(), await codeOf(door)]
    const client = await target.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(change(door.id, me.user.id))
      const entering = enter(me, door, code)
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

  test('a photograph of an old one does not, nor the code of another door', async () => {
    const door = await openDoor({ allowsWalkIns: true })
    const me = await target.asNew()
    const code = await codeOf(door)
    const later = Date.now() + 61_000
    await setClock(target.database, later)
    try {
      expect(await enter(me, door, code)).toBe('409 door_code_old')
      expect(await enter(me, door, await codeOf(await openDoor()))).toBe('409 door_code_old')
      for (const code of ['x', 'é'.repeat(22), 'zzzzzzzzzzzz.AAAAAAAAAAAAAAAAAAAAAA'])
        expect(await enter(me, door, code)).toBe('409 door_code_old')
      const current = await codeOf(door)
      expect(await enter(me, door, current)).toBe('added')
      // Asked again because the answer got lost: they are in, whatever the door shows by now.
      await setClock(target.database, later + 61_000)
      expect(await enter(me, door, current)).toBe('already')
    } finally {
      await setClock(target.database)
    }
  })

  test('nobody lets in somebody else with it, and only organisers are shown it', async () => {
    const door = await openDoor({ allowsWalkIns: true })
    const [me, mate] = [await target.asNew(), await target.asNew()]
    const code = await codeOf(door)
    const body = { code, userId: mate.user.id }
    expect((await me.call('POST', `/api/check-in/${door.id}/self`, body)).statusCode).toBe(400)
    expect((await me.call('GET', `/api/check-in/${door.id}/code`)).statusCode).toBe(403)
    expect(await rowOf(door.id, mate.user.id)).toBeUndefined()
    const people = await Promise.all(Array.from({ length: 8 }, () => enter(me, door, code)))
    expect(people.sort()).toEqual(['added', ...Array(7).fill('already')])
  })
})
