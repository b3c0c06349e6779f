import { expect, test } from 'vitest'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import { findMissingOrReorderedMessages } from './sequence-flaws.ts'

const dev = 'AAAAAAAAAAA'

function encryptedMessage(seq: number, c: number, more: Partial<DisplayedMessage> = {}): DisplayedMessage {
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

/** A hidden message, whose signed message counter is no longer readable. */
function hiddenMessage(seq: number): DisplayedMessage {
  const { signed: _, ...rest } = encryptedMessage(seq, 0)
  return { ...rest, isHidden: true }
}

const listFlaws = (...messages: DisplayedMessage[]) => [...findMissingOrReorderedMessages(messages)]

test('findMissingOrReorderedMessages reports skipped counters as missing and a decreasing counter as reordered', () => {
  expect(listFlaws(encryptedMessage(1, 1), encryptedMessage(2, 4))).toEqual([[2, { missing: 2 }]])
  expect(listFlaws(encryptedMessage(1, 2), encryptedMessage(2, 1))).toEqual([[2, { isTurned: true }]])
})

test('findMissingOrReorderedMessages does not report a hidden message of the same sender as missing', () => {
  expect(listFlaws(encryptedMessage(1, 1), hiddenMessage(2), encryptedMessage(3, 3))).toEqual([])
  // A hidden message of another sender does not explain the gap.
  expect(
    listFlaws(encryptedMessage(1, 1), { ...hiddenMessage(2), senderId: 8 }, encryptedMessage(3, 3)),
  ).toEqual([[3, { missing: 1 }]])
})
