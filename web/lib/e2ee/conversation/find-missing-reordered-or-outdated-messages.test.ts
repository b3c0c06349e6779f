import { describe, expect, test } from 'vitest'
import {
  findMissingReorderedOrOutdatedMessages,
  type JudgedMessage,
} from './find-missing-reordered-or-outdated-messages.ts'
import { MessageMemory } from './message-memory.ts'
import {
  buildReplyReference,
  findQuotedMessage,
  isQuotedMessageChangedSinceReply,
} from './message-reference.ts'

const dev = 'AAAAAAAAAAA'
const buildEncryptionMark = (c?: number) => ({
  v: 4,
  n: 1,
  eid: 'e'.repeat(43),
  dev,
  ...(c !== undefined && { c }),
})

function buildJudgedMessage(seq: number, c: number, changes: Partial<JudgedMessage> = {}): JudgedMessage {
  return {
    ...{ seq, senderId: 9, clientId: `c${seq}`, isHidden: false, isDeleted: false },
    metadata: { e2ee: buildEncryptionMark() },
    signed: { dev, count: { c, void: [] } },
    ...changes,
  }
}

/** Builds a message without readable content, such as a hidden one. `c` is the message number that the server kept. */
function buildUnreadableMessage(seq: number, changes: Partial<JudgedMessage>, c?: number): JudgedMessage {
  const { signed: _, ...rest } = buildJudgedMessage(seq, 0)
  return { ...rest, metadata: { e2ee: buildEncryptionMark(c) }, ...changes }
}

const memory = new MessageMemory()
const findFlaws = (messages: JudgedMessage[], isFromStart = true) => [
  ...findMissingReorderedOrOutdatedMessages(messages, { isFromStart, memory }),
]

describe('findMissingReorderedOrOutdatedMessages', () => {
  test('findMissingReorderedOrOutdatedMessages reports skipped message numbers as missing messages and decreasing numbers as a changed order', () => {
    expect(findFlaws([buildJudgedMessage(1, 1), buildJudgedMessage(2, 4)])).toEqual([[2, { missing: 2 }]])
    expect(findFlaws([buildJudgedMessage(1, 1), buildJudgedMessage(2, 3), buildJudgedMessage(3, 2)])).toEqual(
      [
        [2, { missing: 1 }],
        [3, { isTurned: true }],
      ],
    )
    expect(
      findFlaws([
        buildJudgedMessage(1, 1),
        buildJudgedMessage(2, 3, { signed: { dev, count: { c: 3, void: [2] } } }),
      ]),
    ).toEqual([])
  })

  test('findMissingReorderedOrOutdatedMessages reports a missing first message of a device once the beginning of the conversation is loaded', () => {
    expect(findFlaws([buildJudgedMessage(1, 2)])).toEqual([[1, { missing: 1 }]])
    expect(findFlaws([buildJudgedMessage(7, 5)], false)).toEqual([])
  })

  test('findMissingReorderedOrOutdatedMessages counts a hidden or unreadable message as exactly one message', () => {
    for (const changes of [
      { isHidden: true },
      { trouble: 'before' as const },
      { trouble: 'locked' as const },
    ]) {
      expect(
        findFlaws([buildJudgedMessage(1, 1), buildUnreadableMessage(2, changes), buildJudgedMessage(3, 3)]),
      ).toEqual([])
      expect(
        findFlaws([buildJudgedMessage(1, 1), buildUnreadableMessage(2, changes), buildJudgedMessage(3, 4)]),
      ).toEqual([[3, { missing: 1 }]])
      expect(findFlaws([buildUnreadableMessage(1, changes), buildJudgedMessage(2, 2)])).toEqual([])
    }
    // An unreadable message of another sender does not explain the missing number.
    const other = buildUnreadableMessage(2, { isHidden: true, senderId: 8 })
    expect(findFlaws([buildJudgedMessage(1, 1), other, buildJudgedMessage(3, 3)])).toEqual([
      [3, { missing: 1 }],
    ])
  })

  test('findMissingReorderedOrOutdatedMessages reports nothing missing for a message hidden by moderators if the server still sends its number', () => {
    expect(
      findFlaws([
        buildJudgedMessage(1, 1),
        buildUnreadableMessage(2, { isHidden: true }, 2),
        buildJudgedMessage(3, 3),
      ]),
    ).toEqual([])
    expect(
      findFlaws([
        buildJudgedMessage(1, 1),
        buildUnreadableMessage(2, { isHidden: true }, 3),
        buildJudgedMessage(3, 4),
      ]),
    ).toEqual([[2, { missing: 1 }]])
  })

  test('findMissingReorderedOrOutdatedMessages marks a message as outdated when the device knows of a later change', () => {
    const known = new MessageMemory()
    const judgeKnown = (judged: JudgedMessage) => [
      ...findMissingReorderedOrOutdatedMessages([judged], { isFromStart: true, memory: known }),
    ]
    known.recordAnnounced(9, [{ of: 'c1', by: 9, k: 2 }])
    expect(judgeKnown(buildJudgedMessage(1, 1))).toEqual([[1, { isOutdated: true }]])
    expect(judgeKnown(buildJudgedMessage(1, 1, { revisionCount: 1 }))).toEqual([[1, { isOutdated: true }]])
    expect(judgeKnown(buildJudgedMessage(1, 1, { revisionCount: 2 }))).toEqual([])
    // A change announced by a user who is not the author of the message is ignored.
    known.recordAnnounced(8, [{ of: 'c1', by: 9, k: 5 }])
    expect(judgeKnown(buildJudgedMessage(1, 1, { revisionCount: 2 }))).toEqual([])
  })
})

describe('findQuotedMessage', () => {
  const question = { seq: 1, senderId: 9, clientId: 'soalan', signed: { hash: 'h1' } }
  const other = { seq: 2, senderId: 9, clientId: 'lain', signed: { hash: 'h2' } }
  const reference = buildReplyReference(question)

  test('findQuotedMessage returns the message that the reply was written for, even after the server has swapped two messages', () => {
    const swapped = [
      { ...other, seq: 1 },
      { ...question, seq: 2 },
    ]
    expect(findQuotedMessage(reference, swapped, swapped[0])).toMatchObject({
      clientId: 'soalan',
      seq: 2,
    })
  })

  test('findQuotedMessage returns null if the message at the quoted position has another id or another hash than the reply states', () => {
    expect(findQuotedMessage(reference, [{ ...other, seq: 1 }], { ...other, seq: 1 })).toBeNull()
    const forged = { ...question, signed: { hash: 'h3' } }
    expect(findQuotedMessage(reference, [forged], forged)).toBeNull()
    expect(findQuotedMessage(reference, [], undefined)).toBeUndefined()
  })

  test('findQuotedMessage finds the quoted message by position for replies in an older message format', () => {
    expect(findQuotedMessage({ seq: 2 }, [question, other], undefined)).toBe(other)
  })

  test('isQuotedMessageChangedSinceReply returns true if the quoted message was edited after the reply', () => {
    expect(isQuotedMessageChangedSinceReply(reference, { ...question, revisionCount: 1 })).toBe(true)
    expect(isQuotedMessageChangedSinceReply(reference, question)).toBe(false)
  })
})
