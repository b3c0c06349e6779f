import * as z from 'zod/mini'
import { tokenVerdicts } from '#shared/cards/card-token.ts'
import { countries } from '#shared/countries/countries.ts'
import { id } from '#shared/fields/id-and-email.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { instant } from '#shared/fields/responses.ts'

/** Texts printed on a membership card, and the verification URL in its QR code. */
export const membershipCardData = z.object({
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
/** Membership card as JSON: timestamps are ISO strings. */
export type MembershipCardData = z.input<typeof membershipCardData>

/** Maximum number of membership cards per request: 25 printed sheets of eight cards. */
export const maxCardsPerRequest = 200
export const clubCardsParams = z.object({ id: idParam })
export const clubCardsBody = z.strictObject({
  /** User id of the last membership card of the previous page; omitted for the first page. */
  after: z.optional(id),
})
/** Page of a club's membership cards. `total` counts all members with a membership number. */
export const clubCards = z.object({
  clubName: z.string(),
  total: z.int(),
  cards: z.array(membershipCardData),
})

export const publicKeys = z.array(z.object({ id, publicKey: z.string(), isRevoked: z.boolean() }))

export const checkTokenBody = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(2800)) })
export const checkTokenResponse = z.object({ verdict: z.enum(tokenVerdicts), checkedAt: instant })
