import type { DisplayedMessage } from '#web/features/chat/displayed-message.ts'

/** Maximum number of changed messages in memory: more than change while a page of messages loads. */
const maxRemembered = 200

/** Remembers the newest versions of changed messages, because a page being loaded may contain older versions. */
export class RecentChanges {
  readonly #recent = new Map<number, DisplayedMessage>()
  readonly #myId: number

  constructor(myId: number) {
    this.#myId = myId
  }

  /** Stores the changed messages. A message is skipped when a newer version of it is already stored. */
  rememberChanges(changed: DisplayedMessage[]): void {
    for (const message of changed) {
      const remembered = this.#recent.get(message.seq)
      if (remembered && remembered.changeSeq > message.changeSeq) continue
      this.#recent.delete(message.seq)
      this.#recent.set(message.seq, message)
    }
    for (const seq of [...this.#recent.keys()].slice(0, -maxRemembered)) this.#recent.delete(seq)
  }

  getNewestVersion(message: DisplayedMessage): DisplayedMessage {
    return this.#recent.get(message.seq) ?? message
  }

  /** Replaces each message by its newest known version. */
  applyChanges(messages: DisplayedMessage[]): DisplayedMessage[] {
    return messages.map(message => {
      const recent = this.#recent.get(message.seq)
      return recent && recent.changeSeq > message.changeSeq ? this.#keepOwnReaction(recent, message) : message
    })
  }

  /** Keeps the user's own reaction, because a change event lists only the newest reactions of a message. */
  #keepOwnReaction(newer: DisplayedMessage, older: DisplayedMessage): DisplayedMessage {
    const { reactions, reactionCount } = newer
    const isOwn = ({ userId }: { userId: number }) => userId === this.#myId
    const own = older.reactions.find(isOwn)
    if (!own || reactionCount <= reactions.length || reactions.some(isOwn)) return newer
    return { ...newer, reactions: [own, ...reactions] }
  }

  clear(): void {
    this.#recent.clear()
  }
}
