import * as z from 'zod/mini'
import { userStatuses } from '#shared/constants.ts'
import { id } from '#shared/fields/id-and-email.ts'

/**
 * Reasons why two accounts may belong to one person. The identity card number is not among them, because each number is
 * unique.
 */
export const likelyReasons = ['same_phone', 'similar_name', 'same_name'] as const
export type LikelyReason = (typeof likelyReasons)[number]

/** Existing account that may belong to the same person as the account on the screen. */
export const likelyPerson = z.object({
  id,
  fullName: z.string(),
  status: z.enum(userStatuses),
  membershipNumber: z.nullable(z.string()),
  clubName: z.nullable(z.string()),
  why: z.enum(likelyReasons),
})
