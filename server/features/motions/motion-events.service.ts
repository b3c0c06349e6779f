import { type ChangeContext, recordAuditEvent } from '#server/events/events.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { readOrganiserScopeOfMotionOrElection } from './electorate.queries.ts'
import type { Motion } from './motions.queries.ts'

/** Records an audit event of a motion and refreshes the screens of organisers, or of everybody if it is public. */
export async function recordMotionAuditEvent(
  tx: ChangeContext,
  motion: Pick<Motion, 'id' | 'country' | 'clubId'>,
  kind: Extract<AuditKind, `motion.${string}`>,
  { isPublic, details }: { isPublic?: boolean; details?: Record<string, string | number> } = {},
): Promise<void> {
  const reach = await readOrganiserScopeOfMotionOrElection(tx, motion)
  await recordAuditEvent(tx, {
    kind,
    country: reach.country,
    details: { motionId: motion.id, ...details },
    touches: { topics: ['elections'], to: isPublic ? { everybody: true } : { reach } },
  })
}
