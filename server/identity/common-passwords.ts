import { dictionary } from '@zxcvbn-ts/language-common'
import { badInput } from '#server/errors.ts'
import { fieldTexts } from '#texts/errors.ts'

/** The 10,000 most common passwords, taken from the start of a dictionary that is sorted by frequency. */
const common = new Set((dictionary['passwords-common'] as string[]).slice(0, 10_000))

export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase())
}

export function rejectCommonPassword(password: string): void {
  if (isCommonPassword(password)) {
    throw badInput({ password: fieldTexts.commonPassword })
  }
}
