import type { ShownMessage } from './shown-message.ts'

/** Changes of messages that may just be on their way here, in older pages. */
const mostKept = 200

/** Messages as they were last heard of: a page that arrives may be older than what was said of it while it travelled. */
export class RecentChanges {
  readonly #recent = new Map<number, ShownMessage>()
  readonly #myId: number

  constructor(myId: number) {
    this.#myId = myId
  }

  /** As it is now, unless something newer is known. */
  note(changed: ShownMessage[]): void {
    for (const one of changed) {
      const known = this.#recent.get(one.seq)
      if (known && known.changeSeq > one.changeSeq) continue
      this.#recent.delete(one.seq)
      this.#recent.set(one.seq, one)
    }
    for (const seq of [...this.#recent.keys()].slice(0, -mostKept)) this.#recent.delete(seq)
  }

  newest(one: ShownMessage): ShownMessage {
    return this.#recent.get(one.seq) ?? one
  }

  /** Each as it is now. */
  apply(messages: ShownMessage[]): ShownMessage[] {
    return messages.map(one => {
      const recent = this.#recent.get(one.seq)
      return recent && recent.changeSeq > one.changeSeq ? this.#withOwn(recent, one) : one
    })
  }

  /** Everybody is told of the newest reactions alone: that one's own is not among so many does not mean that it is gone. */
  #withOwn(now: ShownMessage, before: ShownMessage): ShownMessage {
    const { reactions, reactionCount } = now
    const isOwn = ({ userId }: { userId: number }) => userId === this.#myId
    const own = before.reactions.find(isOwn)
    if (!own || reactionCount <= reactions.length || reactions.some(isOwn)) return now
    return { ...now, reactions: [own, ...reactions] }
  }

  clear(): void {
    this.#recent.clear()
  }
}
