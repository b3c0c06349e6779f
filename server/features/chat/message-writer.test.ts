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
class Held extends Stalled {}

/** Statements wait until they are let go, and are told what becomes of them. */
function setUp() {
  interface Statement {
    isAlone: boolean
    contents: string[]
    /** `held`: groups that somebody else holds. */
    end(result?: Error | { held: number[] }): void
  }
  const started: Statement[] = []
  const write = (isAlone: boolean) => (batch: Outgoing[]) =>
    new Promise<MessageRow[]>((resolve, reject) => {
      const contents = batch.map(({ content }) => content)
      const end = (result: Error | { held: number[] } = { held: [] }) => {
        if (result instanceof Error) return reject(result)
        const outcomes = batch.map(({ groupId, content }) =>
          result.held.includes(groupId) ? undefined : { content },
        )
        resolve(outcomes as MessageRow[])
      }
      started.push({ isAlone, contents, end })
    })
  const writer = createMessageWriter(
    { together: write(false), alone: write(true) },
    {
      isOutage: error => error instanceof AppError && error.code === 'unavailable',
      isStalled: error => error instanceof Stalled,
      isHeld: error => error instanceof Held,
    },
  )
  const send = (groupId: number, content: string) =>
    writer.send(message(groupId, content)).then(
      row => row.content,
      (error: Error) => error,
    )
  /** The next statement, once it has begun. */
  const next = async () => {
    while (started.length === 0) await new Promise(resolve => setImmediate(resolve))
    return started.shift() as Statement
  }
  return { writer, send, started, next }
}

describe('the writer', () => {
  test('has one statement in flight for all groups; what arrives meanwhile goes into the next', async () => {
    const { send, next, started } = setUp()
    const answers = [send(1, 'a'), send(2, 'b'), send(1, 'c')]
    const first = await next()
    expect([first.isAlone, first.contents]).toEqual([false, ['a', 'c', 'b']])
    answers.push(send(3, 'd'), send(1, 'e'))
    await new Promise(resolve => setImmediate(resolve))
    expect(started).toEqual([])
    first.end()
    const second = await next()
    expect(second.contents).toEqual(['d', 'e'])
    second.end()
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('has at most a hundred in a statement, and the longest waiting groups go first', async () => {
    const { send, next } = setUp()
    const answers = Array.from({ length: 150 }, (_, n) => send(n % 75, `${n}`))
    const first = await next()
    expect(first.contents).toHaveLength(100)
    expect(first.contents.slice(0, 4)).toEqual(['0', '75', '1', '76'])
    first.end()
    const second = await next()
    expect(second.contents).toHaveLength(50)
    second.end()
    expect(await Promise.all(answers)).toHaveLength(150)
  })

  test('puts what can be said only once into two statements: the same client id in two groups, the same file', async () => {
    const { writer, send, next } = setUp()
    void send(1, 'a')
    const again = send(2, 'a')
    void writer.send({ ...message(3, 'b'), fileId: 'f' })
    void writer.send({ ...message(3, 'c'), fileId: 'f' })
    const first = await next()
    expect(first.contents).toEqual(['a', 'b'])
    first.end()
    const second = await next()
    expect(second.contents).toEqual(['a', 'c'])
    second.end()
    expect(await again).toBe('a')
  })

  test('writes a group that somebody holds by itself, at most three at a time, while the others go on', async () => {
    const { send, next, started } = setUp()
    const answers = [1, 2, 3, 4, 5].map(groupId => send(groupId, `g${groupId}`))
    ;(await next()).end({ held: [1, 2, 3, 4] })
    const alone = [await next(), await next(), await next()]
    expect(alone.map(({ isAlone, contents }) => [isAlone, ...contents])).toEqual([
      [true, 'g1'],
      [true, 'g2'],
      [true, 'g3'],
    ])
    expect([await answers[4], started]).toEqual(['g5', []])
    answers.push(send(6, 'g6'), send(1, 'after'))
    const together = await next()
    expect([together.isAlone, together.contents]).toEqual([false, ['g6']])
    together.end()
    alone[0]?.end()
    // The fourth in its turn, and what waited behind the first with all others again.
    const following = [await next(), await next()]
    expect(following.map(({ isAlone, contents }) => [isAlone, ...contents])).toEqual([
      [true, 'g4'],
      [false, 'after'],
    ])
    for (const statement of [...alone.slice(1), ...following]) statement.end()
    expect(await Promise.all(answers)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'after'])
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
    ;(await next()).end({ held: [1, 2, 3, 4] })
    const alone = [await next(), await next(), await next()]
    answers.push(send(1, 'behind'), send(6, 'g6'))
    const together = await next()
    expect(together.isAlone).toBe(false)
    alone[0]?.end(unavailable())
    for (const index of [0, 3, 5]) expect(await answers[index]).toMatchObject({ code: 'unavailable' })
    for (const statement of alone.slice(1)) statement.end(unavailable())
    answers.push(send(7, 'g7'))
    together.end(unavailable())
    for (const index of [6, 7]) expect(await answers[index]).toMatchObject({ code: 'unavailable' })
    expect(started).toEqual([])
    const later = send(1, 'later')
    ;(await next()).end()
    expect(await later).toBe('later')
  })

  test('goes on in other groups while somebody holds on to one of them, and not once two do not answer', async () => {
    const { send, next } = setUp()
    const answers = [1, 2, 3, 4, 5].map(groupId => send(groupId, `g${groupId}`))
    ;(await next()).end({ held: [1, 2, 3, 4, 5] })
    const alone = [await next(), await next(), await next()]
    const behind = send(1, 'behind')
    alone[0]?.end(new Stalled())
    expect([await answers[0], await behind]).toEqual([expect.any(Stalled), expect.any(Stalled)])
    const fourth = await next()
    expect(fourth.contents).toEqual(['g4'])
    alone[1]?.end(new Stalled())
    expect(await answers[4]).toBeInstanceOf(Stalled)
    fourth.end()
    expect(await answers[3]).toBe('g4')
    // Answered since: the next that does not is alone again.
    const after = [send(1, 'after'), send(6, 'g6')]
    ;(await next()).end({ held: [1] })
    ;(await next()).end(new Stalled())
    expect(await Promise.all(after)).toEqual([expect.any(Stalled), 'g6'])
  })

  test('takes the word of a database that somebody holds a group for nothing but that', async () => {
    const { send, next } = setUp()
    const answers = [1, 2, 3].map(groupId => send(groupId, `g${groupId}`))
    ;(await next()).end(new Held())
    const alone = [await next(), await next(), await next()]
    const behind = send(3, 'behind')
    for (const statement of alone.slice(0, 2)) statement.end(new Held())
    expect(await Promise.all(answers.slice(0, 2))).toEqual([expect.any(Held), expect.any(Held)])
    alone[2]?.end()
    ;(await next()).end()
    expect([await answers[2], await behind]).toEqual(['g3', 'behind'])
  })

  test('writes by group, then one by one, when one message cannot be written', async () => {
    const { send, next } = setUp()
    const answers = [send(1, 'a'), send(1, 'b'), send(2, 'c')]
    ;(await next()).end(new Error('cannot'))
    const [first, other] = [await next(), await next()]
    expect([first.contents, other.contents]).toEqual([['a', 'b'], ['c']])
    other.end()
    first.end(new Error('cannot'))
    const alone = await next()
    expect(alone.contents).toEqual(['a'])
    alone.end(notFound())
    ;(await next()).end()
    expect(await Promise.all(answers)).toEqual([expect.any(AppError), 'b', 'c'])
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
