// Key ceremony and decryption by the trustees of one election. Texts of the protocol are passed on byte for byte.
import * as z from 'zod/mini'
import { card } from '#shared/e2ee/card.ts'
import { signed } from '#shared/e2ee/signed-text.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

/** What a trustee has to do next. */
export const trusteeTasks = ['certificate', 'polynomial', 'voutput', 'decryption', 'wait', 'none'] as const
export type TrusteeTask = (typeof trusteeTasks)[number]

export const ceremonyParams = z.object({ id: idParam })
/** Maximum size of a message of the ceremony in bytes. */
export const maxCeremonyBytes = 128 * 1024
const protocolText = z.string().check(z.minLength(2), z.maxLength(maxCeremonyBytes - 4096))

export const ceremonyTrustee = z.object({
  index: z.int(),
  userId: id,
  name: z.string(),
  certificate: z.nullable(z.string()),
  /** Statement signed with the identity key of the trustee, and the card of that time. */
  statement: z.nullable(signed),
  card: z.nullable(card),
  /** Whether the card was published after the announcement. */
  late: z.boolean(),
  hasPolynomial: z.boolean(),
  hasVoutput: z.boolean(),
  decryptedAt: z.nullable(instant),
})
export type CeremonyTrustee = z.input<typeof ceremonyTrustee>

export const ceremonyState = z.object({
  /** Name of the ceremony that trustees sign. */
  ceremonyId: z.string(),
  size: z.int(),
  threshold: z.int(),
  task: z.enum(trusteeTasks),
  /** Position of the caller; null when the caller is no trustee. */
  ownIndex: z.nullable(z.int()),
  trustees: z.array(ceremonyTrustee),
  /** Messages of all trustees to the caller, once all polynomials are there. */
  vinput: z.nullable(z.string()),
  /** The caller's own voutput, which holds the encrypted share. */
  voutput: z.nullable(z.string()),
})
export type CeremonyState = z.input<typeof ceremonyState>

export const certificateBody = z.strictObject({ certificate: protocolText, statement: signed })
export const polynomialBody = z.strictObject({ polynomial: protocolText })
export const voutputBody = z.strictObject({ voutput: protocolText })
export const decryptionBody = z.strictObject({ partialDecryption: protocolText })

const version = z.int().check(z.positive(), z.maximum(1_000_000_000))
const blob = z.string().check(z.regex(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/), z.maxLength(32_000))
export const trusteeSecret = z.object({ secret: z.nullable(z.object({ version, blob })) })
/** Compare-and-set update of a trustee's secret. Fails unless `before` is the stored version (0 for none). */
export const trusteeSecretBody = z
  .strictObject({ before: z.int().check(z.minimum(0)), version, blob })
  .check(z.refine(({ before, version: next }) => next > before))
