import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { createCommitNotifier } from '#server/db/connection/commit-notifier.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import {
  type BusEvent,
  type BusListener,
  busChannel,
  listenToEventBus,
  publishEvent,
  publishTransientEvent as publishTransient,
} from './bus.ts'

const database = setUpDatabase()
let listener: BusListener | undefined
afterEach(() => listener?.stop())

const notifyChannel = (name: string, payload: string) =>
  database.pool.query('select pg_notify($1, $2)', [name, payload])
const notifyListeners = (payload: string) => notifyChannel(busChannel, payload)
/** Name of the NOTIFY channel of release 0.1.0, which exits when it receives a payload of an unknown type. */
const previousChannel = 'perantau'
/** Inserts an event without a NOTIFY, as if the process that committed the event had died right after its commit. */
const insertEvent = (payload: string) =>
  database.pool.query('insert into notices (signal) values ($1)', [payload])

/** Starts an event bus listener whose handler throws an error for `read` events of the given group. */
async function listenAndCollectEvents(failingGroupId?: number, commits = createCommitNotifier()) {
  const received: BusEvent[] = []
  const warnings: object[] = []
  let isListening = false
  listener = listenToEventBus(
    { url: database.url, commits },
    { warn: (line: object) => void warnings.push(line) },
    {
      onSignal: signal => {
        if (signal.type === 'read' && signal.groupId === failingGroupId) throw new Error('cursed')
        received.push(signal)
      },
      onGap: () => {
        isListening = true
      },
    },
  )
  await waitUntil(() => isListening)
  return { heard: received, warnings }
}

const validEvent: BusEvent = { type: 'read', groupId: 7, reads: [[1, 2]] }

describe('event bus', () => {
  test.each([
    ['not JSON', '{"type":'],
    ['null', 'null'],
    ['without a type', '{}'],
    ['of an unknown type', '{"type":"gossip"}'],
    ['without an audience', '{"type":"refresh","urls":["/api/clubs"]}'],
    ['for a group id that is not a number', '{"type":"messages","groupId":"satu","seq":1,"reads":[]}'],
    ['with a position that is not a number', '{"type":"messages","groupId":1,"seq":"dua","reads":[]}'],
    ['for an invalid call id', '{"type":"call","id":"------------------------------------","groupId":1}'],
  ])(
    'the event bus listener skips a payload that is %s, logs one warning and handles the next event',
    async (name, payload) => {
      const { heard: received, warnings } = await listenAndCollectEvents()
      await notifyListeners(payload)
      await notifyListeners(JSON.stringify(validEvent))
      await waitUntil(() => received.length > 0)
      expect(received).toEqual([validEvent])
      expect(warnings).toHaveLength(1)
      if (name === 'not JSON') return
      await insertEvent(payload)
      await insertEvent(JSON.stringify({ ...validEvent, groupId: 8 }))
      await notifyListeners('')
      await waitUntil(() => received.length > 1)
      expect(received).toEqual([validEvent, { ...validEvent, groupId: 8 }])
      expect(warnings).toHaveLength(2)
    },
  )

  test.each(['', '{', '{"type":"gossip"}'])(
    'the event bus listener ignores the invalid payload %j on the channel of release 0.1.0 and handles the next event',
    async payload => {
      const { heard: received } = await listenAndCollectEvents()
      await notifyChannel(previousChannel, payload)
      await notifyChannel(previousChannel, JSON.stringify(validEvent))
      await waitUntil(() => received.length > 0)
      expect(received).toEqual([validEvent])
    },
  )

  test('the event bus sends nothing on the NOTIFY channel of release 0.1.0, neither for committed nor for transient events', async () => {
    const { heard: received } = await listenAndCollectEvents(undefined, database.commits)
    const previous = new pg.Client({ connectionString: database.url })
    await previous.connect()
    const previousPayloads: (string | undefined)[] = []
    previous.on('notification', ({ payload }) => previousPayloads.push(payload))
    await previous.query(`listen ${previousChannel}`)
    await database.db.transaction(tx => publishEvent(tx, validEvent))
    await publishTransient(database.db, { type: 'typing', groupId: 7, userId: 1, name: 'Ali' })
    await waitUntil(() => received.length === 2)
    // NOTIFY messages arrive in the order in which they were sent.
    await notifyChannel(previousChannel, 'last')
    await waitUntil(() => previousPayloads.includes('last'))
    await previous.end()
    expect(previousPayloads).toEqual(['last'])
  })

  test('the event bus listener continues with the next event after its handler throws', async () => {
    const { heard: received, warnings } = await listenAndCollectEvents(13)
    await insertEvent(JSON.stringify({ ...validEvent, groupId: 13 }))
    await insertEvent(JSON.stringify(validEvent))
    await notifyListeners('')
    await waitUntil(() => received.length > 0)
    expect(received).toEqual([validEvent])
    expect(warnings).toHaveLength(1)
  })

  test('the event bus delivers each committed event once, even if a lower id commits after a higher id, and never a rolled-back event', async () => {
    const { heard: received } = await listenAndCollectEvents()
    const buildEventOfGroup = (groupId: number) => ({ ...validEvent, groupId })
    const [lateClient, rolledBackClient] = [await database.pool.connect(), await database.pool.connect()]
    for (const [client, groupId] of [
      [lateClient, 1],
      [rolledBackClient, 2],
    ] as const) {
      await client.query('begin')
      await client.query('insert into notices (signal) values ($1)', [
        JSON.stringify(buildEventOfGroup(groupId)),
      ])
    }
    await insertEvent(JSON.stringify(buildEventOfGroup(3)))
    await waitUntil(() => received.length === 1)
    await lateClient.query('commit')
    await notifyListeners('')
    await waitUntil(() => received.length === 2)
    await rolledBackClient.query('rollback')
    lateClient.release()
    rolledBackClient.release()
    await insertEvent(JSON.stringify(buildEventOfGroup(4)))
    await notifyListeners('')
    await waitUntil(() => received.length >= 3)
    expect(received).toEqual([buildEventOfGroup(3), buildEventOfGroup(1), buildEventOfGroup(4)])
  })

  test('the event bus sends fewer NOTIFY commands than there are commits, and none within a transaction that inserts an event', async () => {
    const { heard: received } = await listenAndCollectEvents(undefined, database.commits)
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    other.on('error', () => {})
    const notifications: { payload?: string; processId: number }[] = []
    other.on('notification', notification => notifications.push(notification))
    await other.query(`listen ${busChannel}`)
    const writers = new Set<number>()
    const commitEvent = async (groupId: number) =>
      database.db.transaction(async tx => {
        await publishEvent(tx, { ...validEvent, groupId })
        const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
        writers.add(rows[0]?.pid ?? 0)
      })
    let last = 0
    const commitSomeEvents = async () => {
      while (last < 300) await commitEvent(++last)
    }
    await Promise.all(Array.from({ length: 8 }, commitSomeEvents))
    await waitUntil(() => received.length >= 300)
    await other.end()
    expect(new Set(received.map(signal => signal.type === 'read' && signal.groupId)).size).toBe(300)
    expect(notifications.length).toBeGreaterThan(0)
    expect(notifications.length).toBeLessThan(150)
    expect(notifications.filter(({ processId }) => writers.has(processId))).toEqual([])
    expect(new Set(notifications.map(({ payload }) => payload))).toEqual(new Set(['']))
  })

  test('no database function uses NOTIFY, because a notifying transaction blocks all others that notify', async () => {
    const { rows } = await database.pool.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* 'pg_notify|\\mnotify\\s'`,
    )
    expect(rows).toEqual([])
  })
})
