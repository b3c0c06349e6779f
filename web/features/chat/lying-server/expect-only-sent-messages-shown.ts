// Test check for a dishonest server: a device must show only messages that were really sent.
import { expect } from 'vitest'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'
import type { MessageFlaw } from '#web/lib/e2ee/conversation/find-missing-reordered-or-outdated-messages.ts'
import { findQuotedMessage } from '#web/lib/e2ee/conversation/message-reference.ts'
import type { RecordedConversation } from './recorded-conversations.ts'

/** Fails the test if a message is shown that its sender did not send in this conversation at this position. */
export function expectOnlySentMessagesShown(
  talk: RecordedConversation,
  shown: DisplayedMessage[],
  flaws: Map<number, MessageFlaw>,
  isKnown: boolean,
) {
  const isReadable = ({ trouble, isHidden, isDeleted }: DisplayedMessage) =>
    !trouble && !isHidden && !isDeleted
  const readable = shown.filter(isReadable)
  const readableIds = new Set(readable.map(({ clientId }) => clientId))
  expect(readableIds.size, 'a message is shown twice').toBe(readable.length)
  const lastOf = new Map<string, number>()
  for (const message of shown) {
    const truth = talk.said.get(message.clientId ?? '')
    if (message.isDeleted && !message.trouble && !message.isHidden)
      expect(truth?.isDeleted, 'shown as deleted').toBe(true)
    if (!isReadable(message)) continue
    expect(truth, 'never said').toBeDefined()
    if (!truth) continue
    expect(message.senderId, 'said by somebody else').toBe(truth.senderId)
    expect(truth.versions, 'other words').toContain(message.content)
    const isLast = message.content === truth.versions.at(-1) && !truth.isDeleted
    const isTold = isKnown || (truth.announcedBy !== undefined && readableIds.has(truth.announcedBy))
    if (!isLast && isTold) expect(flaws.get(message.seq)?.isOutdated, 'outdated version').toBe(true)
    expectQuoteOfSentMessage(talk, message, shown)
    for (const { userId, content } of message.reactions)
      expect(truth.reactions.get(userId), 'a reaction that was never made').toContain(content)
    if (truth.c < (lastOf.get(truth.dev) ?? 0))
      expect(flaws.get(message.seq)?.isTurned, 'changed order').toBe(true)
    lastOf.set(truth.dev, Math.max(truth.c, lastOf.get(truth.dev) ?? 0))
  }
  expectMissingMessagesDetected(talk, shown, readable, flaws)
}

function expectQuoteOfSentMessage(
  talk: RecordedConversation,
  message: DisplayedMessage,
  shown: DisplayedMessage[],
): void {
  const { reply } = message.extra ?? {}
  const quoted =
    reply &&
    findQuotedMessage(
      reply,
      shown,
      shown.find(({ seq }) => seq === reply.seq),
    )
  if (quoted && !quoted.trouble && !quoted.isHidden)
    expect(quoted.clientId, 'another message is quoted').toBe(
      talk.said.get(message.clientId ?? '')?.repliesTo,
    )
}

/** Fails the test if a message is missing and the chat does not warn about the gap. */
function expectMissingMessagesDetected(
  talk: RecordedConversation,
  shown: DisplayedMessage[],
  readable: DisplayedMessage[],
  flaws: Map<number, MessageFlaw>,
): void {
  const present = new Set(shown.map(({ clientId }) => clientId))
  const unclear = shown.filter(
    ({ clientId, trouble, isHidden }) => (trouble || isHidden) && !talk.said.has(clientId ?? ''),
  ).length
  // When the server lists a message twice, the chat marks the second copy as unreadable.
  // For each message marked as a duplicate, the chat may omit the warning about one missing message.
  const repeated = shown.length - present.size
  for (const message of readable) {
    const truth = talk.said.get(message.clientId ?? '')
    if (!truth) continue
    const before = [...talk.said].filter(([, other]) => other.dev === truth.dev && other.c < truth.c)
    const missing = before.filter(([clientId]) => !present.has(clientId)).length
    const isTold = shown.some(
      ({ seq, clientId }) =>
        flaws.has(seq) && (talk.said.get(clientId ?? '')?.dev ?? truth.dev) === truth.dev,
    )
    if (missing > unclear + repeated) expect(isTold, 'a dropped message').toBe(true)
  }
}
