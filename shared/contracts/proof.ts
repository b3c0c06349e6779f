import * as z from 'zod/mini'
import { passkeyEntryBody } from './passkeys.ts'
import { givenPassword } from './password.ts'
import { code } from './two-factor.ts'

/** How somebody who is signed in can show once more who they are. */
export const proofWays = z.object({
  /** They have done so just now, and for the next minute at least nobody asks. */
  isProved: z.boolean(),
  hasPassword: z.boolean(),
  hasCode: z.boolean(),
  hasPasskey: z.boolean(),
  /** Only for who has nothing else. */
  hasGoogle: z.boolean(),
})
export type ProofWays = z.infer<typeof proofWays>

export const passwordProofBody = z.strictObject({ currentPassword: givenPassword })

export const codeProofBody = z.strictObject({ code })

/** Of a passkey that was asked for by name, which need not say whose it is. */
export const passkeyProofBody = z.extend(passkeyEntryBody, {
  userHandle: z.optional(passkeyEntryBody.shape.userHandle),
})
export type PasskeyProofBody = z.infer<typeof passkeyProofBody>
