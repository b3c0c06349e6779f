import * as z from 'zod/mini'
import { email } from '#shared/fields/id-and-email.ts'
import { canRunCrossFieldChecks } from '#shared/fields/text.ts'
import { validationText } from '#texts/validation.ts'

const required = { error: () => validationText.password }
const tooLong = { error: () => validationText.passwordTooLong }

/**
 * Existing password in a request. Only presence and length are checked here; services compare it with the stored hash.
 */
export const existingPassword = z.string(required).check(z.minLength(1, required), z.maxLength(1000, tooLong))

export const newPassword = z.string(required).check(
  z.refine(text => Array.from(text).length >= 6, { error: () => validationText.passwordTooShort }),
  z.maxLength(1000, tooLong),
)

interface WithConfirmation {
  password?: string
  confirmPassword?: string
}

/** Compares the repeated password even when other fields are invalid, so that the form shows all errors at once. */
export const confirmsPassword = z.refine<WithConfirmation>(
  ({ password, confirmPassword }) =>
    confirmPassword === undefined || (confirmPassword !== '' && confirmPassword === password),
  {
    path: ['confirmPassword'],
    error: ({ input }) => {
      const { password, confirmPassword } = input as WithConfirmation
      return password || confirmPassword ? validationText.passwordsDiffer : validationText.confirmPassword
    },
    when: canRunCrossFieldChecks,
  },
)

/** Secret token after the # of a mailed link. The database stores the account to which the token belongs. */
export const token = z.string().check(z.regex(/^[\w-]{20,200}$/, { error: () => validationText.link }))

export const tokenBody = z.strictObject({ token })
export type TokenBody = z.infer<typeof tokenBody>

/**
 * Token with which the user can set a new password; null when the email address of the account has changed since the
 * mail was sent.
 */
export const denySignInResponse = z.object({ token: z.nullable(z.string()) })

export const forgotPasswordBody = z.strictObject({ email })
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>

export const resetPasswordBody = z
  .strictObject({ token, password: newPassword, confirmPassword: z.optional(z.string()) })
  .check(confirmsPassword)
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>

/** Current password; omitted when the user has re-authenticated by another method, for example with Google. */
export const currentPassword = z.optional(z.string().check(z.maxLength(1000, tooLong)))
export const reauthenticationBody = z.strictObject({ currentPassword })
export type ReauthenticationBody = z.infer<typeof reauthenticationBody>
