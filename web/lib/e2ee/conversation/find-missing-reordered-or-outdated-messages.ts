// Conversation core, part 4: finds messages that are missing, out of order or outdated.
// Each sending device numbers its messages from 1 without gaps.
// A skipped number means that the server withholds a message, a decreasing number that it reorders the messages.
// An unreadable message counts as exactly one message number, so that it cannot hide another missing message.
import { encryptionMark } from '#shared/e2ee/encrypted-message.ts'
import type { MessageMemory } from './message-memory.ts'

/** Fields of a displayed message that the search for missing, reordered or outdated messages needs. */
export interface JudgedMessage {
  seq: number
  senderId: number
  clientId: string | null
  isHidden: boolean
  isDeleted: boolean
  metadata: Record<string, unknown> | null
  trouble?: 'before' | 'locked' | 'forged'
  isPlain?: true
  revisionCount?: number
  signed?: { dev: string; count?: { c: number; void: number[] } }
}

export interface MessageFlaw {
  /** Number of messages from the same device that are missing before the message. */
  missing?: number
  /** Set if the server lists the message after a later message of the same sender. */
  isTurned?: true
  /** Set if the server sent an old version of the message, although its sender is known to have changed it later. */
  isOutdated?: true
}

/** Progress of checking the message numbers of one sending device. */
interface DeviceCount {
  /** Last known message number of the sending device; undefined until a numbered message of it has been loaded. */
  last: number | undefined
  /** Number of messages since message number `last` whose own message numbers this device cannot read. */
  unnumbered: number
  void: Set<number>
}

/** Maximum number of skipped message numbers that are examined. Further skipped numbers are ignored. */
const maxGap = 1000

function countMissingMessages({ last = 0, unnumbered, void: unused }: DeviceCount, c: number): number {
  const size = Math.min(c - last - 1, maxGap)
  const between = Array.from({ length: Math.max(0, size) }, (_, index) => last + 1 + index)
  return Math.max(0, between.filter(number => !unused.has(number)).length - unnumbered)
}

const getEncryptionMark = ({ metadata }: JudgedMessage) => encryptionMark.safeParse(metadata?.e2ee).data

/**
 * Returns the sequence number that the sending device gave a message. The sender's signature covers the number. For a
 * hidden message, the number is the one stored by the server.
 */
function getMessageNumber(message: JudgedMessage): number | undefined {
  return message.signed?.count?.c ?? (message.isHidden ? getEncryptionMark(message)?.c : undefined)
}

/**
 * Whether a numbered message is hidden or cannot be decrypted, so that this device cannot verify its number.
 */
const isMessageNumberUnreadable = (message: JudgedMessage) =>
  (message.trouble === 'before' || message.trouble === 'locked' || message.isHidden) &&
  (getEncryptionMark(message)?.v ?? 1) > 1

/**
 * Checks the numbering of each sending device. `messages`: gapless, oldest first. `isFromStart`: begins with the first.
 */
function findNumberingFlaws(messages: readonly JudgedMessage[], isFromStart: boolean) {
  const flaws = new Map<number, MessageFlaw>()
  const devices = new Map<string, DeviceCount>()
  const getDevice = (message: JudgedMessage): DeviceCount => {
    const key = `${message.senderId} ${message.signed?.dev ?? getEncryptionMark(message)?.dev}`
    const device = devices.get(key) ?? { last: isFromStart ? 0 : undefined, unnumbered: 0, void: new Set() }
    devices.set(key, device)
    return device
  }
  for (const message of messages)
    for (const unused of message.signed?.count?.void ?? []) getDevice(message).void.add(unused)
  for (const message of messages) {
    const c = getMessageNumber(message)
    const device = getDevice(message)
    if (c === undefined) {
      if (isMessageNumberUnreadable(message)) device.unnumbered++
      continue
    }
    if (device.last !== undefined && c <= device.last) flaws.set(message.seq, { isTurned: true })
    else {
      const missing = device.last === undefined ? 0 : countMissingMessages(device, c)
      if (missing > 0) flaws.set(message.seq, { missing })
      device.unnumbered = 0
      device.last = c
    }
  }
  return flaws
}

/** Whether the message's sender is known to have changed the message later than the version that the server sent. */
function isMessageOutdated(message: JudgedMessage, memory: Pick<MessageMemory, 'getNewest'>): boolean {
  const { clientId, senderId, isHidden, isDeleted, trouble, revisionCount = 0 } = message
  if (clientId === null || isHidden || isDeleted || trouble) return false
  return memory.getNewest({ of: clientId, by: senderId }) > revisionCount
}

/**
 * Returns the flaws of messages (missing predecessors, wrong order, outdated version) by sequence number. The messages
 * must be gapless and sorted oldest first.
 */
export function findMissingReorderedOrOutdatedMessages(
  messages: readonly JudgedMessage[],
  { isFromStart, memory }: { isFromStart: boolean; memory: Pick<MessageMemory, 'getNewest'> },
): Map<number, MessageFlaw> {
  const flaws = findNumberingFlaws(messages, isFromStart)
  for (const message of messages)
    if (isMessageOutdated(message, memory))
      flaws.set(message.seq, { ...flaws.get(message.seq), isOutdated: true })
  return flaws
}
