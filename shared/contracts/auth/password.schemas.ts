import * as z from 'zod/mini'
import { email } from '#shared/fields/id-and-email.ts'
import { isObjectValue } from '#shared/fields/text.ts'

/** Existing password in a request. Only presence and length are validated here. */
export const existingPassword = z
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

/** Checks the password confirmation together with all other fields, so that all errors are shown at once. */
export const confirmsPassword = z.refine<WithConfirmation>(
  ({ password, confirmPassword }) =>
    confirmPassword === undefined || (confirmPassword !== '' && confirmPassword === password),
  {
    path: ['confirmPassword'],
    error: ({ input }) => {
      const { password, confirmPassword } = input as WithConfirmation
      return password || confirmPassword ? 'Kata laluan tidak sepadan' : 'Sila sahkan kata laluan anda'
    },
    when: isObjectValue,
  },
)

/** Secret token after the # of a mailed link. The database maps the token to an account. */
export const token = z.string().check(z.regex(/^[\w-]{20,200}$/, 'Pautan ini tidak sah'))

export const tokenBody = z.strictObject({ token })
export type TokenBody = z.infer<typeof tokenBody>

/** Token for setting a new password; null when the email address of the account has changed since. */
export const denySignInResponse = z.object({ token: z.nullable(z.string()) })

export const forgotPasswordBody = z.strictObject({ email })
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>

export const resetPasswordBody = z
  .strictObject({ token, password: newPassword, confirmPassword: z.optional(z.string()) })
  .check(confirmsPassword)
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>

/** Current password; omitted when the user has re-authenticated in another way, for example with Google. */
export const currentPassword = z.optional(z.string().check(z.maxLength(1000, 'Kata laluan terlalu panjang')))
export const reauthenticationBody = z.strictObject({ currentPassword })
export type ReauthenticationBody = z.infer<typeof reauthenticationBody>
