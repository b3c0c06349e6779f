import * as z from 'zod/mini'
import { passkeyEntryBody } from './passkeys.ts'
import { givenPassword } from './password.ts'
import { code } from './two-factor.ts'

/** Re-authentication methods of the signed-in user. */
export const proofWays = z.object({
  /** Whether a recent re-authentication is valid for at least another minute. */
  isProved: z.boolean(),
  hasPassword: z.boolean(),
  hasCode: z.boolean(),
  hasPasskey: z.boolean(),
  /** Whether the user can re-authenticate with Google; only offered without any other method. */
  hasGoogle: z.boolean(),
})
export type ProofWays = z.infer<typeof proofWays>

export const passwordProofBody = z.strictObject({ currentPassword: givenPassword })

export const codeProofBody = z.strictObject({ code })

/** Re-authentication by passkey. The user handle is optional, because the request named the passkey. */
export const passkeyProofBody = z.extend(passkeyEntryBody, {
  userHandle: z.optional(passkeyEntryBody.shape.userHandle),
})
export type PasskeyProofBody = z.infer<typeof passkeyProofBody>
