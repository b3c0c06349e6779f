import { expect, test } from 'vitest'
import { createOrderedEventEmitter } from './ordered-event-emitter.ts'

test('the ordered event emitter reads message changes again when a higher change number is announced during a read', async () => {
  const emittedSequences: number[] = []
  let sequence = 1
  const readLimits: number[] = []
  const group = createOrderedEventEmitter<{ sequence: number }>({
    read: async (_groupId, after, upTo) => {
      readLimits.push(upTo)
      // The message is changed again during the read, and the change is published at once.
      if (upTo === 1) {
        sequence = 2
        group.emitUpTo(7, 2)
      }
      return sequence > after && sequence <= upTo ? [{ sequence }] : []
    },
    emit: (_groupId, rows) => emittedSequences.push(...rows.map(row => row.sequence)),
    getSequence: row => row.sequence,
    log: { warn: () => {} },
  })
  group.startGroup(7, 0)
  group.emitUpTo(7, 1)
  await expect.poll(() => readLimits).toEqual([1, 2])
  expect(emittedSequences).toEqual([2])
  expect(group.getPosition(7)).toBe(2)
})
