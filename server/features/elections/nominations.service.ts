import { and, eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { electionCandidates } from '#server/db/schema/elections.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { NominationBody } from '#shared/contracts/elections/elections.schemas.ts'
import { recordElectionAuditEvent } from './election-events.service.ts'
import { lockElection } from './elections.queries.ts'

/**
 * Stores whether the nominee accepts, with a statement. Only the nominee can answer, until the election is announced.
 */
export async function answerNomination(
  context: SignedInContext,
  id: number,
  candidateId: number,
  { isAccepted, statement }: NominationBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const isOwn = and(
      eq(electionCandidates.id, candidateId),
      eq(electionCandidates.electionId, id),
      eq(electionCandidates.userId, actor.id),
    )
    const [found] = await db.select({ id: electionCandidates.id }).from(electionCandidates).where(isOwn)
    if (!found) throw notFound()
    const election = await lockElection(tx, id)
    if (election.status !== 'draft') throw conflict('election_announced')
    const { rowCount } = await db
      .update(electionCandidates)
      .set({ status: isAccepted ? 'accepted' : 'declined', statement: isAccepted ? statement : '' })
      .where(isOwn)
    // When the organiser removed the nomination while this request waited for the lock, the request fails with 404.
    if (!rowCount) throw notFound()
    await recordElectionAuditEvent(
      tx,
      election,
      isAccepted ? 'election.nomination_accepted' : 'election.nomination_declined',
    )
  })
}
