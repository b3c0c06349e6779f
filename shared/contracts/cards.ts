import * as z from 'zod/mini'
import { verdicts } from '#shared/card-token.ts'
import { countries } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { idParam } from './query.ts'

/** What is seen on a card, and the address that its code holds. */
export const card = z.object({
  id,
  fullName: z.string(),
  membershipNumber: z.string(),
  clubName: z.nullable(z.string()),
  currentCountry: z.nullable(z.enum(countries)),
  profileImageUrl: z.nullable(z.string()),
  approvedAt: z.nullable(instant),
  address: z.string(),
  issuedAt: instant,
  expiresAt: instant,
})
/** As it travels: moments are text. */
export type Card = z.input<typeof card>

/** So many cards are made at a time: 25 sheets of eight. */
export const cardsAtOnce = 200
export const clubCardsParams = z.object({ id: idParam })
export const clubCardsBody = z.strictObject({
  /** The last one before these; left out: from the beginning. */
  after: z.optional(id),
})
/** `total`: of all who have a number. */
export const clubCards = z.object({ clubName: z.string(), total: z.int(), cards: z.array(card) })

export const publicKeys = z.array(z.object({ id, publicKey: z.string(), isRevoked: z.boolean() }))

export const checkBody = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(2800)) })
export const checked = z.object({ verdict: z.enum(verdicts), checkedAt: instant })
