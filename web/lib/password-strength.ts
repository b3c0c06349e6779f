import common from 'virtual:common-passwords'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'

const meter = new ZxcvbnFactory({ dictionary: { passwords: common.split(' ') } })

/** From 0, guessed at once, to 4, out of reach; what the person typed elsewhere makes a password weaker. */
export function strengthOf(password: string, known: string[]): number {
  // Only the beginning is looked at: the work grows with the length, and so far it decides.
  return meter.check(password.slice(0, 64), known).score
}
