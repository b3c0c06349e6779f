// A message as a screen shows it, on its way out, and what is done to it.
import type { ChangeBody, Message } from '#shared/contracts/chat.ts'
import type { Extra } from '#shared/e2ee/extra.ts'
import type { SignedPart } from '#web/lib/e2ee/message-opening.ts'

/** In an encrypted group: opened, or what keeps it from being. */
export interface ShownMessage extends Message {
  trouble?: 'before' | 'locked' | 'forged'
  /** Said before the group was encrypted. */
  isPlain?: true
  /** What its sender signed beside the words. */
  signed?: SignedPart
  /** What goes with the words; in an encrypted group as it was signed. */
  extra?: Extra
}

/** One's own words until they have arrived. */
export interface Outgoing {
  clientId: string
  content: string
  createdAt: string
  /** What it answers, and on whom it calls. */
  extra?: Extra
  /** Left out: on its way. */
  error?: string
  /** What it waits for: it stays on this device until then, also when the page is closed. */
  waits?: string
}

/** What is done to a message that stands already. `content`: the new words, or the emoji. */
export interface Change {
  message: ShownMessage
  op: ChangeBody['op']
  content?: string
  extra?: Extra
  /** Given when it has been sealed. */
  clientId?: string
  metadata?: Record<string, unknown>
}
