import * as z from 'zod/mini'
import { passkeySignInBody } from './passkeys.schemas.ts'
import { existingPassword } from './password.schemas.ts'
import { code } from './two-factor.schemas.ts'

/** Re-authentication methods of the signed-in user. */
export const reauthenticationMethods = z.object({
  /** Whether the user's recent re-authentication stays valid for at least another minute. */
  isProved: z.boolean(),
  hasPassword: z.boolean(),
  hasCode: z.boolean(),
  hasPasskey: z.boolean(),
  /** Whether the user can re-authenticate with Google. Only users without any other method are offered Google. */
  hasGoogle: z.boolean(),
})
export type ReauthenticationMethods = z.infer<typeof reauthenticationMethods>

export const passwordReauthenticationBody = z.strictObject({ currentPassword: existingPassword })

export const codeReauthenticationBody = z.strictObject({ code })

/** Re-authentication by passkey. The user handle is optional, because the server knows the user from the session. */
export const passkeyReauthenticationBody = z.extend(passkeySignInBody, {
  userHandle: z.optional(passkeySignInBody.shape.userHandle),
})
export type PasskeyReauthenticationBody = z.infer<typeof passkeyReauthenticationBody>
