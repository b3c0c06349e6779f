import type { ErrorCode } from '#shared/errors.ts'
import type { Call, NewSignal, SignalPart } from './calls.ts'
import type { LastMessage, Message, NewMessage } from './chat.ts'
import type { Topic } from './topics.ts'

/** What has changed, by topic; `by`: the window that did it, and knows. */
export interface Touched {
  topics: Topic[]
  by?: string
}

/** What goes out over the socket: after commit, and healed by the ordinary calls when it is missed. */
export interface ServerEvents {
  refresh(touched: Touched[]): void
  /** To everyone who joined the group, the sender included, in the order of `seq`. A gap in it: fetch what lies between. */
  'new-message'(message: Message): void
  /** To everyone who joined the group: nothing of it may be shown any more. */
  'message-hidden'(place: { groupId: number; seq: number }): void
  /**
   * To everyone who joined the group, in the order of changes: the message as it is now. `after` is the change that was
   * handed out before this one; whoever has not heard of that asks for what lies between.
   */
  'message-changed'(change: { groupId: number; after: number; message: Message }): void
  /** To members who have not joined the group on this socket, at most once a second a group. */
  'group-activity'(activity: GroupActivity): void
  /**
   * To all devices of one user: how far the user has read, on any device or by sending, and how many of the user's own
   * messages come after that. `lastReadSeq` never decreases.
   */
  'group-read'(read: { groupId: number; lastReadSeq: number; ownUnread: number }): void
  /** To everyone who joined a small group: how far somebody in it has read. */
  'member-read'(read: { groupId: number; userId: number; lastReadSeq: number }): void
  /** To the same: somebody is writing. Kept nowhere. */
  'member-typing'(typing: { groupId: number; userId: number; name: string }): void
  /** To the members of an encrypted group: its roster moved, or somebody in it has new keys. */
  'e2ee-roster'(change: { groupId: number }): void
  /** To the same: there is a new epoch. */
  'e2ee-epoch'(change: { groupId: number }): void
  /** To the members of its group: a call began, somebody came or went or declined, or it ended. */
  'call-changed'(call: Call): void
  /** To all devices of the one it is for; each minds what is meant for it. */
  'call-signal'(part: SignalPart): void
}

export interface GroupActivity {
  groupId: number
  lastSeq: number
  lastMessage: LastMessage
}

/** What comes in. Acknowledgements are optional; whoever leaves them out hears of no refusal. */
export interface ClientEvents {
  'join-group'(groupId: number, acknowledge?: (answer: JoinAnswer) => void): void
  /** In a group that was joined; once every few seconds is enough. */
  typing(groupId: number, acknowledge?: (answer: Answer) => void): void
  'leave-group'(groupId: number, acknowledge?: (answer: Answer) => void): void
  /** Of one person of one's own club or conversations. */
  'see-presence'(userId: number, acknowledge?: (answer: PresenceAnswer) => void): void
  /** Both devices have to be in the call. */
  'call-signal'(signal: NewSignal, acknowledge?: (answer: Answer) => void): void
  'send-message'(message: NewMessage, acknowledge?: (answer: SendAnswer) => void): void
}

/** The code and its sentence in Malay. */
export interface Refusal {
  ok: false
  code: ErrorCode
  message: string
}

export type Answer = { ok: true } | Refusal
/** `lastSeenAt` null: it is not for one to know, or nobody knows. */
export type PresenceAnswer = { ok: true; isOnline: boolean; lastSeenAt: string | null } | Refusal
/** Whatever comes after `lastSeq` is delivered, and every change after `lastChange`; what came before it is history. */
export type JoinAnswer = { ok: true; lastSeq: number; lastChange: number } | Refusal
/** On disk once this arrives; after `unavailable` or none at all: send again with the same clientId. */
export type SendAnswer = { ok: true; message: Message } | Refusal
