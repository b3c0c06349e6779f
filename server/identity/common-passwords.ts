import { dictionary } from '@zxcvbn-ts/language-common'

/** The ten thousand that everybody tries first, the most common at the head. */
const common = new Set((dictionary['passwords-common'] as string[]).slice(0, 10_000))

export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase())
}
