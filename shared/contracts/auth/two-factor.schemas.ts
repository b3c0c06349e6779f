import * as z from 'zod/mini'
import { instant } from '#shared/fields/responses.ts'
import { validationText } from '#texts/validation.ts'
import { currentPassword } from './password.schemas.ts'

const invalidCode = { error: () => validationText.signInCode }

/** Normalizes a typed second-factor code: removes spaces and dashes, and converts letters to upper case. */
const normalizeCode = z.overwrite<string>(text => text.replace(/[\s-]/g, '').toUpperCase())

/** Second-factor code: six digits from an authenticator app, or a recovery code. */
export const code = z
  .string(invalidCode)
  .check(z.maxLength(60, invalidCode), normalizeCode, z.regex(/^(\d{6}|[A-Z2-7]{16})$/, invalidCode))

export function isRecoveryCode(text: string): boolean {
  return text.length > 6
}

export const secondStepBody = z.strictObject({
  code,
  /** Whether the user trusts this browser. Sign-ins from a trusted browser require no second factor for a while. */
  trust: z.optional(z.boolean()),
})
export type SecondStepBody = z.infer<typeof secondStepBody>

export const twoFactorState = z.object({
  isOn: z.boolean(),
  since: z.nullable(instant),
  /** Number of the user's unused recovery codes. */
  codesLeft: z.int(),
})
export type TwoFactorState = z.input<typeof twoFactorState>

/** Key for setting up an authenticator app: as text that the user types, and as URI in a QR code. */
export const twoFactorKey = z.object({ key: z.string(), uri: z.string() })

export const turnOnBody = z.strictObject({
  code: z
    .string()
    .check(z.maxLength(60), normalizeCode, z.regex(/^\d{6}$/, { error: () => validationText.appCode })),
})
export type TurnOnBody = z.infer<typeof turnOnBody>

/** Request to turn off two-factor authentication or to renew recovery codes: password and a valid code. */
export const changeTwoFactorBody = z.strictObject({ currentPassword, code })
export type ChangeTwoFactorBody = z.infer<typeof changeTwoFactorBody>

export const recoveryCodesResponse = z.object({ codes: z.array(z.string()) })
