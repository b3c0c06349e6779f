import * as z from 'zod/mini'
import { confirmsPassword, currentPassword, newPassword } from '#shared/contracts/auth/password.schemas.ts'
import { email, id } from '#shared/fields/id-and-email.ts'
import { instant } from '#shared/fields/responses.ts'
import { languages } from '#shared/language/languages.ts'

/** Account data on the settings page: email address and sign-in methods. */
export const account = z.object({
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  /** New email address of the user, which replaces the current one after confirmation. */
  pendingEmail: z.nullable(z.string()),
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  /** Whether the user can re-authenticate without the password, by a passkey or an authenticator app. */
  hasOtherProof: z.boolean(),
  /** Whether the user re-authenticated in this session so recently that no further re-authentication is needed. */
  isConfirmed: z.boolean(),
  /** Whether the user shows their online status. Only users who show theirs see the online status of others. */
  showsPresence: z.boolean(),
})
export type Account = z.infer<typeof account>

export const setLanguageBody = z.strictObject({ language: z.enum(languages) })

export const setPresenceBody = z.strictObject({ isShown: z.boolean() })

export const changePasswordBody = z
  .strictObject({ currentPassword, password: newPassword, confirmPassword: z.optional(z.string()) })
  .check(confirmsPassword)
export type ChangePasswordBody = z.infer<typeof changePasswordBody>

export const changeEmailBody = z.strictObject({ email, currentPassword })
export type ChangeEmailBody = z.infer<typeof changeEmailBody>

/** A session of the signed-in user, with the browser and system that the device reported. */
export const ownSession = z.object({
  id,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  isCurrent: z.boolean(),
  /** Sign-in method of the session; null for sessions from before the method was recorded. */
  method: z.nullable(z.enum(['password', 'google', 'passkey'])),
  createdAt: instant,
  lastSeenAt: instant,
})
/** Session of the user as JSON, in which timestamps are ISO strings. */
export type OwnSession = z.input<typeof ownSession>
