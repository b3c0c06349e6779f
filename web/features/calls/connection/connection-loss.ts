// Classifies a loss of contact between a device in a call and the server as brief or long.
// A device that the server has not heard from for `participantTimeout` is removed from the call.
import { participantTimeout } from '#shared/contracts/calls/calls.schemas.ts'

/** Kind of connection loss in a call. After a `long` loss the server has probably removed this device. */
export type ConnectionLoss = 'brief' | 'long'

/** Response time in milliseconds above which the connection to the server counts as lost. */
const slowResponseTime = 12_000

/** Classifies a connection loss. `silence` is the time in milliseconds since the last answered request. */
export function classifyConnectionLoss(silence: number, hasFailed: boolean): ConnectionLoss | undefined {
  if (silence >= participantTimeout) return 'long'
  return hasFailed || silence >= slowResponseTime ? 'brief' : undefined
}
