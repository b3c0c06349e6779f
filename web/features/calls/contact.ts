// How long the server has not been reached during a call, and what that means for the other participants.
import { callPatience } from '#shared/contracts/calls.ts'

/** `brief`: this device still counts as in the call. `long`: the server has removed it, unless the server itself was down. */
export type CutOff = 'brief' | 'long'

/** A response that takes longer (ms) counts as a lost connection. */
const slowest = 12_000

/** `silence`: milliseconds since the last request that the server answered. */
export function cutOffAfter(silence: number, hasFailed: boolean): CutOff | undefined {
  if (silence >= callPatience) return 'long'
  return hasFailed || silence >= slowest ? 'brief' : undefined
}
