import { describe, expect, test } from 'vitest'
import { createSocketSendRateLimiter } from '#server/concurrency/socket-send-rate-limiter.ts'
import { AppError, notFound, unavailable } from '#server/errors.ts'
import type { MessageRow } from '#shared/contracts/chat/chat.schemas.ts'
import { createMessageWriter } from './message-writer.ts'
import type { MessageToWrite } from './write-messages.service.ts'

function buildMessage(groupId: number, content: string): MessageToWrite {
  const user = { id: 1, fullName: 'Ali', profileImageUrl: null }
  return { groupId, user, sessionId: 1, clientId: content, content, messageType: 'text', metadata: null }
}

class TimeoutError extends AppError {
  constructor() {
    super(503, 'unavailable')
  }
}
class LockedError extends TimeoutError {}

/** Creates a message writer whose insert statements stay pending until the test ends them with a result. */
function setUpMessageWriter() {
  interface Statement {
    isSingleGroup: boolean
    contents: string[]
    /** Ends a pending insert statement. `lockedGroups` lists groups that another transaction has locked. */
    end(result?: Error | { lockedGroups: number[] }): void
  }
  const started: Statement[] = []
  const createPendingWrite = (isSingleGroup: boolean) => (batch: MessageToWrite[]) =>
    new Promise<MessageRow[]>((resolve, reject) => {
      const contents = batch.map(({ content }) => content)
      const end = (result: Error | { lockedGroups: number[] } = { lockedGroups: [] }) => {
        if (result instanceof Error) return reject(result)
        const outcomes = batch.map(({ groupId, content }) =>
          result.lockedGroups.includes(groupId) ? undefined : { content },
        )
        resolve(outcomes as MessageRow[])
      }
      started.push({ isSingleGroup, contents, end })
    })
  const writer = createMessageWriter(
    { writeBatch: createPendingWrite(false), writeGroup: createPendingWrite(true) },
    {
      isOutage: error => error instanceof AppError && error.code === 'unavailable',
      isStalled: error => error instanceof TimeoutError,
      isHeld: error => error instanceof LockedError,
    },
  )
  const sendMessage = (groupId: number, content: string) =>
    writer.send(buildMessage(groupId, content)).then(
      row => row.content,
      (error: Error) => error,
    )
  /** Resolves with the next insert statement that the message writer starts. */
  const takeNextWrite = async () => {
    while (started.length === 0) await new Promise(resolve => setImmediate(resolve))
    return started.shift() as Statement
  }
  return { writer, send: sendMessage, started, next: takeNextWrite }
}

describe('createMessageWriter', () => {
  test('the message writer runs one SQL statement for a batch of messages at a time, and puts later messages into the next batch', async () => {
    const { send, next, started } = setUpMessageWriter()
    const answers = [send(1, 'a'), send(2, 'b'), send(1, 'c')]
    const first = await next()
    expect([first.isSingleGroup, first.contents]).toEqual([false, ['a', 'c', 'b']])
    answers.push(send(3, 'd'), send(1, 'e'))
    await new Promise(resolve => setImmediate(resolve))
    expect(started).toEqual([])
    first.end()
    const second = await next()
    expect(second.contents).toEqual(['d', 'e'])
    second.end()
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('the message writer puts at most 100 messages into a batch and takes the groups that have waited longest first', async () => {
    const { send, next } = setUpMessageWriter()
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

  test('the message writer never puts the same client message id or the same file twice into one batch', async () => {
    const { writer, send, next } = setUpMessageWriter()
    void send(1, 'a')
    const again = send(2, 'a')
    void writer.send({ ...buildMessage(3, 'b'), fileId: 'f' })
    void writer.send({ ...buildMessage(3, 'c'), fileId: 'f' })
    const first = await next()
    expect(first.contents).toEqual(['a', 'b'])
    first.end()
    const second = await next()
    expect(second.contents).toEqual(['a', 'c'])
    second.end()
    expect(await again).toBe('a')
  })

  test('the message writer writes locked groups separately, at most three at a time, while other groups continue', async () => {
    const { send, next, started } = setUpMessageWriter()
    const answers = [1, 2, 3, 4, 5].map(groupId => send(groupId, `g${groupId}`))
    ;(await next()).end({ lockedGroups: [1, 2, 3, 4] })
    const groupStatements = [await next(), await next(), await next()]
    expect(groupStatements.map(({ isSingleGroup, contents }) => [isSingleGroup, ...contents])).toEqual([
      [true, 'g1'],
      [true, 'g2'],
      [true, 'g3'],
    ])
    expect([await answers[4], started]).toEqual(['g5', []])
    answers.push(send(6, 'g6'), send(1, 'after'))
    const batchStatement = await next()
    expect([batchStatement.isSingleGroup, batchStatement.contents]).toEqual([false, ['g6']])
    batchStatement.end()
    groupStatements[0]?.end()
    // Group 4 gets its own statement next, and the new message of group 1 goes into a batch again.
    const following = [await next(), await next()]
    expect(following.map(({ isSingleGroup, contents }) => [isSingleGroup, ...contents])).toEqual([
      [true, 'g4'],
      [false, 'after'],
    ])
    for (const statement of [...groupStatements.slice(1), ...following]) statement.end()
    expect(await Promise.all(answers)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'after'])
  })

  test('the message writer merges concurrent duplicates of a message, and passes a later duplicate to the database again', async () => {
    const { send, next } = setUpMessageWriter()
    const answers = [send(1, 'a'), send(1, 'a')]
    const first = await next()
    first.end()
    expect(await Promise.all(answers)).toEqual(['a', 'a'])
    void send(1, 'a')
    expect((await next()).contents).toEqual(['a'])
  })

  test('the message writer rejects the pending messages of all groups when the database is unavailable', async () => {
    const { send, next, started } = setUpMessageWriter()
    const answers = [1, 2, 3, 4, 5].map(groupId => send(groupId, `g${groupId}`))
    ;(await next()).end({ lockedGroups: [1, 2, 3, 4] })
    const groupStatements = [await next(), await next(), await next()]
    answers.push(send(1, 'behind'), send(6, 'g6'))
    const batchStatement = await next()
    expect(batchStatement.isSingleGroup).toBe(false)
    groupStatements[0]?.end(unavailable())
    for (const index of [0, 3, 5]) expect(await answers[index]).toMatchObject({ code: 'unavailable' })
    for (const statement of groupStatements.slice(1)) statement.end(unavailable())
    answers.push(send(7, 'g7'))
    batchStatement.end(unavailable())
    for (const index of [6, 7]) expect(await answers[index]).toMatchObject({ code: 'unavailable' })
    expect(started).toEqual([])
    const later = send(1, 'later')
    ;(await next()).end()
    expect(await later).toBe('later')
  })

  test('the message writer continues with other groups after one group timed out, and rejects all messages after two groups timed out', async () => {
    const { send, next } = setUpMessageWriter()
    const answers = [1, 2, 3, 4, 5].map(groupId => send(groupId, `g${groupId}`))
    ;(await next()).end({ lockedGroups: [1, 2, 3, 4, 5] })
    const groupStatements = [await next(), await next(), await next()]
    const behind = send(1, 'behind')
    groupStatements[0]?.end(new TimeoutError())
    expect([await answers[0], await behind]).toEqual([expect.any(TimeoutError), expect.any(TimeoutError)])
    const fourth = await next()
    expect(fourth.contents).toEqual(['g4'])
    groupStatements[1]?.end(new TimeoutError())
    expect(await answers[4]).toBeInstanceOf(TimeoutError)
    fourth.end()
    expect(await answers[3]).toBe('g4')
    // After a successful write, the next timeout counts as a single stalled group again.
    const after = [send(1, 'after'), send(6, 'g6')]
    ;(await next()).end({ lockedGroups: [1] })
    ;(await next()).end(new TimeoutError())
    expect(await Promise.all(after)).toEqual([expect.any(TimeoutError), 'g6'])
  })

  test('the message writer rejects only the affected groups when the database reports lock conflicts', async () => {
    const { send, next } = setUpMessageWriter()
    const answers = [1, 2, 3].map(groupId => send(groupId, `g${groupId}`))
    ;(await next()).end(new LockedError())
    const groupStatements = [await next(), await next(), await next()]
    const behind = send(3, 'behind')
    for (const statement of groupStatements.slice(0, 2)) statement.end(new LockedError())
    expect(await Promise.all(answers.slice(0, 2))).toEqual([expect.any(LockedError), expect.any(LockedError)])
    groupStatements[2]?.end()
    ;(await next()).end()
    expect([await answers[2], await behind]).toEqual(['g3', 'behind'])
  })

  test('when a batch of messages fails, the message writer retries it group by group and then message by message', async () => {
    const { send, next } = setUpMessageWriter()
    const answers = [send(1, 'a'), send(1, 'b'), send(2, 'c')]
    ;(await next()).end(new Error('cannot'))
    const [first, other] = [await next(), await next()]
    expect([first.contents, other.contents]).toEqual([['a', 'b'], ['c']])
    other.end()
    first.end(new Error('cannot'))
    const singleStatement = await next()
    expect(singleStatement.contents).toEqual(['a'])
    singleStatement.end(notFound())
    ;(await next()).end()
    expect(await Promise.all(answers)).toEqual([expect.any(AppError), 'b', 'c'])
  })

  test('drain() of the message writer resolves only when no database write of messages is in flight', async () => {
    const { writer, send, next } = setUpMessageWriter()
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

test('guarantee 27: the send limit allows ten messages within any second for each user', () => {
  let time = 0
  const limit = createSocketSendRateLimiter(10, () => time)
  const tryToAcquireSlots = (userId: number, times: number) =>
    Array.from({ length: times }, () => limit.tryAcquire(userId))
  expect(tryToAcquireSlots(1, 11)).toEqual([...Array(10).fill(true), false])
  expect(limit.tryAcquire(2)).toBe(true)
  time = 999
  expect(limit.tryAcquire(1)).toBe(false)
  time = 1000
  expect(tryToAcquireSlots(1, 11)).toEqual([...Array(10).fill(true), false])
  time = 1_000_000
  expect(limit.tryAcquire(1)).toBe(true)
})
