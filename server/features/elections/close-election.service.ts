import { eq, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { elections } from '#server/db/schema/elections.ts'
import { conflict } from '#server/errors.ts'
import { createEndOfVotingLogEntry } from '#shared/ballot/log/log-entry.ts'
import { minBallots, type ReasonBody } from '#shared/contracts/elections/elections.schemas.ts'
import { enqueueElectionJob, recordElectionAuditEvent } from './election-events.service.ts'
import {
  appendElectionLogEvent,
  countVotersAndAcceptedBallots,
  requireNewestElectionLogEvent,
} from './election-log.service.ts'
import { type Election, requireElectionOrganisedByCaller } from './elections.queries.ts'
import { annulElectionThatCannotHaveResult } from './open-election.service.ts'

/**
 * Ends voting of an open election, which the caller has locked. No ballot is accepted after the log event EndBallots.
 * With fewer ballots than the minimum the result would reveal votes, so the election is annulled and never decrypted.
 */
export async function endElectionVotingInTransaction(
  tx: Context,
  election: Election,
  { closeReason }: { closeReason?: string } = {},
): Promise<void> {
  await appendElectionLogEvent(
    tx,
    election.id,
    createEndOfVotingLogEntry(await requireNewestElectionLogEvent(tx, election.id)),
  )
  await tx.db
    .update(elections)
    .set({ status: 'closed', closedAt: sql`now()`, closeReason })
    .where(eq(elections.id, election.id))
  const { voted, ballots } = await countVotersAndAcceptedBallots(tx, election.id)
  await recordElectionAuditEvent(tx, election, 'election.closed', {
    isPublic: true,
    details: { voted, ballots },
  })
  if (voted < minBallots) await annulElectionThatCannotHaveResult(tx, election, { isTooSmall: true })
}

/** Closes voting before the planned time, with a reason that the voters see. */
export async function endElectionVotingEarly(
  context: SignedInContext,
  id: number,
  { reason }: ReasonBody,
): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireElectionOrganisedByCaller(tx, id)
    if (election.status !== 'open') throw conflict('election_not_open')
    await endElectionVotingInTransaction(tx, election, { closeReason: reason })
    await enqueueElectionJob(tx)
  })
}

/** Publishes the counted result of an election and notifies the voters. */
export async function publishElectionResultInTransaction(tx: Context, election: Election): Promise<void> {
  await tx.db
    .update(elections)
    .set({ status: 'published', publishedAt: sql`now()`, notice: 'published', noticeUpTo: 0 })
    .where(eq(elections.id, election.id))
  await recordElectionAuditEvent(tx, election, 'election.published', { isPublic: true })
}

export async function publishElectionResult(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireElectionOrganisedByCaller(tx, id)
    if (election.status !== 'counted') throw conflict('election_not_counted')
    await publishElectionResultInTransaction(tx, election)
    await enqueueElectionJob(tx)
  })
}
