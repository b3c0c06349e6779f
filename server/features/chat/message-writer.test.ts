import { describe, expect, test } from 'vitest'
import { createSendLimit } from '#server/concurrency/throttle.ts'
import { AppError, notFound, unavailable } from '#server/errors.ts'
import type { MessageRow } from '#shared/contracts/chat.ts'
import { createMessageWriter } from './message-writer.ts'
import type { Outgoing } from './write-messages.service.ts'

function message(groupId: number, content: string): Outgoing {
  const user = { id: 1, fullName: 'Ali', profileImageUrl: null }
  return { groupId, user, sessionId: 1, clientId: content, content, messageType: 'text', metadata: null }
}

class Stalled extends AppError {
  constructor() {
    super(503, 'unavailable')
  }
}

/** Statements wait until they are let go, and are told what becomes of them. */
function setUp() {
  const started: { groupId: number; contents: string[]; end(error?: Error): void }[] = []
  const writer = createMessageWriter(
    (groupId, batch) =>
      new Promise((resolve, reject) => {
        const outcomes = batch.map(({ content }) => ({ content }) as MessageRow)
        const contents = batch.map(({ content }) => content)
        started.push({
          groupId,
          contents,
          end: error => (error ? reject(error) : resolve({ outcomes })),
        })
      }),
    error => error instanceof AppError && error.code === 'unavailable',
    error => error instanceof Stalled,
  )
  const send = (groupId: number, content: string) =>
    writer.send(message(groupId, content)).then(
      row => row.content,
      (error: Error) => error,
    )
  /** The next statement, once it has begun. */
  const next = async () => {
    while (started.length === 0) await new Promise(resolve => setImmediate(resolve))
    return started.shift() as (typeof started)[0]
  }
  return { writer, send, started, next }
}

describe('the writer', () => {
  test('has one statement in flight a group; what arrives meanwhile goes into the next', async () => {
    const { send, next, started } = setUp()
    const answers = ['a', 'b', 'c'].map(content => send(1, content))
    const first = await next()
    expect([first.contents, started]).toEqual([['a'], []])
    first.end()
    const second = await next()
    expect(second.contents).toEqual(['b', 'c'])
    second.end()
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c'])
  })

  test('has four in flight over all groups, and the longest waiting goes first', async () => {
    const { send, next, started } = setUp()
    const answers = [1, 2, 3, 4, 5, 6].map(groupId => send(groupId, `g${groupId}`))
    answers.push(send(1, 'again'))
    const running = [await next(), await next(), await next(), await next()]
    expect(running.map(({ groupId }) => groupId)).toEqual([1, 2, 3, 4])
    expect(started).toEqual([])
    running[0]?.end()
    expect((await next()).groupId).toBe(5)
  })

  test('takes the same message twice as one, and again once it is settled', async () => {
    const { send, next } = setUp()
    const answers = [send(1, 'a'), send(1, 'a')]
    const first = await next()
    first.end()
    expect(await Promise.all(answers)).toEqual(['a', 'a'])
    void send(1, 'a')
    expect((await next()).contents).toEqual(['a'])
  })

  test('tells all who wait, in every group, when the database is gone', async () => {
    const { send, next, started } = setUp()
    const answers = [1, 2, 3, 4, 5].map(groupId => send(groupId, `g${groupId}`))
    answers.push(send(1, 'behind'))
    const first = await next()
    first.end(unavailable())
    for (const index of [0, 4, 5]) expect(await answers[index]).toMatchObject({ code: 'unavailable' })
    expect(started.map(({ groupId }) => groupId)).toEqual([2, 3, 4])
    void send(1, 'later')
    expect((await next()).groupId).toBe(2)
  })

  test('goes on in other groups while somebody holds on to one of them, and not once two do not answer', async () => {
    const { send, next, started } = setUp()
    const answers = [1, 2, 3, 4, 5, 6].map(groupId => send(groupId, `g${groupId}`))
    const behind = send(1, 'behind')
    const running = [await next(), await next(), await next(), await next()]
    running[0]?.end(new Stalled())
    expect([await answers[0], await behind]).toEqual([expect.any(Stalled), expect.any(Stalled)])
    const fifth = await next()
    expect([fifth.groupId, started]).toEqual([5, []])
    running[1]?.end(new Stalled())
    expect(await answers[5]).toBeInstanceOf(Stalled)
    fifth.end()
    expect(await answers[4]).toBe('g5')
    void send(1, 'later')
    const later = await next()
    later.end(new Stalled())
    for (const groupId of [7, 8, 9]) void send(groupId, 'after')
    expect((await next()).groupId).toBe(7)
  })

  test('writes a batch one by one when one of it cannot be written', async () => {
    const { send, next } = setUp()
    const answers = ['a', 'b', 'c'].map(content => send(1, content))
    ;(await next()).end()
    ;(await next()).end(new Error('cannot'))
    const alone = await next()
    expect(alone.contents).toEqual(['b'])
    alone.end(notFound())
    ;(await next()).end()
    expect(await Promise.all(answers)).toEqual(['a', expect.any(AppError), 'c'])
  })

  test('is drained once nothing is in flight', async () => {
    const { writer, send, next } = setUp()
    void send(1, 'a')
    let isDrained = false
    const draining = writer.drain().then(() => {
      isDrained = true
    })
    const first = await next()
    expect(isDrained).toBe(false)
    first.end()
    await draining
  })
})

test('guarantee 27: ten within any second, each person for themselves', () => {
  let time = 0
  const limit = createSendLimit(10, () => time)
  const take = (userId: number, times: number) => Array.from({ length: times }, () => limit.take(userId))
  expect(take(1, 11)).toEqual([...Array(10).fill(true), false])
  expect(limit.take(2)).toBe(true)
  time = 999
  expect(limit.take(1)).toBe(false)
  time = 1000
  expect(take(1, 11)).toEqual([...Array(10).fill(true), false])
  time = 1_000_000
  expect(limit.take(1)).toBe(true)
})
