import {
  determineConversationKind,
  type GroupClaim,
} from '#web/lib/e2ee/conversation/describe-conversation.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import type { GroupFacts } from './group-ports.ts'

/** Returns kind and peer of the group as determined by the conversation core (rules in lib/e2ee/conversation). */
export function getGroupKindAndPeer(claim: GroupClaim, trust: Pick<Trust, 'getCheckpoint'>): GroupFacts {
  const { kind, peerId } = determineConversationKind(trust.getCheckpoint(claim.id), claim)
  return { groupId: claim.id, shape: kind, ...(peerId !== undefined && { peerId }) }
}
