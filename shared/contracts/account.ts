import * as z from 'zod/mini'
import { email, id } from '#shared/fields.ts'
import { instant } from './answers.ts'
import { confirmsPassword, currentPassword, newPassword } from './password.ts'

/** What the settings show of an account, beyond the person behind it. */
export const account = z.object({
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  /** An address that waits to be confirmed before it takes the place of the present one. */
  pendingEmail: z.nullable(z.string()),
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  /** A passkey or an authenticator app, by which one can show who one is instead of by the password. */
  hasOtherProof: z.boolean(),
  /** Whether this session has lately proved who it belongs to, so that nobody asks. */
  isConfirmed: z.boolean(),
  /** Whether others see when one is here, and one sees it of them. */
  showsPresence: z.boolean(),
})
export type Account = z.infer<typeof account>

export const presenceBody = z.strictObject({ isShown: z.boolean() })

export const changePasswordBody = z
  .strictObject({ currentPassword, password: newPassword, confirmPassword: z.optional(z.string()) })
  .check(confirmsPassword)
export type ChangePasswordBody = z.infer<typeof changePasswordBody>

export const changeEmailBody = z.strictObject({ email, currentPassword })
export type ChangeEmailBody = z.infer<typeof changeEmailBody>

/** A device on which the person is signed in; what it is, as far as it told. */
export const ownSession = z.object({
  id,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  isCurrent: z.boolean(),
  /** By what it was opened; null where that was not noted. */
  method: z.nullable(z.enum(['password', 'google', 'passkey'])),
  createdAt: instant,
  lastSeenAt: instant,
})
/** As it travels: moments are text. */
export type OwnSession = z.input<typeof ownSession>
