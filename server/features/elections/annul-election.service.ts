import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { elections } from '#server/db/schema/elections.ts'
import { conflict, forbidden } from '#server/errors.ts'
import type { ReasonBody } from '#shared/contracts/elections/elections.schemas.ts'
import { type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'
import { enqueueElectionJob, recordElectionAuditEvent } from './election-events.service.ts'
import { type Election, requireElectionOrganisedByCaller } from './elections.queries.ts'

const isFromHeadquarters = (actor: Pick<Actor, 'role'>) =>
  actor.role === 'system_admin' || actor.role === 'hq_admin'

/** Throws 409 once the votes of an election were counted, so that nobody annuls it because of the result. */
function requireUnfinished({ status }: Election): void {
  if (status === 'draft' || status === 'counted' || status === 'published' || status === 'annulled')
    throw conflict('annulment_impossible')
}

/**
 * Returns true when the actor may confirm an annulment that another user proposed. The actor or that user
 * must be from headquarters.
 */
export async function canConfirmAnnulment(
  { db, actor }: SignedInContext,
  { annulmentProposedBy, status }: Election,
): Promise<boolean> {
  if (annulmentProposedBy === null || annulmentProposedBy === actor.id || status === 'annulled') return false
  if (getPermissionScopeOfActor(actor, 'elections.manage').over === 'all' && isFromHeadquarters(actor))
    return true
  const [proposer] = await db
    .select({ role: users.role })
    .from(users)
    .where(eq(users.id, annulmentProposedBy))
  return proposer !== undefined && isFromHeadquarters(proposer)
}

export async function proposeAnnulment(
  context: SignedInContext,
  id: number,
  { reason }: ReasonBody,
): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireElectionOrganisedByCaller(tx, id)
    requireUnfinished(election)
    if (election.annulmentProposedBy !== null) throw conflict('annulment_proposed')
    await tx.db
      .update(elections)
      .set({ annulmentProposedBy: tx.actor.id, annulReason: reason })
      .where(eq(elections.id, id))
    await recordElectionAuditEvent(tx, election, 'election.annulment_proposed', { isPublic: true })
  })
}

/** Annuls an election once a second person confirms it. The election log is kept, but its votes stay encrypted. */
export async function confirmAnnulment(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireElectionOrganisedByCaller(tx, id)
    requireUnfinished(election)
    if (!(await canConfirmAnnulment(tx, election))) throw forbidden('two_people_needed')
    await tx.db
      .update(elections)
      .set({
        status: 'annulled',
        annulledAt: sql`now()`,
        annulledBy: tx.actor.id,
        notice: 'annulled',
        noticeUpTo: 0,
      })
      .where(eq(elections.id, id))
    await enqueueElectionJob(tx)
    await recordElectionAuditEvent(tx, election, 'election.annulled', { isPublic: true })
  })
}

export async function withdrawAnnulment(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireElectionOrganisedByCaller(tx, id)
    requireUnfinished(election)
    if (election.annulmentProposedBy === null) throw conflict('annulment_impossible')
    await tx.db
      .update(elections)
      .set({ annulmentProposedBy: null, annulReason: null })
      .where(eq(elections.id, id))
    await recordElectionAuditEvent(tx, election, 'election.annulment_withdrawn', { isPublic: true })
  })
}
