import { type Call, ringingTimeout } from '#shared/contracts/calls/calls.schemas.ts'

const isInCall = ({ members }: Call, myId: number) => members.some(({ userId }) => userId === myId)

/** Whether a call rings for this user: only until they have joined or declined it, and only for a limited time. */
export function isRinging(call: Call, myId: number, now: number): boolean {
  const { startedAt, startedBy, formerMembers, declined } = call
  const hasAnswered = isInCall(call, myId) || formerMembers.includes(myId) || declined.includes(myId)
  return startedBy !== myId && !hasAnswered && now - Date.parse(startedAt) < ringingTimeout
}

/** Whether the call waits for this user, who has left without hanging up, to return. */
export function isWaitingForPeerToRejoin(call: Call, myId: number): boolean {
  return call.formerMembers.includes(myId) && !isInCall(call, myId)
}
