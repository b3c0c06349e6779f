import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce, type Listener, listen, type Signal } from '#server/db/bus.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { callMembers, calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { buildGroup, cookieFor } from '#server/test/chat.ts'
import { setUpDatabase } from '#server/test/database.ts'
import { buildUser, type TestUser } from '#server/test/factories.ts'
import { until } from '#server/test/program.ts'
import { callPatience, returnTime, ringingTime } from '#shared/contracts/calls.ts'
import { sweepCalls } from './sweep-calls.service.ts'
import { createPatience } from './sweeper.ts'

const database = setUpDatabase()
const heard: Signal[] = []
let listener: Listener
let isListening = false
beforeAll(async () => {
  listener = listen(database, pino({ level: 'silent' }), {
    onSignal: signal => heard.push(signal),
    onGap: () => {
      isListening = true
    },
  })
  await until(() => isListening)
})
afterAll(() => listener.stop())

const sweep = (isPatienceOver = true) => sweepCalls(database.db, database.pool, isPatienceOver)
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds)

async function person(): Promise<TestUser> {
  const user = await buildUser(database.db)
  await cookieFor(database.db, user.id)
  return user
}

/** A call that has been running for a minute, with these people in it, the first of whom began it. */
async function buildCall(people: TestUser[], group: Parameters<typeof buildGroup>[2] = {}, inside = people) {
  const groupId = await buildGroup(database.db, people, { encrypted: true, ...group })
  const [call] = await database.db
    .insert(calls)
    .values({ groupId, startedBy: people[0]?.id ?? 0, startedAt: ago(60_000) })
    .returning()
  const { id } = call as { id: string }
  for (const { id: userId } of inside) {
    await database.db.insert(callMembers).values({ callId: id, userId, dev: `peranti-${userId}` })
  }
  return { id, groupId }
}

async function state(id: string) {
  const [call] = await database.db.select().from(calls).where(eq(calls.id, id))
  const stays = await database.db.select().from(callMembers).where(eq(callMembers.callId, id))
  const inside = stays.filter(({ leftAt }) => leftAt === null).map(({ userId }) => userId)
  return { isOver: call?.endedAt !== null, inside: inside.sort((a, b) => a - b) }
}

const hide = ({ id }: TestUser, milliseconds: number) =>
  database.db
    .update(callMembers)
    .set({ seenAt: ago(milliseconds) })
    .where(eq(callMembers.userId, id))

/** How often it was told of, once all that was said before has arrived. */
async function told(id: string): Promise<number> {
  const mark = {
    type: 'refresh' as const,
    topics: ['audit'],
    to: {},
    by: `tanda-${Math.random()}`,
  } satisfies Signal
  await announce(database.db, mark)
  await until(() => heard.some(signal => signal.type === 'refresh' && signal.by === mark.by))
  return heard.filter(signal => signal.type === 'call' && signal.id === id).length
}

describe('the sweep', () => {
  test('takes out whoever was not seen for too long, tells of it once, and leaves the others in peace', async () => {
    const [ali, siti, muthu] = [await person(), await person(), await person()]
    const { id } = await buildCall([ali, siti, muthu])
    const other = await buildCall([await person(), await person()])
    await hide(ali, callPatience + 1000)
    await hide(siti, callPatience - 10_000)
    await sweep(false)
    expect((await state(id)).inside).toHaveLength(3)
    await Promise.all([sweep(), sweep(), sweep()])
    await sweep()
    expect(await state(id)).toEqual({ isOver: false, inside: [siti.id, muthu.id].sort((a, b) => a - b) })
    expect([await told(id), await told(other.id)]).toEqual([1, 0])
  })

  test('ends a call when the last one in it is gone, and one that nobody is in', async () => {
    const [ali, siti] = [await person(), await person()]
    const { id } = await buildCall([ali, siti])
    for (const one of [ali, siti]) await hide(one, 60_000)
    const empty = await buildCall([await person(), await person()], {}, [])
    await sweep()
    expect(await state(id)).toEqual({ isOver: true, inside: [] })
    expect(await state(empty.id)).toEqual({ isOver: true, inside: [] })
    expect([await told(id), await told(empty.id)]).toEqual([1, 1])
  })

  const losses: [string, (user: TestUser, groupId: number) => Promise<unknown>][] = [
    [
      'removed from the group',
      ({ id }) => database.db.delete(groupMembers).where(eq(groupMembers.userId, id)),
    ],
    [
      'deactivated',
      ({ id }) => database.db.update(users).set({ status: 'inactive' }).where(eq(users.id, id)),
    ],
    ['erased', ({ id }) => database.db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, id))],
    ['signed out everywhere', ({ id }) => database.db.delete(sessions).where(eq(sessions.userId, id))],
    [
      'of a session that ran out',
      ({ id }) =>
        database.db
          .update(sessions)
          .set({ expiresAt: ago(1) })
          .where(eq(sessions.userId, id)),
    ],
  ]
  test.each(losses)('takes out whoever is %s, without waiting', async (_name, lose) => {
    const [ali, siti] = [await person(), await person()]
    const { id, groupId } = await buildCall([ali, siti])
    await lose(ali, groupId)
    await sweep(false)
    expect(await state(id)).toEqual({ isOver: false, inside: [siti.id] })
  })

  test('ends a call whose group was closed', async () => {
    const { id, groupId } = await buildCall([await person(), await person()])
    await database.db.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, groupId))
    await sweep(false)
    expect(await state(id)).toEqual({ isOver: true, inside: [] })
  })

  test('ends what rang for long enough when nobody came; in a conversation of two it was missed', async () => {
    const [ali, siti] = [await person(), await person()]
    const directKey = [ali.id, siti.id].sort((a, b) => a - b).join(':')
    const { id, groupId } = await buildCall([ali, siti], { directKey }, [ali])
    const begin = (milliseconds: number) =>
      database.db
        .update(calls)
        .set({ startedAt: ago(milliseconds) })
        .where(eq(calls.id, id))
    await begin(ringingTime - 20_000)
    await sweep()
    expect(await state(id)).toEqual({ isOver: false, inside: [ali.id] })
    await begin(ringingTime + 1000)
    await sweep(false)
    expect(await state(id)).toEqual({ isOver: true, inside: [] })
    const rows = await database.db.select().from(notifications).where(eq(notifications.userId, siti.id))
    expect(rows).toMatchObject([{ kind: 'call.missed', params: { userId: ali.id, groupId } }])
  })

  test('keeps an answered call between two while a participant may return, also with nobody in it, and ends it after returnTime', async () => {
    const [ali, siti] = [await person(), await person()]
    const directKey = [ali.id, siti.id].sort((a, b) => a - b).join(':')
    const { id } = await buildCall([ali, siti], { directKey })
    await hide(siti, 60_000)
    await sweep()
    expect(await state(id)).toEqual({ isOver: false, inside: [ali.id] })
    await database.db
      .update(callMembers)
      .set({ leftAt: ago(returnTime - 10_000) })
      .where(eq(callMembers.userId, siti.id))
    await sweep()
    expect(await state(id)).toEqual({ isOver: false, inside: [ali.id] })
    await hide(ali, 60_000)
    await sweep()
    expect(await state(id)).toEqual({ isOver: false, inside: [] })
    await sweep()
    expect(await state(id)).toEqual({ isOver: false, inside: [] })
    // Once for each participant who left; a sweep that only waits announces nothing.
    expect(await told(id)).toBe(2)
    await database.db
      .update(callMembers)
      .set({ leftAt: ago(returnTime + 1000) })
      .where(eq(callMembers.callId, id))
    await Promise.all([sweep(false), sweep(false)])
    expect(await state(id)).toEqual({ isOver: true, inside: [] })
    const rows = await database.db.select().from(notifications).where(eq(notifications.userId, siti.id))
    expect(rows).toEqual([])
  })

  test('lets somebody wait alone once somebody else has been there', async () => {
    const [ali, siti] = [await person(), await person()]
    const { id } = await buildCall([ali, siti])
    await database.db
      .update(callMembers)
      .set({ leftAt: ago(1000) })
      .where(eq(callMembers.userId, siti.id))
    await sweep()
    expect(await state(id)).toEqual({ isOver: false, inside: [ali.id] })
  })
})

describe('patience', () => {
  let time = 1_000_000
  const watch = createPatience
  /** Looks every three seconds for so long; what the last of them said. */
  const lookFor = (patience: ReturnType<typeof watch>, milliseconds: number) => {
    let isOver = patience.isOver(time)
    for (let passed = 0; passed < milliseconds; passed += 3000) {
      time += 3000
      isOver = patience.isOver(time)
    }
    return isOver
  }

  test('begins with the start, and is over once everybody had their time', () => {
    const patience = watch()
    expect(lookFor(patience, callPatience - 4000)).toBe(false)
    expect(lookFor(patience, 6000)).toBe(true)
    expect(lookFor(patience, 600_000)).toBe(true)
  })

  const gaps: [string, (patience: ReturnType<typeof watch>) => void][] = [
    ['a look that failed', patience => patience.startAnew()],
    [
      'a pause',
      () => {
        time += 60_000
      },
    ],
    [
      'a clock that was put forward',
      () => {
        time += 86_400_000
      },
    ],
    [
      'a clock that was put back',
      () => {
        time -= 3_600_000
      },
    ],
  ]
  test.each(gaps)('begins anew after %s', (_name, happen) => {
    const patience = watch()
    expect(lookFor(patience, callPatience + 3000)).toBe(true)
    happen(patience)
    expect(lookFor(patience, callPatience - 4000)).toBe(false)
    expect(lookFor(patience, 6000)).toBe(true)
  })
})
