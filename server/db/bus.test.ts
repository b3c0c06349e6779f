import { afterEach, describe, expect, test } from 'vitest'
import { setUpDatabase } from '#server/test/database.ts'
import { until } from '#server/test/program.ts'
import { type Listener, listen, type Signal } from './bus.ts'

const database = setUpDatabase()
let listener: Listener | undefined
afterEach(() => listener?.stop())

const say = (payload: string) => database.pool.query(`select pg_notify('perantau', $1)`, [payload])

/** Listens, and fails over whatever is said to the group of this number. */
async function listenTo(cursed?: number) {
  const heard: Signal[] = []
  const warnings: object[] = []
  let isListening = false
  listener = listen(
    database.url,
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
    ['empty', ''],
    ['null', 'null'],
    ['of no type', '{}'],
    ['of an unknown type', '{"type":"gossip"}'],
    ['without whom it is for', '{"type":"refresh","urls":["/api/clubs"]}'],
    ['of a group that is no number', '{"type":"messages","groupId":"satu","seq":1,"reads":[]}'],
    ['of a place that is no number', '{"type":"messages","groupId":1,"seq":"dua","reads":[]}'],
    ['of a call that cannot be', '{"type":"call","id":"------------------------------------","groupId":1}'],
  ])('passes over a notice that is %s, says so, and hears the next', async (_name, payload) => {
    const { heard, warnings } = await listenTo()
    await say(payload)
    await say(JSON.stringify(fine))
    await until(() => heard.length > 0)
    expect(heard).toEqual([fine])
    expect(warnings).toHaveLength(1)
  })

  test('outlives a listener that fails', async () => {
    const { heard, warnings } = await listenTo(13)
    await say(JSON.stringify({ ...fine, groupId: 13 }))
    await say(JSON.stringify(fine))
    await until(() => heard.length > 0)
    expect(heard).toEqual([fine])
    expect(warnings).toHaveLength(1)
  })
})
