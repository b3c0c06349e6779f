import * as z from 'zod/mini'
import { email } from '#shared/fields.ts'
import { isRecord } from './text.ts'

/** Of somebody who has one: whether it is the right one shows when it is compared. */
export const givenPassword = z
  .string('Kata laluan diperlukan')
  .check(z.minLength(1, 'Kata laluan diperlukan'), z.maxLength(1000, 'Kata laluan terlalu panjang'))

export const passwordTooShort = 'Kata laluan mestilah sekurang-kurangnya 6 aksara'

export const newPassword = z.string('Kata laluan diperlukan').check(
  z.refine(text => Array.from(text).length >= 6, passwordTooShort),
  z.maxLength(1000, 'Kata laluan terlalu panjang'),
)

interface WithConfirmation {
  password?: string
  confirmPassword?: string
}

/** Said together with whatever else is wrong, so that one does not learn of it only at the next attempt. */
export const confirmsPassword = z.refine<WithConfirmation>(
  ({ password, confirmPassword }) =>
    confirmPassword === undefined || (confirmPassword !== '' && confirmPassword === password),
  {
    path: ['confirmPassword'],
    error: ({ input }) => {
      const { password, confirmPassword } = input as WithConfirmation
      return password || confirmPassword ? 'Kata laluan tidak sepadan' : 'Sila sahkan kata laluan anda'
    },
    when: isRecord,
  },
)

/** The part of a link after its #; which account it is for stands in the database. */
export const token = z.string().check(z.regex(/^[\w-]{20,200}$/, 'Pautan ini tidak sah'))

export const tokenBody = z.strictObject({ token })
export type TokenBody = z.infer<typeof tokenBody>

/** The end of a link to a new password; null where the account has another address by now. */
export const deniedAnswer = z.object({ token: z.nullable(z.string()) })

export const forgotPasswordBody = z.strictObject({ email })
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>

export const resetPasswordBody = z
  .strictObject({ token, password: newPassword, confirmPassword: z.optional(z.string()) })
  .check(confirmsPassword)
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>

/** The present one, or none where the person has just come from Google. */
export const currentPassword = z.optional(z.string().check(z.maxLength(1000, 'Kata laluan terlalu panjang')))
export const proofBody = z.strictObject({ currentPassword })
export type ProofBody = z.infer<typeof proofBody>
