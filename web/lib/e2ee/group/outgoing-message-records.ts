// Numbers this device's messages without gaps, so that recipients notice a missing message.

import { type AnnouncedChange, maxAnnouncedChanges } from '#shared/e2ee/message-metadata.ts'
import type { EncryptedMessage } from '#web/lib/e2ee/message/message.ts'
import type { NumberedMessage } from './group-ports.ts'

export interface MessageCounterRecord {
  /** Last message number that this device has assigned in the group. */
  last: number
  /** Numbered messages that the server has not confirmed yet, by client id (the sender's message id). */
  open: Record<string, NumberedMessage & { at: number }>
  /** Message numbers whose messages were never sent. The next message declares these numbers unused. */
  void: number[]
  /** Edits, deletions and reactions by this device that no message has announced; absent in old records. */
  made?: AnnouncedChange[]
  /** Newest messages of this device that the server has stored. */
  sent: (NumberedMessage & { clientId: string; seq: number; sealed: EncryptedMessage })[]
}

export const emptyCounterRecord: MessageCounterRecord = { last: 0, open: {}, void: [], sent: [] }

const maxSent = 50
/** Milliseconds after which a message counts as never sent if the server has not confirmed it. */
const outcomeTimeout = 10 * 60 * 1000

export function assignMessageNumber(
  record: MessageCounterRecord,
  clientId: string,
  now: number,
): { record: MessageCounterRecord; counted: NumberedMessage } {
  const pending = record.open[clientId]
  if (pending) return { record, counted: pending }
  // A message that this device has sent before keeps its number when it is sent again, for example after a restore.
  const resent = record.sent.find(entry => entry.clientId === clientId)
  if (resent) {
    const { c, void: announced, made, sealed } = resent
    const counted = { c, void: announced, ...(made && { made }), sealed }
    return {
      counted,
      record: {
        ...record,
        open: { ...record.open, [clientId]: { ...counted, at: now } },
        sent: record.sent.filter(entry => entry !== resent),
      },
    }
  }
  const isMessageLost = ([, { at }]: [string, { at: number }]) => now - at > outcomeTimeout
  const lost = Object.entries(record.open).filter(isMessageLost)
  const unused = [...new Set([...record.void, ...lost.map(([, { c }]) => c)])]
  const made = record.made?.slice(0, maxAnnouncedChanges) ?? []
  const counted = { c: record.last + 1, void: unused, ...(made.length > 0 && { made }) }
  const open = Object.fromEntries(Object.entries(record.open).filter(entry => !isMessageLost(entry)))
  return {
    counted,
    record: {
      ...record,
      last: counted.c,
      void: unused,
      open: { ...open, [clientId]: { ...counted, at: now } },
    },
  }
}

export function addCiphertextToPendingMessage(
  record: MessageCounterRecord,
  clientId: string,
  sealed: EncryptedMessage,
): MessageCounterRecord {
  const counted = record.open[clientId]
  return counted ? { ...record, open: { ...record.open, [clientId]: { ...counted, sealed } } } : record
}

export function recordMessageSendResult(
  record: MessageCounterRecord,
  clientId: string,
  seq: number | undefined,
): MessageCounterRecord {
  const { [clientId]: counted, ...open } = record.open
  if (!counted) return recordRepeatedSendResult(record, clientId, seq)
  if (seq === undefined) return { ...record, open, void: [...record.void, counted.c] }
  const announced = new Set(counted.void)
  const { c, sealed, made = [] } = counted
  const stored = { clientId, seq, c, void: counted.void, ...(made.length > 0 && { made }) }
  const sent = sealed ? [...record.sent, { ...stored, sealed }] : record.sent
  const unannounced = record.made?.filter(change => !made.some(other => isSameChange(change, other)))
  return {
    ...record,
    open,
    void: record.void.filter(c => !announced.has(c)),
    ...(unannounced && { made: unannounced }),
    sent: sent.slice(-maxSent),
  }
}

const isSameTarget = (a: AnnouncedChange, b: AnnouncedChange) =>
  a.of === b.of && a.by === b.by && a.isReaction === b.isReaction
const isSameChange = (a: AnnouncedChange, b: AnnouncedChange) => isSameTarget(a, b) && a.k === b.k

/**
 * Records an edit, deletion or reaction that the server has stored. Of several on one message, only the
 * newest text change and the newest reaction are listed in the next message.
 */
export function recordOwnMessageEditDeletionOrReaction(
  record: MessageCounterRecord,
  change: AnnouncedChange,
): MessageCounterRecord {
  const others = (record.made ?? []).filter(other => !isSameTarget(other, change))
  return { ...record, made: [...others, change] }
}

/** Erases the content of a deleted message, so that it is never resent. Its number stays in use. */
export function eraseContentOfSentMessage(
  record: MessageCounterRecord,
  clientId: string,
): MessageCounterRecord {
  const known = record.sent.find(entry => entry.clientId === clientId)
  if (!known || isContentForgotten(known)) return record
  const forgotten = { ...known, sealed: { ...known.sealed, content: '' } }
  return { ...record, sent: record.sent.map(entry => (entry === known ? forgotten : entry)) }
}

export const isContentForgotten = ({ sealed }: { sealed: EncryptedMessage }) => sealed.content === ''

/**
 * Records the new `seq` of an already stored message. If a deleted message was lost by the server, its number becomes
 * free.
 */
function recordRepeatedSendResult(
  record: MessageCounterRecord,
  clientId: string,
  seq: number | undefined,
): MessageCounterRecord {
  const known = record.sent.find(entry => entry.clientId === clientId)
  if (known && seq === undefined && isContentForgotten(known)) {
    return { ...record, void: [...record.void, known.c], sent: record.sent.filter(entry => entry !== known) }
  }
  if (!known || seq === undefined || known.seq === seq) return record
  return { ...record, sent: [...record.sent.filter(entry => entry !== known), { ...known, seq }] }
}
