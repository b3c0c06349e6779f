import type { Context } from '#server/context.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { type ChangeContext, invalidateClientCache, recordAuditEvent } from '#server/events/events.service.ts'
import { readOrganiserScopeOfMotionOrElection } from '#server/features/motions/electorate.queries.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { Election } from './elections.queries.ts'

type ElectionPlace = Pick<Election, 'id' | 'country' | 'clubId'>

/** Records an audit event of an election and refreshes the screens of organisers, or of everybody if `isPublic`. */
export async function recordElectionAuditEvent(
  tx: ChangeContext,
  election: ElectionPlace,
  kind: Extract<AuditKind, `election.${string}`>,
  { isPublic, details }: { isPublic?: boolean; details?: Record<string, string | number> } = {},
): Promise<void> {
  const reach = await readOrganiserScopeOfMotionOrElection(tx, election)
  await recordAuditEvent(tx, {
    kind,
    country: reach.country,
    details: { electionId: election.id, ...details },
    touches: { topics: ['elections'], to: isPublic ? { everybody: true } : { reach } },
  })
  if (tx.actor) await invalidateClientCache(tx, { topics: ['elections'], to: { users: [tx.actor.id] } })
}

/** Queues the job that takes elections to their next step and sends notifications. At most one such job is waiting. */
export async function enqueueElectionJob({ db }: Pick<Context, 'db'>): Promise<void> {
  await enqueueJobs(db, 'advance_elections', [{ payload: {}, key: 'advance_elections', isUrgent: true }])
}
