// Device linking: a new device gets the encryption keys from another device of the same user.
// Both devices share a one-time secret, which the user transfers by QR code or by typing, never over the server.
import * as z from 'zod/mini'
import { key32 } from '#shared/e2ee/signed-text.ts'
import { instant } from '#shared/fields/responses.ts'

/** Id of the device link request, derived one-way from the secret that both devices share. */
const linkId = key32
export const linkParams = z.object({ id: linkId })

const offer = {
  /** Ephemeral X25519 public key of the new device. */
  box: key32,
  /** MAC with the shared secret, by which the old device authenticates the ephemeral key. */
  mac: key32,
}
export const linkBody = z.strictObject({ id: linkId, ...offer })
export type LinkBody = z.output<typeof linkBody>

export const keyLink = z.object({
  ...offer,
  /** Name of the new device that requests the keys. */
  name: z.string(),
  answer: z.nullable(z.string()),
  expiresAt: instant,
})
export type KeyLink = z.input<typeof keyLink>

/** Maximum length of the old device's encrypted answer, which contains the seed and the vault. */
const maxAnswerLength = 512 * 1024
export const linkAnswerBody = z.strictObject({
  answer: z.string().check(z.maxLength(maxAnswerLength), z.regex(/^[A-Za-z0-9_-]+$/)),
})
