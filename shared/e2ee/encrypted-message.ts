// Format in which clients send an encrypted message to the server.
import * as z from 'zod/mini'
import { digest } from './signed-text.ts'

/** Prefix of the content of every encrypted message. */
export const encryptedPrefix = 'e2ee1.'
/** Regular expression for the content of an encrypted message: prefix and base64url. */
export const encryptedContentPattern = /^e2ee1\.[A-Za-z0-9_-]+$/
/** Maximum length in characters of an encrypted message. */
export const maxEncryptedLength = 48_000

/** Random device id, which each browser generates for itself. */
export const deviceId = z.string().check(z.regex(/^[A-Za-z0-9_-]{11}$/))

/** Encryption metadata of a message: format version, number and id of the group key (epoch), and the sending device. */
export const encryptionMark = z.object({
  /**
   * Version of the message format. From 2 on, each device numbers its messages without gaps; from 3 on, files and
   * replies are signed. From 4 on, replies and changes identify their message by id and hash, and changes are counted
   * per message.
   */
  v: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  n: z.int().check(z.positive()),
  eid: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  dev: deviceId,
  /**
   * Message number of the sending device and hash of the signed message, from version 4 on. Both stay when a moderator
   * hides the message. Readers of the message compare them with the signed content. Changes of messages have neither.
   */
  c: z.optional(z.int()),
  h: z.optional(digest),
})
export type EncryptionMark = z.infer<typeof encryptionMark>
