// Public keys of a user for end-to-end encryption, signed with the user's own signing key.
// A user's public keys with a higher generation number replace the user's lost or renewed keys.
import * as z from 'zod/mini'
import { id } from '#shared/fields/id-and-email.ts'
import { isTextSignedBy, key32, signature, type VerifySignature } from './signed-text.ts'

export const card = z.strictObject({
  userId: id,
  gen: z.int().check(z.positive(), z.maximum(1_000_000)),
  /** Public signing key (Ed25519) of the user. */
  sign: key32,
  /** Public encryption key (X25519) of the user. */
  box: key32,
  sig: signature,
})
export type Card = z.infer<typeof card>

export function encodePublicKeysToSign({ userId, gen, sign, box }: Omit<Card, 'sig'>): string {
  return JSON.stringify([userId, gen, sign, box])
}

/** Whether the user's public keys are signed with the signing key that they include. */
export function isPublicKeysSignatureValid(verify: VerifySignature, candidate: Card): Promise<boolean> {
  return isTextSignedBy(verify, candidate.sign, 'card', {
    body: encodePublicKeysToSign(candidate),
    sig: candidate.sig,
  })
}

export function hasSamePublicKeys(a: Card, b: Card): boolean {
  return a.userId === b.userId && a.gen === b.gen && a.sign === b.sign && a.box === b.box
}
