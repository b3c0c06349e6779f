// Transport format of an encrypted message, known to clients and server.
import * as z from 'zod/mini'

/** Prefix of the content of every encrypted message. */
export const encryptedPrefix = 'e2ee1.'
/** Pattern of the content of an encrypted message: prefix and base64url. */
export const encryptedContentPattern = /^e2ee1\.[A-Za-z0-9_-]+$/
/** Maximum length of an encrypted message in characters. */
export const maxEncryptedLength = 48_000

/** Device id, which each browser generates for itself. */
export const deviceId = z.string().check(z.regex(/^[A-Za-z0-9_-]{11}$/))

/** Encryption details in the metadata of a message: version, epoch number, epoch id and device. */
export const encryptionMark = z.object({
  /** Message format version. From 2 on, device counters have no gaps; from 3 on, files and replies are signed. */
  v: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  n: z.int().check(z.positive()),
  eid: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  dev: deviceId,
})
export type EncryptionMark = z.infer<typeof encryptionMark>
