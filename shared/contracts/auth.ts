import * as z from 'zod/mini'
import { roles, userStatuses } from '#shared/constants.ts'
import { email, id } from '#shared/fields.ts'
import { givenPassword } from './password.ts'

export const loginBody = z.strictObject({ email, password: givenPassword })
export type LoginBody = z.infer<typeof loginBody>

export const currentUser = z.object({
  id,
  username: z.string(),
  email: z.string(),
  fullName: z.string(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  currentCountry: z.nullable(z.string()),
  clubId: z.nullable(id),
  membershipNumber: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** There only for whoever has to add a second factor: by when. */
  secureBy: z.optional(z.string()),
  /** That moment has come, by the clock that set it. */
  mustSecure: z.optional(z.literal(true)),
  /** There only for whoever accepted older terms than those in force: they are asked first. */
  mustAgree: z.optional(z.literal(true)),
})
export type CurrentUser = z.infer<typeof currentUser>
