// Device linking: a new device gets the encryption keys from another device of the same user.
// Device linking by secret: the user carries a one-time secret from the new device to the old one, as QR code or text.
// Device linking by code: both devices show a short code, and the user checks that the codes are equal.
import * as z from 'zod/mini'
import { key32 } from '#shared/e2ee/signed-text.ts'
import { instant } from '#shared/fields/responses.ts'

/** Id of the device link request. It is computed from the secret that both devices share and does not reveal it. */
const linkId = key32
export const linkParams = z.object({ id: linkId })

const offer = {
  /** X25519 public key that the new device generates for a single device link. */
  box: key32,
  /** Message authentication code by which the old device verifies the ephemeral key of the new device. */
  mac: key32,
}
const zone = z.string().check(z.regex(/^[A-Za-z0-9_+/-]{1,64}$/))
export const linkBody = z.strictObject({
  id: linkId,
  ...offer,
  /**
   * Hash of the ephemeral key and a random nonce of the new device. The nonce is revealed after the old device's reply.
   */
  commit: z.optional(key32),
  /** Time zone of the new device. The user sees it as the device's location. */
  zone: z.optional(zone),
})
export type LinkBody = z.output<typeof linkBody>

/** Reply of the old device in a device link: its public key for this link and a random number (nonce). */
export const linkReply = z.strictObject({ box: key32, nonce: key32 })
export type LinkReply = z.infer<typeof linkReply>

export const linkReveal = z.strictObject({
  /** Random number (nonce) of the new device, which sent only its hash at the start of the device link. */
  nonce: key32,
  /**
   * Secret of the new device, encrypted to the old device (HPKE). The new device recognizes the reply by this secret.
   */
  secret: z.string().check(z.regex(/^[A-Za-z0-9_-]{107}$/)),
})
export type LinkReveal = z.infer<typeof linkReveal>

export const keyLink = z.object({
  ...offer,
  /** Name of the new device that requests the encryption keys. */
  name: z.string(),
  commit: z.nullable(z.string()),
  reply: z.nullable(linkReply),
  reveal: z.nullable(linkReveal),
  answer: z.nullable(z.string()),
  expiresAt: instant,
})
export type KeyLink = z.input<typeof keyLink>

/**
 * Open request of a new device for the user's keys, in the list of the user's other devices. The server supplies name,
 * zone and time, so they are not authenticated.
 */
export const linkRequest = z.object({
  id: linkId,
  box: key32,
  commit: key32,
  name: z.string(),
  zone: z.nullable(z.string()),
  createdAt: instant,
  expiresAt: instant,
})
export type ListedLinkRequest = z.input<typeof linkRequest>

/**
 * Maximum length of the old device's encrypted reply, which contains the identity seed (root secret of the keys) and
 * the vault (pinned keys of others).
 */
const maxAnswerLength = 512 * 1024
export const linkAnswerBody = z.strictObject({
  answer: z.string().check(z.maxLength(maxAnswerLength), z.regex(/^[A-Za-z0-9_-]+$/)),
})
