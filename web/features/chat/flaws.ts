// What the counts of each device tell of a run of messages: whether one is missing, or two were turned round.
import { sealedMark } from '#shared/e2ee/sealed.ts'
import type { ShownMessage } from './shown-message.ts'

export interface Flaw {
  /** So many of the same sender should stand before this one. */
  missing?: number
  /** It stands behind one that was said later. */
  isTurned?: true
}

/** By sequence. `messages`: without gaps, oldest first. */
export function findFlaws(messages: ShownMessage[]): Map<number, Flaw> {
  const flaws = new Map<number, Flaw>()
  const counts = new Map<string, number>()
  const empty = new Map<string, Set<number>>()
  for (const { senderId, signed } of messages) {
    if (!signed?.count) continue
    const name = `${senderId} ${signed.dev}`
    empty.set(name, new Set([...(empty.get(name) ?? []), ...signed.count.void]))
  }
  for (const message of messages) {
    const { senderId, signed, seq, trouble, isHidden } = message
    const dev = signed?.dev ?? sealedMark.safeParse(message.metadata?.e2ee).data?.dev
    const name = `${senderId} ${dev}`
    // What cannot be opened here, or is hidden, may have any count: from there on it is counted anew.
    if (trouble === 'before' || trouble === 'locked' || isHidden) counts.delete(name)
    if (!signed?.count) continue
    const { c } = signed.count
    const last = counts.get(name)
    if (last !== undefined && c <= last) flaws.set(seq, { isTurned: true })
    else if (last !== undefined) {
      const between = Array.from({ length: Math.min(c - last - 1, 1000) }, (_, index) => last + 1 + index)
      const missing = between.filter(one => !empty.get(name)?.has(one)).length
      if (missing > 0) flaws.set(seq, { missing })
    }
    counts.set(name, Math.max(c, last ?? 0))
  }
  return flaws
}
