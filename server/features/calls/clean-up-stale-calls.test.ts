import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BusEvent, type BusListener, listenToEventBus, publishEvent } from '#server/db/bus/bus.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { callMembers, calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { notifications } from '#server/db/schema/events.ts'
import { createChatGroup, createSessionCookie } from '#server/test/chat/chat-client.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { buildUser, type TestUser } from '#server/test/harness/factories.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import {
  participantTimeout,
  reconnectTimeout,
  ringingTimeout,
} from '#shared/contracts/calls/calls.schemas.ts'
import { cleanUpStaleCalls } from './clean-up-stale-calls.service.ts'
import { createPollingGapDetector } from './stale-call-cleanup.ts'

const database = setUpDatabase()
const signals: BusEvent[] = []
let listener: BusListener
let isListening = false
beforeAll(async () => {
  listener = listenToEventBus(database, pino({ level: 'silent' }), {
    onSignal: signal => signals.push(signal),
    onGap: () => {
      isListening = true
    },
  })
  await waitUntil(() => isListening)
})
afterAll(() => listener.stop())

const sweepCalls = (canRemoveSilent = true) => cleanUpStaleCalls(database.db, database.pool, canRemoveSilent)
const createTimeAgo = (milliseconds: number) => new Date(Date.now() - milliseconds)

async function createUser(): Promise<TestUser> {
  const user = await buildUser(database.db)
  await createSessionCookie(database.db, user.id)
  return user
}

/** Creates a call that started a minute ago with the given participants. The first participant started the call. */
async function buildCall(
  people: TestUser[],
  group: Parameters<typeof createChatGroup>[2] = {},
  inside = people,
) {
  const groupId = await createChatGroup(database.db, people, { encrypted: true, ...group })
  const [call] = await database.db
    .insert(calls)
    .values({ groupId, startedBy: people[0]?.id ?? 0, startedAt: createTimeAgo(60_000) })
    .returning()
  const { id } = call as { id: string }
  for (const { id: userId } of inside) {
    await database.db.insert(callMembers).values({ callId: id, userId, dev: `peranti-${userId}` })
  }
  return { id, groupId }
}

async function findCallState(id: string) {
  const [call] = await database.db.select().from(calls).where(eq(calls.id, id))
  const participations = await database.db.select().from(callMembers).where(eq(callMembers.callId, id))
  const inside = participations.filter(({ leftAt }) => leftAt === null).map(({ userId }) => userId)
  return { isOver: call?.endedAt !== null, inside: inside.sort((a, b) => a - b) }
}

const setLastSeen = ({ id }: TestUser, milliseconds: number) =>
  database.db
    .update(callMembers)
    .set({ seenAt: createTimeAgo(milliseconds) })
    .where(eq(callMembers.userId, id))

/** Counts the published changes of a call after all earlier events have arrived. */
async function countAnnouncements(id: string): Promise<number> {
  const mark = {
    type: 'refresh' as const,
    topics: ['audit'],
    to: {},
    by: `tanda-${Math.random()}`,
  } satisfies BusEvent
  await publishEvent(database.db, mark)
  await waitUntil(() => signals.some(signal => signal.type === 'refresh' && signal.by === mark.by))
  return signals.filter(signal => signal.type === 'call' && signal.id === id).length
}

describe('cleanUpStaleCalls', () => {
  test('the call cleanup removes only participants without a recent heartbeat and publishes the change once', async () => {
    const [ali, siti, muthu] = [await createUser(), await createUser(), await createUser()]
    const { id } = await buildCall([ali, siti, muthu])
    const other = await buildCall([await createUser(), await createUser()])
    await setLastSeen(ali, participantTimeout + 1000)
    await setLastSeen(siti, participantTimeout - 10_000)
    await sweepCalls(false)
    expect((await findCallState(id)).inside).toHaveLength(3)
    await Promise.all([sweepCalls(), sweepCalls(), sweepCalls()])
    await sweepCalls()
    expect(await findCallState(id)).toEqual({
      isOver: false,
      inside: [siti.id, muthu.id].sort((a, b) => a - b),
    })
    expect([await countAnnouncements(id), await countAnnouncements(other.id)]).toEqual([1, 0])
  })

  test('the call cleanup ends a call whose last participant sends no heartbeat, and a call without participants', async () => {
    const [ali, siti] = [await createUser(), await createUser()]
    const { id } = await buildCall([ali, siti])
    for (const user of [ali, siti]) await setLastSeen(user, 60_000)
    const empty = await buildCall([await createUser(), await createUser()], {}, [])
    await sweepCalls()
    expect(await findCallState(id)).toEqual({ isOver: true, inside: [] })
    expect(await findCallState(empty.id)).toEqual({ isOver: true, inside: [] })
    expect([await countAnnouncements(id), await countAnnouncements(empty.id)]).toEqual([1, 1])
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
      'expired session',
      ({ id }) =>
        database.db
          .update(sessions)
          .set({ expiresAt: createTimeAgo(1) })
          .where(eq(sessions.userId, id)),
    ],
  ]
  test.each(losses)(
    'the call cleanup immediately removes a participant who lost access: %s',
    async (_name, lose) => {
      const [ali, siti] = [await createUser(), await createUser()]
      const { id, groupId } = await buildCall([ali, siti])
      await lose(ali, groupId)
      await sweepCalls(false)
      expect(await findCallState(id)).toEqual({ isOver: false, inside: [siti.id] })
    },
  )

  test('the call cleanup ends a call whose group was closed', async () => {
    const { id, groupId } = await buildCall([await createUser(), await createUser()])
    await database.db.update(messageGroups).set({ isActive: false }).where(eq(messageGroups.id, groupId))
    await sweepCalls(false)
    expect(await findCallState(id)).toEqual({ isOver: true, inside: [] })
  })

  test('the call cleanup ends an unanswered call after ringingTimeout and notifies the called person of the missed call', async () => {
    const [ali, siti] = [await createUser(), await createUser()]
    const directKey = [ali.id, siti.id].sort((a, b) => a - b).join(':')
    const { id, groupId } = await buildCall([ali, siti], { directKey }, [ali])
    const setStartedAt = (milliseconds: number) =>
      database.db
        .update(calls)
        .set({ startedAt: createTimeAgo(milliseconds) })
        .where(eq(calls.id, id))
    await setStartedAt(ringingTimeout - 20_000)
    await sweepCalls()
    expect(await findCallState(id)).toEqual({ isOver: false, inside: [ali.id] })
    await setStartedAt(ringingTimeout + 1000)
    await sweepCalls(false)
    expect(await findCallState(id)).toEqual({ isOver: true, inside: [] })
    const rows = await database.db.select().from(notifications).where(eq(notifications.userId, siti.id))
    expect(rows).toMatchObject([{ kind: 'call.missed', params: { userId: ali.id, groupId } }])
  })

  test('the call cleanup keeps an answered direct call open for reconnectTimeout after participants left, then ends it', async () => {
    const [ali, siti] = [await createUser(), await createUser()]
    const directKey = [ali.id, siti.id].sort((a, b) => a - b).join(':')
    const { id } = await buildCall([ali, siti], { directKey })
    await setLastSeen(siti, 60_000)
    await sweepCalls()
    expect(await findCallState(id)).toEqual({ isOver: false, inside: [ali.id] })
    await database.db
      .update(callMembers)
      .set({ leftAt: createTimeAgo(reconnectTimeout - 10_000) })
      .where(eq(callMembers.userId, siti.id))
    await sweepCalls()
    expect(await findCallState(id)).toEqual({ isOver: false, inside: [ali.id] })
    await setLastSeen(ali, 60_000)
    await sweepCalls()
    expect(await findCallState(id)).toEqual({ isOver: false, inside: [] })
    await sweepCalls()
    expect(await findCallState(id)).toEqual({ isOver: false, inside: [] })
    // Each participant who left causes one published change; a call cleanup without changes publishes nothing.
    expect(await countAnnouncements(id)).toBe(2)
    await database.db
      .update(callMembers)
      .set({ leftAt: createTimeAgo(reconnectTimeout + 1000) })
      .where(eq(callMembers.callId, id))
    await Promise.all([sweepCalls(false), sweepCalls(false)])
    expect(await findCallState(id)).toEqual({ isOver: true, inside: [] })
    const rows = await database.db.select().from(notifications).where(eq(notifications.userId, siti.id))
    expect(rows).toEqual([])
  })

  test('the call cleanup keeps an answered group call with one remaining participant', async () => {
    const [ali, siti] = [await createUser(), await createUser()]
    const { id } = await buildCall([ali, siti])
    await database.db
      .update(callMembers)
      .set({ leftAt: createTimeAgo(1000) })
      .where(eq(callMembers.userId, siti.id))
    await sweepCalls()
    expect(await findCallState(id)).toEqual({ isOver: false, inside: [ali.id] })
  })
})

describe('createPollingGapDetector', () => {
  let time = 1_000_000
  const createMonitor = createPollingGapDetector
  /** Simulates a call cleanup every three seconds for the given time and returns the last result. */
  const pollMonitorFor = (monitor: ReturnType<typeof createMonitor>, milliseconds: number) => {
    let isOver = monitor.hasPolledLongEnough(time)
    for (let passed = 0; passed < milliseconds; passed += 3000) {
      time += 3000
      isOver = monitor.hasPolledLongEnough(time)
    }
    return isOver
  }

  test('hasPolledLongEnough returns true once call cleanups have run without interruption for participantTimeout', () => {
    const monitor = createMonitor()
    expect(pollMonitorFor(monitor, participantTimeout - 4000)).toBe(false)
    expect(pollMonitorFor(monitor, 6000)).toBe(true)
    expect(pollMonitorFor(monitor, 600_000)).toBe(true)
  })

  const gaps: [string, (monitor: ReturnType<typeof createMonitor>) => void][] = [
    ['a failed sweep', monitor => monitor.reset()],
    [
      'a pause',
      () => {
        time += 60_000
      },
    ],
    [
      'the clock was set forward',
      () => {
        time += 86_400_000
      },
    ],
    [
      'the clock was set back',
      () => {
        time -= 3_600_000
      },
    ],
  ]
  test.each(gaps)(
    'the monitor of call cleanups measures the time without interruption anew after %s',
    (_name, interrupt) => {
      const monitor = createMonitor()
      expect(pollMonitorFor(monitor, participantTimeout + 3000)).toBe(true)
      interrupt(monitor)
      expect(pollMonitorFor(monitor, participantTimeout - 4000)).toBe(false)
      expect(pollMonitorFor(monitor, 6000)).toBe(true)
    },
  )
})
