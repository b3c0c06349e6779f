// What the sender of an encrypted message signs.
import type { SealedMark } from '#shared/e2ee/sealed.ts'

/** What a message is bound to, and whoever carries it can see. */
export interface Frame {
  groupId: number
  senderId: number
  messageType: string
  mark: SealedMark
}

export interface Said {
  /** The message's client id. */
  id: string
  /** By the sender's clock, in milliseconds. */
  ts: number
  /** Counts up on each device: by one from version 2 on, by the clock before. */
  c: number
  /** Of the roster they know. */
  head: string
  body: string
  /** Counts that were given to messages which were never sent. From version 2 on, like the next. */
  void?: number[]
  /** The vault that this device knew: its owner's other devices notice when they are served an older one. */
  vault?: number
  /** What goes with the words, as JSON (`extra.ts`); empty: nothing. From version 3 on. */
  extra?: string
}

export const boundTo = ({ groupId, senderId, messageType, mark }: Frame) =>
  `perantau/message/${mark.v} ${groupId} ${mark.n} ${mark.eid} ${senderId} ${mark.dev} ${messageType}`

/** The exact words that are signed. */
export function signedBody(frame: Frame, { id, ts, c, head, body, ...more }: Said): string {
  const said = [boundTo(frame), id, ts, c, head, body]
  if (frame.mark.v === 1) return JSON.stringify(said)
  const counted = [...said, more.void, more.vault]
  return JSON.stringify(frame.mark.v === 2 ? counted : [...counted, more.extra])
}
