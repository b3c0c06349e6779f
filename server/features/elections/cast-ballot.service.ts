import { and, desc, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { electionBallots, electionEvents, electionVoters } from '#server/db/schema/elections.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { AppError, conflict, notFound } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvents } from '#server/events/events.service.ts'
import { readOrganiserScopeOfMotionOrElection } from '#server/features/motions/electorate.queries.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import { createBallotLogEntry } from '#shared/ballot/log/log-entry.ts'
import { verifyBallot } from './ballot-verification/verifier-pool.ts'
import {
  appendElectionLogEvent,
  readElectionSetupEvent,
  requireNewestElectionLogEvent,
} from './election-log.service.ts'
import { type Election, lockElection, requireElectionVisibleToCaller } from './elections.queries.ts'

/**
 * Reads the receipt of an accepted ballot from the election log; undefined when the log does not contain the ballot. Only
 * the voter learns when the ballot was accepted.
 */
async function findReceipt(
  { db, actor }: Pick<SignedInContext, 'db' | 'actor'>,
  electionId: number,
  hash: string,
) {
  const [found] = await db
    .select({
      hash: electionBallots.hash,
      credential: electionBallots.credential,
      height: electionBallots.height,
      event: electionEvents.hash,
      acceptedAt: sql<Date | null>`case when exists (select from election_voters v
          where v.election_id = ${electionBallots.electionId} and v.credential = ${electionBallots.credential}
            and v.user_id = ${actor.id}) then ${electionBallots.createdAt} end`.mapWith(
        (value: string | null) => (value === null ? null : new Date(value)),
      ),
      isNewest: sql<boolean>`not exists (select from election_ballots n where n.election_id = ${electionBallots.electionId}
        and n.credential = ${electionBallots.credential} and n.height > ${electionBallots.height})`,
    })
    .from(electionBallots)
    .innerJoin(
      electionEvents,
      and(
        eq(electionEvents.electionId, electionBallots.electionId),
        eq(electionEvents.height, electionBallots.height),
      ),
    )
    .where(and(eq(electionBallots.electionId, electionId), eq(electionBallots.hash, hash)))
  return found && { ...found, head: await requireNewestElectionLogEvent({ db }, electionId) }
}

/** Looks up a ballot in the election log, for users who may see the election. */
export async function readBallotReceipt(context: SignedInContext, id: number, hash: string) {
  await requireElectionVisibleToCaller(context, id)
  const receipt = await findReceipt(context, id, hash)
  if (!receipt) throw notFound()
  return receipt
}

/**
 * Returns the caller's credential on the electoral roll, or throws 404. The entry of a merged account cannot vote.
 */
async function requireOwnCredential({ db, actor }: SignedInContext, id: number): Promise<string> {
  const [line] = await db
    .select({ credential: electionVoters.credential })
    .from(electionVoters)
    .where(
      and(
        eq(electionVoters.electionId, id),
        eq(electionVoters.userId, actor.id),
        sql`${electionVoters.mergedAt} is null`,
      ),
    )
  if (!line) throw notFound()
  return line.credential
}

async function requireOpen({ db }: SignedInContext, { status, closesAt }: Election): Promise<void> {
  if (status !== 'open' || closesAt <= (await readDatabaseClock(db))) throw conflict('election_not_open')
}

/** Stores a verified ballot while the election is locked, so that the log has no ballot after the end of voting. */
async function storeBallot(
  tx: SignedInContext,
  id: number,
  ballot: string,
  hash: string,
  credential: string,
) {
  const election = await lockElection(tx, id)
  const accepted = await findReceipt(tx, id, hash)
  if (accepted) return accepted
  await requireOpen(tx, election)
  if ((await requireOwnCredential(tx, id)) !== credential) throw new AppError(400, 'ballot_invalid')
  const entry = createBallotLogEntry(await requireNewestElectionLogEvent(tx, id), ballot)
  await appendElectionLogEvent(tx, id, entry)
  await tx.db.insert(electionBallots).values({ electionId: id, height: entry.height, hash, credential })
  await recordAuditEvents(tx, [{ kind: 'election.voted', details: { electionId: id } }])
  await invalidateClientCache(tx, {
    topics: ['elections'],
    to: { reach: await readOrganiserScopeOfMotionOrElection(tx, election) },
  })
  await invalidateClientCache(tx, { topics: ['elections'], to: { users: [tx.actor.id] } })
  const receipt = await findReceipt(tx, id, hash)
  if (!receipt) throw new Error('storeBallot: the stored ballot was not found')
  return receipt
}

/**
 * Accepts a ballot of the caller. Proofs and signature are verified in a worker thread before the transaction.
 * The receipt is returned after the commit. The same ballot sent again returns the same receipt.
 */
export async function castBallot(context: SignedInContext, id: number, ballot: string) {
  const election = await requireElectionVisibleToCaller(context, id)
  const credential = await requireOwnCredential(context, id)
  const hash = computeSha256InHex(ballot)
  const accepted = await findReceipt(context, id, hash)
  if (accepted) return accepted
  await requireOpen(context, election)
  const { election: text, credentials } = await readElectionSetupEvent(context, id)
  const verdict = await verifyBallot({ election: text, credentials, ballot })
  if (!verdict.ok || verdict.credential !== credential) throw new AppError(400, 'ballot_invalid')
  return context.transaction(tx => storeBallot(tx, id, ballot, hash, credential))
}

/** Returns the questions, trustees and voter credentials that a voter's browser needs to encrypt a ballot. */
export async function readDataNeededToEncryptBallot(context: SignedInContext, id: number) {
  const election = await requireElectionVisibleToCaller(context, id)
  if (election.openedAt === null) throw notFound()
  return {
    ...(await readElectionSetupEvent(context, id)),
    head: await requireNewestElectionLogEvent(context, id),
  }
}

/** Finds the newest ballot cast with a voter's credential; undefined when the voter has not voted. */
export async function findNewestBallotOfVoter({ db }: SignedInContext, id: number, credential: string) {
  const [newest] = await db
    .select({ hash: electionBallots.hash, createdAt: electionBallots.createdAt })
    .from(electionBallots)
    .where(and(eq(electionBallots.electionId, id), eq(electionBallots.credential, credential)))
    .orderBy(desc(electionBallots.height))
    .limit(1)
  return newest
}
