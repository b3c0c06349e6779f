import * as z from 'zod/mini'
import { appointedOffices, officeScopes, roles, userStatuses } from '#shared/constants.ts'
import { email, id } from '#shared/fields/id-and-email.ts'
import { languages } from '#shared/language/languages.ts'
import { existingPassword } from './password.schemas.ts'

export const loginBody = z.strictObject({ email, password: existingPassword })
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
  /** Language that the user chose; absent when the user has chosen none and the default of the installation applies. */
  language: z.optional(z.enum(languages)),
  /** Deadline by which the user must add a second factor; absent when no second factor is required. */
  secureBy: z.optional(z.string()),
  /** Whether the deadline for adding a second factor has passed, by the server's clock. */
  mustSecure: z.optional(z.literal(true)),
  /** True when the user accepted only older terms of use and must accept the current ones first; otherwise absent. */
  mustAgree: z.optional(z.literal(true)),
  /** Appointed offices of the user whose term is running, with their scope; absent when the user has none. */
  offices: z.optional(z.array(z.object({ office: z.enum(appointedOffices), over: z.enum(officeScopes) }))),
})
export type CurrentUser = z.infer<typeof currentUser>
