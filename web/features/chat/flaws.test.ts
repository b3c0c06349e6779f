import { expect, test } from 'vitest'
import { findFlaws } from './flaws.ts'
import type { ShownMessage } from './shown-message.ts'

const dev = 'AAAAAAAAAAA'

function sealed(seq: number, c: number, more: Partial<ShownMessage> = {}): ShownMessage {
  return {
    id: seq,
    groupId: 1,
    seq,
    senderId: 9,
    sender: { fullName: 'Siti', profileImageUrl: null },
    clientId: `c${seq}`,
    content: '',
    messageType: 'text',
    isHidden: false,
    isDeleted: false,
    editedAt: null,
    revision: null,
    reactionCount: 0,
    reactions: [],
    changeSeq: 0,

    metadata: { e2ee: { v: 2, n: 1, eid: 'e'.repeat(43), dev } },
    createdAt: '',
    signed: { at: 0, dev, n: 1, headSeq: 1, count: { c, void: [], vault: 0 } },
    ...more,
  }
}

/** Nobody can read its count any more. */
function hidden(seq: number): ShownMessage {
  const { signed: _, ...rest } = sealed(seq, 0)
  return { ...rest, isHidden: true }
}

const flawsIn = (...messages: ShownMessage[]) => [...findFlaws(messages)]

test('a number that is left out is a message that is missing, and one that goes back was turned round', () => {
  expect(flawsIn(sealed(1, 1), sealed(2, 4))).toEqual([[2, { missing: 2 }]])
  expect(flawsIn(sealed(1, 2), sealed(2, 1))).toEqual([[2, { isTurned: true }]])
})

test('one that is hidden is not missing', () => {
  expect(flawsIn(sealed(1, 1), hidden(2), sealed(3, 3))).toEqual([])
  // Somebody else's does not excuse anything.
  expect(flawsIn(sealed(1, 1), { ...hidden(2), senderId: 8 }, sealed(3, 3))).toEqual([[3, { missing: 1 }]])
})
