import * as z from 'zod/mini'
import { instant } from './answers.ts'
import { currentPassword } from './password.ts'

const wrongForm = 'Masukkan kod 6 digit daripada aplikasi, atau satu kod pemulihan'

/** As people write it: in groups, in small letters. */
const tidy = z.overwrite<string>(text => text.replace(/[\s-]/g, '').toUpperCase())

/** Six digits of the app, or a recovery code. */
export const code = z
  .string(wrongForm)
  .check(z.maxLength(60, wrongForm), tidy, z.regex(/^(\d{6}|[A-Z2-7]{16})$/, wrongForm))

export function isRecoveryCode(text: string): boolean {
  return text.length > 6
}

export const secondStepBody = z.strictObject({
  code,
  /** Not to be asked again in this browser for a while. */
  trust: z.optional(z.boolean()),
})
export type SecondStepBody = z.infer<typeof secondStepBody>

export const twoFactorState = z.object({
  isOn: z.boolean(),
  since: z.nullable(instant),
  /** How many recovery codes were not used yet. */
  codesLeft: z.int(),
})
export type TwoFactorState = z.input<typeof twoFactorState>

/** What the app is given: as a code to scan, or typed. */
export const twoFactorKey = z.object({ key: z.string(), uri: z.string() })

export const turnOnBody = z.strictObject({
  code: z.string().check(z.maxLength(60), tidy, z.regex(/^\d{6}$/, 'Masukkan kod 6 digit daripada aplikasi')),
})
export type TurnOnBody = z.infer<typeof turnOnBody>

/** To be rid of it, or for new recovery codes: who one is, and that one still has one of the two. */
export const changeTwoFactorBody = z.strictObject({ currentPassword, code })
export type ChangeTwoFactorBody = z.infer<typeof changeTwoFactorBody>

export const recoveryCodesAnswer = z.object({ codes: z.array(z.string()) })
