// Signed content of an encrypted message, for each protocol version.
import type { EncryptionMark } from './encrypted-message.ts'

/** Unencrypted fields of an encrypted message that its sender signs together with the text. */
export interface MessageFrame {
  groupId: number
  senderId: number
  messageType: string
  mark: EncryptionMark
}

export interface MessagePayload {
  /** Message id that the sending client generated for the encrypted message. */
  id: string
  /** Time of sending of the message by the clock of the sender, in milliseconds. */
  ts: number
  /**
   * Number of the message on the sending device: without gaps from version 2 on, derived from the clock in version 1.
   */
  c: number
  /** Hash of the newest entry in the group's roster (signed member list) when the message was sent. */
  head: string
  body: string
  /** Message numbers that the device skipped. Receivers do not wait for them. Since message version 2. */
  void?: number[]
  /**
   * Version of the vault (state shared by the user's devices) that the device knows, so that other devices of the user
   * detect an outdated vault.
   */
  vault?: number
  /**
   * Reply, file, mentions and change of the message as JSON, or empty text; signed since protocol version 3.
   */
  extra?: string
}

/**
 * Builds the first part of the signed text, which binds a message signature to group, epoch (group key), sender, device
 * and message type.
 */
export const buildMessageBinding = ({ groupId, senderId, messageType, mark }: MessageFrame) =>
  `perantau/message/${mark.v} ${groupId} ${mark.n} ${mark.eid} ${senderId} ${mark.dev} ${messageType}`

/** Builds the exact text that the sender of an encrypted message signs. */
export function buildMessageTextToSign(
  frame: MessageFrame,
  { id, ts, c, head, body, ...more }: MessagePayload,
): string {
  const items = [buildMessageBinding(frame), id, ts, c, head, body]
  if (frame.mark.v === 1) return JSON.stringify(items)
  const counted = [...items, more.void, more.vault]
  return JSON.stringify(frame.mark.v === 2 ? counted : [...counted, more.extra])
}
