import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/database.ts'
import { until } from '#server/test/program.ts'
import { announce, channel, type Listener, listen, whisper as publish, type Signal } from './bus.ts'
import { createCommits } from './commits.ts'

const database = setUpDatabase()
let listener: Listener | undefined
afterEach(() => listener?.stop())

const notify = (name: string, payload: string) =>
  database.pool.query('select pg_notify($1, $2)', [name, payload])
const whisper = (payload: string) => notify(channel, payload)
/** Release 0.1.0 sends on this channel, and exits when it receives what it does not know. */
const previousChannel = 'perantau'
/** Committed, and its process dies before it tells anybody. */
const write = (payload: string) => database.pool.query('insert into notices (signal) values ($1)', [payload])

/** Listens, and fails over whatever is said to the group of this number. */
async function listenTo(cursed?: number, commits = createCommits()) {
  const heard: Signal[] = []
  const warnings: object[] = []
  let isListening = false
  listener = listen(
    { url: database.url, commits },
    { warn: (line: object) => void warnings.push(line) },
    {
      onSignal: signal => {
        if (signal.type === 'read' && signal.groupId === cursed) throw new Error('cursed')
        heard.push(signal)
      },
      onGap: () => {
        isListening = true
      },
    },
  )
  await until(() => isListening)
  return { heard, warnings }
}

const fine: Signal = { type: 'read', groupId: 7, reads: [[1, 2]] }

describe('the bus', () => {
  test.each([
    ['not JSON', '{"type":'],
    ['null', 'null'],
    ['of no type', '{}'],
    ['of an unknown type', '{"type":"gossip"}'],
    ['without whom it is for', '{"type":"refresh","urls":["/api/clubs"]}'],
    ['of a group that is no number', '{"type":"messages","groupId":"satu","seq":1,"reads":[]}'],
    ['of a place that is no number', '{"type":"messages","groupId":1,"seq":"dua","reads":[]}'],
    ['of a call that cannot be', '{"type":"call","id":"------------------------------------","groupId":1}'],
  ])('passes over a notice that is %s, says so, and hears the next', async (name, payload) => {
    const { heard, warnings } = await listenTo()
    await whisper(payload)
    await whisper(JSON.stringify(fine))
    await until(() => heard.length > 0)
    expect(heard).toEqual([fine])
    expect(warnings).toHaveLength(1)
    if (name === 'not JSON') return
    await write(payload)
    await write(JSON.stringify({ ...fine, groupId: 8 }))
    await whisper('')
    await until(() => heard.length > 1)
    expect(heard).toEqual([fine, { ...fine, groupId: 8 }])
    expect(warnings).toHaveLength(2)
  })

  test.each(['', '{', '{"type":"gossip"}'])(
    'survives the payload %j on the channel of release 0.1.0 and receives the next signal',
    async payload => {
      const { heard } = await listenTo()
      await notify(previousChannel, payload)
      await notify(previousChannel, JSON.stringify(fine))
      await until(() => heard.length > 0)
      expect(heard).toEqual([fine])
    },
  )

  test('sends nothing on the channel of release 0.1.0, neither for commits nor for transient signals', async () => {
    const { heard } = await listenTo(undefined, database.commits)
    const previous = new pg.Client({ connectionString: database.url })
    await previous.connect()
    const received: (string | undefined)[] = []
    previous.on('notification', ({ payload }) => received.push(payload))
    await previous.query(`listen ${previousChannel}`)
    await database.db.transaction(tx => announce(tx, fine))
    await publish(database.db, { type: 'typing', groupId: 7, userId: 1, name: 'Ali' })
    await until(() => heard.length === 2)
    // Notifications arrive in the order in which they were sent.
    await notify(previousChannel, 'last')
    await until(() => received.includes('last'))
    await previous.end()
    expect(received).toEqual(['last'])
  })

  test('outlives a listener that fails', async () => {
    const { heard, warnings } = await listenTo(13)
    await write(JSON.stringify({ ...fine, groupId: 13 }))
    await write(JSON.stringify(fine))
    await whisper('')
    await until(() => heard.length > 0)
    expect(heard).toEqual([fine])
    expect(warnings).toHaveLength(1)
  })

  test('hears what took a low number and was committed late, each once, and nothing that was undone', async () => {
    const { heard } = await listenTo()
    const of = (groupId: number) => ({ ...fine, groupId })
    const [late, undone] = [await database.pool.connect(), await database.pool.connect()]
    for (const [client, groupId] of [
      [late, 1],
      [undone, 2],
    ] as const) {
      await client.query('begin')
      await client.query('insert into notices (signal) values ($1)', [JSON.stringify(of(groupId))])
    }
    await write(JSON.stringify(of(3)))
    await until(() => heard.length === 1)
    await late.query('commit')
    await whisper('')
    await until(() => heard.length === 2)
    await undone.query('rollback')
    late.release()
    undone.release()
    await write(JSON.stringify(of(4)))
    await whisper('')
    await until(() => heard.length >= 3)
    expect(heard).toEqual([of(3), of(1), of(4)])
  })

  test('says one word for many commits, and says it outside of them', async () => {
    const { heard } = await listenTo(undefined, database.commits)
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    other.on('error', () => {})
    const words: { payload?: string; processId: number }[] = []
    other.on('notification', word => words.push(word))
    await other.query(`listen ${channel}`)
    const writers = new Set<number>()
    const commit = async (groupId: number) =>
      database.db.transaction(async tx => {
        await announce(tx, { ...fine, groupId })
        const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
        writers.add(rows[0]?.pid ?? 0)
      })
    let last = 0
    const commitSome = async () => {
      while (last < 300) await commit(++last)
    }
    await Promise.all(Array.from({ length: 8 }, commitSome))
    await until(() => heard.length >= 300)
    await other.end()
    expect(new Set(heard.map(signal => signal.type === 'read' && signal.groupId)).size).toBe(300)
    expect(words.length).toBeGreaterThan(0)
    expect(words.length).toBeLessThan(150)
    expect(words.filter(({ processId }) => writers.has(processId))).toEqual([])
    expect(new Set(words.map(({ payload }) => payload))).toEqual(new Set(['']))
  })

  test('no trigger gives notice: whoever writes would hold up all others who do', async () => {
    const { rows } = await database.pool.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* 'pg_notify|\\mnotify\\s'`,
    )
    expect(rows).toEqual([])
  })
})
