// Detects missing and reordered messages in an encrypted group.
// Each sending device numbers its messages with a signed counter (`c`).
// A skipped counter means a withheld message, and a decreasing counter means a changed order.
import { encryptionMark } from '#shared/e2ee/encrypted-message.ts'
import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'

export interface SequenceFlaw {
  /** Number of messages of the same sender that are missing before this message. */
  missing?: number
  /** Set when the server lists the message after a message that its sender sent later. */
  isTurned?: true
}

/** Returns missing and reordered messages by sequence number. `messages` must be gapless, oldest first. */
export function findMissingOrReorderedMessages(messages: DisplayedMessage[]): Map<number, SequenceFlaw> {
  const flaws = new Map<number, SequenceFlaw>()
  const lastCounts = new Map<string, number>()
  const voidCounts = new Map<string, Set<number>>()
  for (const { senderId, signed } of messages) {
    if (!signed?.count) continue
    const deviceKey = `${senderId} ${signed.dev}`
    voidCounts.set(deviceKey, new Set([...(voidCounts.get(deviceKey) ?? []), ...signed.count.void]))
  }
  for (const message of messages) {
    const { senderId, signed, seq, trouble, isHidden } = message
    const dev = signed?.dev ?? encryptionMark.safeParse(message.metadata?.e2ee).data?.dev
    const deviceKey = `${senderId} ${dev}`
    // The counter of an unreadable or hidden message is unknown, so counting restarts after it.
    if (trouble === 'before' || trouble === 'locked' || isHidden) lastCounts.delete(deviceKey)
    if (!signed?.count) continue
    const { c } = signed.count
    const last = lastCounts.get(deviceKey)
    if (last !== undefined && c <= last) flaws.set(seq, { isTurned: true })
    else if (last !== undefined) {
      const between = Array.from({ length: Math.min(c - last - 1, 1000) }, (_, index) => last + 1 + index)
      const missing = between.filter(count => !voidCounts.get(deviceKey)?.has(count)).length
      if (missing > 0) flaws.set(seq, { missing })
    }
    lastCounts.set(deviceKey, Math.max(c, last ?? 0))
  }
  return flaws
}
