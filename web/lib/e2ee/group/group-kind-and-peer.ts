import {
  determineConversationKind,
  type GroupClaim,
} from '#web/lib/e2ee/conversation/describe-conversation.ts'
import type { Trust } from '#web/lib/e2ee/trust/trust.ts'
import type { GroupFacts } from './group-ports.ts'

/**
 * Returns the kind of the group and, for a direct conversation, its other person. What signed entries say takes precedence
 * over what the server claims.
 */
export function getGroupKindAndPeer(claim: GroupClaim, trust: Pick<Trust, 'getCheckpoint'>): GroupFacts {
  const { kind, peerId } = determineConversationKind(trust.getCheckpoint(claim.id), claim)
  return { groupId: claim.id, shape: kind, ...(peerId !== undefined && { peerId }) }
}
