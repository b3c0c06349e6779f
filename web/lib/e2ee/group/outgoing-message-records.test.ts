import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EncryptedMessage } from '#web/lib/e2ee/message/message.ts'
import {
  addCiphertextToPendingMessage,
  assignMessageNumber,
  emptyCounterRecord,
  type MessageCounterRecord,
  recordMessageSendResult,
} from './outgoing-message-records.ts'

const sealed: EncryptedMessage = {
  content: 'e2ee1.x',
  messageType: 'text',
  metadata: { e2ee: { v: 2, n: 1, eid: 'e', dev: 'd' } },
}
const ids = fc.integer({ min: 1, max: 12 }).map(id => `m${id}`)
const steps = fc.array(
  fc.oneof(
    fc.record({ op: fc.constant('give' as const), id: ids }),
    fc.record({ op: fc.constant('store' as const), id: ids }),
    fc.record({ op: fc.constant('drop' as const), id: ids }),
    fc.record({ op: fc.constant('wait' as const), id: ids }),
  ),
  { maxLength: 60 },
)

test('a device numbers messages uniquely without gaps and never declares the number of a stored message unused', () => {
  fc.assert(
    fc.property(steps, list => {
      let record: MessageCounterRecord = emptyCounterRecord
      let now = 0
      const owner = new Map<number, string>()
      const stored = new Map<string, number>()
      for (const { op, id } of list) {
        if (op === 'give') {
          const assigned = assignMessageNumber(record, id, now)
          record = assigned.record
          const { c, void: unused } = assigned.counted
          expect(owner.get(c) ?? id).toBe(id)
          owner.set(c, id)
          for (const unusedNumber of unused) expect([...stored.values()]).not.toContain(unusedNumber)
          record = addCiphertextToPendingMessage(record, id, sealed)
        } else if (op === 'store') {
          const open = record.open[id]
          if (open) stored.set(id, open.c)
          record = recordMessageSendResult(record, id, list.length)
        } else if (op === 'drop') record = recordMessageSendResult(record, id, undefined)
        else now += 6 * 60 * 1000
      }
      expect([...owner.keys()].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: record.last }, (_, index) => index + 1),
      )
    }),
  )
})

test('a message that a restored server has lost is sent again with the same message number', () => {
  const first = assignMessageNumber(emptyCounterRecord, 'a', 0)
  const stored = recordMessageSendResult(addCiphertextToPendingMessage(first.record, 'a', sealed), 'a', 5)
  expect(stored.sent).toMatchObject([{ clientId: 'a', seq: 5, c: 1 }])
  const resent = assignMessageNumber(stored, 'a', 1)
  expect(resent.counted).toEqual({ c: 1, void: [], sealed })
  expect(recordMessageSendResult(resent.record, 'a', 3).sent).toMatchObject([{ clientId: 'a', seq: 3, c: 1 }])
  expect(recordMessageSendResult(stored, 'a', 4).sent).toMatchObject([{ clientId: 'a', seq: 4, c: 1 }])
  expect(assignMessageNumber(resent.record, 'b', 1).counted.c).toBe(2)
})
