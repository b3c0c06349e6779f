// Conversation core, part 4: which messages are missing, out of order or outdated.
// Each sending device numbers its messages from 1 without gaps. A skipped number is a withheld message, a decreasing
// number a changed order. Rows without readable content stand for exactly one number, so they cover no other message.
import { encryptionMark } from '#shared/e2ee/encrypted-message.ts'
import type { MessageMemory } from './message-memory.ts'

/** Fields of a displayed message from which its verification state is computed. */
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
  /** Number of messages of the same device that are missing before this message. */
  missing?: number
  /** Set when the server lists the message after a message that its sender sent later. */
  isTurned?: true
  /** Set when the sender is known to have changed the message after the version that the server serves. */
  isOutdated?: true
}

/** Progress of counting the messages of one device. */
interface DeviceCount {
  /** Last known number; undefined while messages before the loaded ones are unknown. */
  last: number | undefined
  /** Rows since then whose number is unknown. */
  unnumbered: number
  void: Set<number>
}

/** Maximum number of missing messages that are counted one by one. */
const maxGap = 1000

function countMissing({ last = 0, unnumbered, void: unused }: DeviceCount, c: number): number {
  const size = Math.min(c - last - 1, maxGap)
  const between = Array.from({ length: Math.max(0, size) }, (_, index) => last + 1 + index)
  return Math.max(0, between.filter(number => !unused.has(number)).length - unnumbered)
}

const getMark = ({ metadata }: JudgedMessage) => encryptionMark.safeParse(metadata?.e2ee).data

/** Number of a message: the signed one, or for a hidden message the one that the server kept. */
function getNumber(message: JudgedMessage): number | undefined {
  return message.signed?.count?.c ?? (message.isHidden ? getMark(message)?.c : undefined)
}

/** Tells whether the row stands for a numbered message whose number cannot be read. */
const isUnnumbered = (message: JudgedMessage) =>
  (message.trouble === 'before' || message.trouble === 'locked' || message.isHidden) &&
  (getMark(message)?.v ?? 1) > 1

/** Checks the counters of each sending device. `messages` is gapless and oldest first; `isFromStart`: it begins with the first. */
function findCountingFlaws(messages: readonly JudgedMessage[], isFromStart: boolean) {
  const flaws = new Map<number, MessageFlaw>()
  const devices = new Map<string, DeviceCount>()
  const getDevice = (message: JudgedMessage): DeviceCount => {
    const key = `${message.senderId} ${message.signed?.dev ?? getMark(message)?.dev}`
    const device = devices.get(key) ?? { last: isFromStart ? 0 : undefined, unnumbered: 0, void: new Set() }
    devices.set(key, device)
    return device
  }
  for (const message of messages)
    for (const unused of message.signed?.count?.void ?? []) getDevice(message).void.add(unused)
  for (const message of messages) {
    const c = getNumber(message)
    const device = getDevice(message)
    if (c === undefined) {
      if (isUnnumbered(message)) device.unnumbered++
      continue
    }
    if (device.last !== undefined && c <= device.last) flaws.set(message.seq, { isTurned: true })
    else {
      const missing = device.last === undefined ? 0 : countMissing(device, c)
      if (missing > 0) flaws.set(message.seq, { missing })
      device.unnumbered = 0
      device.last = c
    }
  }
  return flaws
}

/** Tells whether the sender is known to have changed the message after the version that the server serves. */
function isOutdated(message: JudgedMessage, memory: Pick<MessageMemory, 'getNewest'>): boolean {
  const { clientId, senderId, isHidden, isDeleted, trouble, revisionCount = 0 } = message
  if (clientId === null || isHidden || isDeleted || trouble) return false
  return memory.getNewest({ of: clientId, by: senderId }) > revisionCount
}

/** Returns the flaws of messages by sequence number. `messages` are gapless, oldest first. */
export function findMessageFlaws(
  messages: readonly JudgedMessage[],
  { isFromStart, memory }: { isFromStart: boolean; memory: Pick<MessageMemory, 'getNewest'> },
): Map<number, MessageFlaw> {
  const flaws = findCountingFlaws(messages, isFromStart)
  for (const message of messages)
    if (isOutdated(message, memory)) flaws.set(message.seq, { ...flaws.get(message.seq), isOutdated: true })
  return flaws
}
