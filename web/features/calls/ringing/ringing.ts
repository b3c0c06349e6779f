import { type Call, ringingTimeout } from '#shared/contracts/calls/calls.schemas.ts'

const isInCall = ({ members }: Call, myId: number) => members.some(({ userId }) => userId === myId)

/** Whether a call rings for this user: for a limited time, until the user joins or declines it. */
export function isCallRinging(call: Call, myId: number, now: number): boolean {
  const { startedAt, startedBy, formerMembers, declined } = call
  const hasAnswered = isInCall(call, myId) || formerMembers.includes(myId) || declined.includes(myId)
  return startedBy !== myId && !hasAnswered && now - Date.parse(startedAt) < ringingTimeout
}

/** Whether this user left the call without hanging up, so that the call waits for the user to return. */
export function isWaitingForPeerToRejoin(call: Call, myId: number): boolean {
  return call.formerMembers.includes(myId) && !isInCall(call, myId)
}
