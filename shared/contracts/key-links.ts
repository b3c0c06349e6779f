// A new device that asks an old one of the same person for the keys. The secret they share goes from screen to eye.
import * as z from 'zod/mini'
import { key32 } from '#shared/e2ee/signed.ts'
import { instant } from './answers.ts'

/** Made of the secret; says nothing about it. */
const linkId = key32
export const linkParams = z.object({ id: linkId })

const offer = {
  /** X25519, for this once. */
  box: key32,
  /** By which the old device sees that the key is the new one's. */
  mac: key32,
}
export const linkBody = z.strictObject({ id: linkId, ...offer })
export type LinkBody = z.output<typeof linkBody>

export const keyLink = z.object({
  ...offer,
  /** What the new device is called. */
  name: z.string(),
  answer: z.nullable(z.string()),
  expiresAt: instant,
})
export type KeyLink = z.input<typeof keyLink>

/** With room for what the old device knows of other people's keys. */
const mostOfAnswer = 512 * 1024
export const linkAnswerBody = z.strictObject({
  answer: z.string().check(z.maxLength(mostOfAnswer), z.regex(/^[A-Za-z0-9_-]+$/)),
})
