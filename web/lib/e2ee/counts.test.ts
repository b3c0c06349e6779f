import { expect, test } from 'vitest'
import { type CountRecord, give, keepSealed, noCounts, settle } from './counts.ts'
import type { Sealed } from './message.ts'

const sealed = (content: string): Sealed => ({
  content,
  messageType: 'text',
  metadata: { e2ee: { v: 2, n: 1, eid: 'e', dev: 'd' } },
})

test('each message has one number, however often it is sent, and no number is left out without a word', () => {
  let record: CountRecord = noCounts
  const next = (clientId: string, now = 0) => {
    const given = give(record, clientId, now)
    record = given.record
    return given.counted
  }
  expect(next('a')).toMatchObject({ c: 1, void: [] })
  record = keepSealed(record, 'a', sealed('A'))
  // Sent again before anybody heard of it, and after: the same bytes.
  expect(next('a')).toMatchObject({ c: 1, sealed: sealed('A') })
  record = settle(record, 'a', 7)
  expect(next('a')).toMatchObject({ c: 1, sealed: sealed('A') })
  record = settle(record, 'a', 7)
  expect(next('b')).toMatchObject({ c: 2, void: [] })
  // Given up: the next one says so, until it has arrived.
  record = settle(record, 'b', undefined)
  expect(next('c')).toMatchObject({ c: 3, void: [2] })
  expect(next('d')).toMatchObject({ c: 4, void: [2] })
  record = settle(record, 'd', 8)
  expect(next('e')).toMatchObject({ c: 5, void: [] })
  // On a page that was closed long ago: nobody will send it any more.
  expect(next('f', 11 * 60 * 1000)).toMatchObject({ c: 6, void: [3, 5] })
  expect(record.sent.map(({ clientId, seq }) => [clientId, seq])).toEqual([['a', 7]])
})
