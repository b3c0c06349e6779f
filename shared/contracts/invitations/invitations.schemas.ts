import * as z from 'zod/mini'
import { userStatuses } from '#shared/constants.ts'
import { countries } from '#shared/countries/countries.ts'
import { email, id } from '#shared/fields/id-and-email.ts'
import { instant } from '#shared/fields/responses.ts'

export const invitation = z.object({
  id: z.uuid(),
  country: z.enum(countries),
  clubName: z.nullable(z.string()),
  /** Email address of the invited person; null when everybody with the link may use it. */
  email: z.nullable(z.string()),
  most: z.int(),
  uses: z.int(),
  createdBy: z.string(),
  expiresAt: instant,
  revokedAt: z.nullable(instant),
  createdAt: instant,
  /** Invitation link; null when the link is revoked, expired or used up, or was mailed to one person. */
  link: z.nullable(z.string()),
})
/** Invitation as JSON: timestamps are ISO strings. */
export type Invitation = z.input<typeof invitation>

/** User who registered with the invitation link. */
export const invited = z.object({
  id,
  fullName: z.string(),
  status: z.enum(userStatuses),
  createdAt: instant,
})

export const invitationParams = z.object({ id: z.uuid() })

export const invitationBody = z.strictObject({
  country: z.optional(z.enum(countries)),
  clubId: z.optional(z.nullable(id)),
  email: z.optional(email),
  most: z.int().check(z.minimum(1), z.maximum(500)),
  days: z.int().check(z.minimum(1), z.maximum(90)),
})
export type InvitationBody = z.output<typeof invitationBody>
