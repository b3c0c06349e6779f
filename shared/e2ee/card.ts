// The public side of somebody's keys, signed by themselves. A new generation replaces keys that were lost.
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { isSignedBy, key32, signature, type Verify } from './signed.ts'

export const card = z.strictObject({
  userId: id,
  gen: z.int().check(z.positive(), z.maximum(1_000_000)),
  /** Ed25519. */
  sign: key32,
  /** X25519. */
  box: key32,
  sig: signature,
})
export type Card = z.infer<typeof card>

export function cardBody({ userId, gen, sign, box }: Omit<Card, 'sig'>): string {
  return JSON.stringify([userId, gen, sign, box])
}

export function isGenuineCard(verify: Verify, one: Card): Promise<boolean> {
  return isSignedBy(verify, one.sign, 'card', { body: cardBody(one), sig: one.sig })
}

export function isSameCard(a: Card, b: Card): boolean {
  return a.userId === b.userId && a.gen === b.gen && a.sign === b.sign && a.box === b.box
}
