// Enrolment of voters: the voter's browser creates a credential and signs it with the voter's identity key.
import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { electionObjections, elections, electionVoters } from '#server/db/schema/elections.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { conflict, notFound } from '#server/errors.ts'
import { buildUserNameAndImageColumns } from '#server/features/chat/messages/messages.queries.ts'
import { lockAndRequireNewestPublicKeys } from '#server/features/keys/cards/key-generations.service.ts'
import { verifySignature } from '#server/features/keys/cards/verify-signature.ts'
import { isPublicCredential } from '#shared/ballot/credential.ts'
import type { EnrolmentBody, RollPageQuery } from '#shared/contracts/elections/elections.schemas.ts'
import { verifySignedVoterEnrolment } from '#shared/e2ee/election-statements.ts'
import { enqueueElectionJob, recordElectionAuditEvent } from './election-events.service.ts'
import {
  findVisibleElections,
  isEligible,
  listTrustees,
  requireElectionOrganisedByCaller,
  requireElectionVisibleToCaller,
} from './elections.queries.ts'
import { readPublicationTimeOfOwnKeys } from './key-ceremony.service.ts'

function readGeneration(body: string): number {
  try {
    return Number((JSON.parse(body) as { gen: number }).gen)
  } catch {
    return 0
  }
}

/**
 * Enrols the caller as a voter, or replaces an earlier enrolment. A share lock on the election lets many members enrol
 * at the same time. The roll is frozen only after enrolments in progress have finished.
 */
export async function enrolVoter(
  context: SignedInContext,
  id: number,
  { credential, statement }: EnrolmentBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [election] = await db
      .select()
      .from(elections)
      .where(and(eq(elections.id, id), isEligible(actor.id)))
      .for('share')
    if (!election || election.status === 'draft') throw notFound()
    if (election.status !== 'announced' || election.enrolmentEndsAt <= (await readDatabaseClock(db)))
      throw conflict('enrolment_over')
    const card = await lockAndRequireNewestPublicKeys(db, actor.id, readGeneration(statement.body))
    const signed = await verifySignedVoterEnrolment(card, statement, verifySignature)
    const isValid =
      signed?.electionUuid === election.uuid &&
      signed.questions === election.questionsHash &&
      signed.credential === credential &&
      isPublicCredential(credential)
    if (!isValid) throw conflict('enrolment_invalid')
    await db
      .delete(electionVoters)
      .where(and(eq(electionVoters.electionId, id), eq(electionVoters.userId, actor.id)))
    const [inserted] = await db
      .insert(electionVoters)
      .values({
        electionId: id,
        credential,
        userId: actor.id,
        signedUserId: actor.id,
        gen: card.gen,
        statement,
        card,
        cardPublishedAt: await readPublicationTimeOfOwnKeys(tx, card.gen),
      })
      .onConflictDoNothing()
      .returning({ credential: electionVoters.credential })
    if (inserted) return recordElectionAuditEvent(tx, election, 'election.enrolled')
    // If another device has already enrolled the member as a voter, no row is inserted and no error is thrown.
    const isOwn = and(eq(electionVoters.credential, credential), eq(electionVoters.userId, actor.id))
    if ((await db.$count(electionVoters, and(eq(electionVoters.electionId, id), isOwn))) === 0)
      throw conflict('enrolment_invalid')
  })
}

/**
 * Lists the electoral roll, sorted by credential, for the voters on it and for organisers. Trustees read it without
 * names, to verify the signatures before they decrypt.
 */
export async function readElectoralRoll(
  context: SignedInContext,
  id: number,
  { after = '', limit }: RollPageQuery,
) {
  const { db } = context
  const [found] = await findVisibleElections(context, eq(elections.id, id), 1)
  if (!found) throw notFound()
  const seesNames = found.isEnrolled || found.canManage
  if (!seesNames && !(await listTrustees(context, id)).some(({ userId }) => userId === context.actor.id))
    throw notFound()
  const { announcedAt, rollHash } = found.election
  const rows = await db
    .select({
      line: electionVoters,
      person: { id: users.id, ...buildUserNameAndImageColumns(users) },
      erasedAt: users.erasedAt,
      // Ballot times are not listed, because comparing them with the public election log could link voters to ballots.
      hasVoted: sql<boolean>`exists (select from election_ballots b
        where b.election_id = ${electionVoters.electionId} and b.credential = ${electionVoters.credential})`,
    })
    .from(electionVoters)
    .innerJoin(users, eq(users.id, electionVoters.userId))
    .where(and(eq(electionVoters.electionId, id), gt(electionVoters.credential, after)))
    .orderBy(asc(electionVoters.credential))
    .limit(limit)
  return {
    total: await db.$count(electionVoters, eq(electionVoters.electionId, id)),
    rollHash,
    lines: rows.map(({ line, person, erasedAt, hasVoted }) => ({
      ...line,
      userId: line.signedUserId,
      person: erasedAt || !seesNames ? null : person,
      isLateCard: haveVoterKeysChangedSinceAnnouncement(line.cardPublishedAt, announcedAt),
      isMerged: line.mergedAt !== null,
      hasVoted,
    })),
  }
}

/** Returns true when the voter published new keys after the election was announced. */
export function haveVoterKeysChangedSinceAnnouncement(publishedAt: Date, announcedAt: Date | null): boolean {
  return announcedAt !== null && publishedAt > announcedAt
}

/**
 * Stores the objection to the electoral roll of a voter on it or of a member whom it lacks. Voting then opens only after the organiser
 * has confirmed the roll.
 */
export async function storeObjectionToElectoralRoll(
  context: SignedInContext,
  id: number,
  text: string,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    await requireElectionVisibleToCaller(tx, id)
    const isVoter = sql`exists (select from election_voters v
      where v.election_id = ${elections.id} and v.user_id = ${actor.id})`
    const [election] = await db
      .select()
      .from(elections)
      .where(and(eq(elections.id, id), or(isVoter, isEligible(actor.id))))
      .for('share')
    if (!election) throw notFound()
    if (election.status !== 'roll_fixed' || election.rollConfirmedAt) throw conflict('objections_over')
    await db.insert(electionObjections).values({ electionId: id, userId: actor.id, text })
    await recordElectionAuditEvent(tx, election, 'election.objected')
  })
}

/**
 * Confirms the frozen electoral roll on behalf of the organiser, once the objection period is over. After the
 * confirmation nobody can object. Voting opens at the planned time.
 */
export async function confirmElectoralRoll(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireElectionOrganisedByCaller(tx, id)
    if (election.status !== 'roll_fixed' || election.rollConfirmedAt) throw conflict('roll_not_waiting')
    const { rows } = await tx.db.execute(sql`select from elections where id = ${id}
      and roll_fixed_at + make_interval(hours => objection_hours) > now()`)
    if (rows.length > 0) throw conflict('objections_open')
    await tx.db.update(elections).set({ rollConfirmedAt: sql`now()` }).where(eq(elections.id, id))
    await enqueueElectionJob(tx)
    await recordElectionAuditEvent(tx, election, 'election.roll_confirmed', { isPublic: true })
  })
}
