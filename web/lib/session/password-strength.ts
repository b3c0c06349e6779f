import commonPasswords from 'virtual:common-passwords'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'

const meter = new ZxcvbnFactory({ dictionary: { passwords: commonPasswords.split(' ') } })

/**
 * Scores a password from 0 (guessed at once) to 4 (very strong). Words in `known`, such as the name, lower the score.
 */
export function scorePassword(password: string, known: string[]): number {
  // The score of a password depends on its first 64 characters, because the effort of rating grows with the length.
  return meter.check(password.slice(0, 64), known).score
}
