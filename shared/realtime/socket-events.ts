import type { Call, NewSignal, SignalPart } from '#shared/contracts/calls/calls.schemas.ts'
import type { LastMessage, Message, NewMessage } from '#shared/contracts/chat/chat.schemas.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Topic } from './topics.ts'

/**
 * Topics (kinds of data) that clients must load again. `by` is the id of the browser window that made the change, which
 * needs no event.
 */
export interface InvalidatedTopics {
  topics: Topic[]
  by?: string
}

/** Socket events that the server sends after a commit. Clients that miss an event load the data by the HTTP API. */
export interface ServerEvents {
  refresh(touched: InvalidatedTopics[]): void
  /** Sends a new message to all sockets that joined the group, ordered by `seq`. Clients fetch missed messages. */
  'new-message'(message: Message): void
  /** Tells all sockets that joined the group that a moderator has hidden a message. Clients then remove its text. */
  'message-hidden'(place: { groupId: number; seq: number }): void
  /**
   * Sends a changed message in its current state to all sockets that joined the group, in the order of the changes.
   * `after` is the number of the change before it. A client that missed that change fetches the changes in between.
   */
  'message-changed'(change: { groupId: number; after: number; message: Message }): void
  /** Sends the newest message of a group to sockets that have not joined it, at most once per second and group. */
  'group-activity'(activity: GroupActivity): void
  /**
   * Sends the read position of a user to all devices of that user. `lastReadSeq` never decreases.
   * `ownUnread` is the number of the user's own messages after that position.
   */
  'group-read'(read: { groupId: number; lastReadSeq: number; ownUnread: number }): void
  /** Sends the read receipt of a member to all sockets that joined the group. Only small groups have read receipts. */
  'member-read'(read: { groupId: number; userId: number; lastReadSeq: number }): void
  /** Tells all sockets that joined a small group that a member is typing. The event is never stored. */
  'member-typing'(typing: { groupId: number; userId: number; name: string }): void
  /**
   * Tells the members of an encrypted group that its roster (signed member list), or the keys of a member, have
   * changed.
   */
  'e2ee-roster'(change: { groupId: number }): void
  /** Tells the members of an encrypted group that it has a new epoch (group key). */
  'e2ee-epoch'(change: { groupId: number }): void
  /** Sends the state of a call to the members of the group after each start, join, leave, decline and end. */
  'call-changed'(call: Call): void
  /**
   * Sends encrypted call signalling to all devices of the recipient. Each device ignores signalling addressed to other
   * devices.
   */
  'call-signal'(part: SignalPart): void
}

export interface GroupActivity {
  groupId: number
  lastSeq: number
  lastMessage: LastMessage
}

/** Socket events that clients send. A client that passes no acknowledgement callback does not learn of errors. */
export interface ClientEvents {
  'join-group'(groupId: number, acknowledge?: (answer: JoinGroupAcknowledgement) => void): void
  /** Reports that the user is typing in a joined group. Clients send the event once every few seconds. */
  typing(groupId: number, acknowledge?: (answer: Acknowledgement) => void): void
  'leave-group'(groupId: number, acknowledge?: (answer: Acknowledgement) => void): void
  /** Requests the online status of a user who is in the caller's club or in a conversation with the caller. */
  'see-presence'(userId: number, acknowledge?: (answer: PresenceAcknowledgement) => void): void
  /** Sends an encrypted signalling message to another device in the same call. */
  'call-signal'(signal: NewSignal, acknowledge?: (answer: Acknowledgement) => void): void
  'send-message'(message: NewMessage, acknowledge?: (answer: SendMessageAcknowledgement) => void): void
}

/** Error with which the server acknowledges a socket event: error code, and a message for the user. */
export interface SocketError {
  ok: false
  code: ErrorCode
  message: string
}

export type Acknowledgement = { ok: true } | SocketError
/** Online status of a user. `lastSeenAt` is null when it is unknown or hidden from the caller. */
export type PresenceAcknowledgement = { ok: true; isOnline: boolean; lastSeenAt: string | null } | SocketError
/**
 * Result of joining a chat group. The server sends messages after `lastSeq` and changes after `lastChange` as events.
 */
export type JoinGroupAcknowledgement = { ok: true; lastSeq: number; lastChange: number } | SocketError
/** Result of sending a message: `ok` means stored. After `unavailable` or a timeout, clients send again. */
export type SendMessageAcknowledgement = { ok: true; message: Message } | SocketError
