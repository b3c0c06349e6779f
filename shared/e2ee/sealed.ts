// An encrypted message on its way: all that both sides and whoever carries it have to know of one.
import * as z from 'zod/mini'

/** What an encrypted message begins with. */
export const sealedPrefix = 'e2ee1.'
/** All that one consists of. */
export const sealedContent = /^e2ee1\.[A-Za-z0-9_-]+$/
/** Characters of one encrypted message, at its longest. */
export const longestSealed = 48_000

/** Made by each browser for itself. */
export const deviceId = z.string().check(z.regex(/^[A-Za-z0-9_-]{11}$/))

/** In the metadata of an encrypted message. */
export const sealedMark = z.object({
  /** From 2 on the messages of a device are counted without gaps; from 3 on more than words is signed. */
  v: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  n: z.int().check(z.positive()),
  eid: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  dev: deviceId,
})
export type SealedMark = z.infer<typeof sealedMark>
