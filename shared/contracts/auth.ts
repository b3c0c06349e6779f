import * as z from 'zod/mini'
import { roles, userStatuses } from '#shared/constants.ts'
import { confirmsPassword, email, id, newPassword } from './fields.ts'

export const loginBody = z.strictObject({
  email,
  password: z
    .string('Kata laluan diperlukan')
    .check(z.minLength(1, 'Kata laluan diperlukan'), z.maxLength(1000, 'Kata laluan terlalu panjang')),
})
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
})
export type CurrentUser = z.infer<typeof currentUser>

/** The part of a link after its #; which account it is for stands in the database. */
const token = z.string().check(z.regex(/^[\w-]{20,200}$/, 'Pautan ini tidak sah'))

export const tokenBody = z.strictObject({ token })
export type TokenBody = z.infer<typeof tokenBody>

export const forgotPasswordBody = z.strictObject({ email })
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>

export const resetPasswordBody = z
  .strictObject({ token, password: newPassword, confirmPassword: z.optional(z.string()) })
  .check(confirmsPassword)
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>
