import { type Call, ringingTime } from '#shared/contracts/calls.ts'

const isIn = ({ members }: Call, myId: number) => members.some(({ userId }) => userId === myId)

/** A call rings only for users who have never been in it and have not declined it. */
export function isRinging(call: Call, myId: number, now: number): boolean {
  const { startedAt, startedBy, formerMembers, declined } = call
  const hasAnswered = isIn(call, myId) || formerMembers.includes(myId) || declined.includes(myId)
  return startedBy !== myId && !hasAnswered && now - Date.parse(startedAt) < ringingTime
}

/** Whether the other participant of a call between two waits for this user to return. */
export function isAwaited(call: Call, myId: number): boolean {
  return call.formerMembers.includes(myId) && !isIn(call, myId)
}
