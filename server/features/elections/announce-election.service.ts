import { asc, eq, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { electionCandidates, electionQuestions, elections } from '#server/db/schema/elections.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { conflict } from '#server/errors.ts'
import {
  areAnswerOptionsVisiblyDistinct,
  hashElectionQuestions,
  hasValidMinAndMaxAnswers,
  type Question,
} from '#shared/ballot/election.ts'
import { createElectionServerKeyPair } from '#shared/ballot/trustees/single.ts'
import { minTrustees } from '#shared/contracts/elections/elections.schemas.ts'
import { enqueueElectionJob, recordElectionAuditEvent } from './election-events.service.ts'
import { type Election, listTrustees, requireElectionOrganisedByCaller } from './elections.queries.ts'
import { encryptServerKey } from './server-key.ts'

/** Reads the questions of an election in the format of the ballot protocol. */
export async function readElectionQuestionsForBallot(
  { db }: Pick<Context, 'db'>,
  electionId: number,
): Promise<Question[]> {
  const questions = await db
    .select()
    .from(electionQuestions)
    .where(eq(electionQuestions.electionId, electionId))
    .orderBy(asc(electionQuestions.position))
  const candidates = await db
    .select()
    .from(electionCandidates)
    .where(eq(electionCandidates.electionId, electionId))
    .orderBy(asc(electionCandidates.position))
  return questions.map(({ id, text, min, max, hasBlank }) => ({
    question: text,
    answers: candidates.filter(({ questionId }) => questionId === id).map(({ name }) => name),
    min,
    max,
    ...(hasBlank && { blank: true as const }),
  }))
}

/**
 * Removes nominees who declined and stores the names of those who accepted. Throws 409 while a nominee has not
 * answered.
 */
async function settleCandidates({ db }: SignedInContext, electionId: number): Promise<void> {
  await db
    .delete(electionCandidates)
    .where(
      sql`${electionCandidates.electionId} = ${electionId} and ${electionCandidates.status} = 'declined'`,
    )
  const open = await db.$count(
    electionCandidates,
    sql`${electionCandidates.electionId} = ${electionId} and ${electionCandidates.status} <> 'accepted'`,
  )
  if (open > 0) throw conflict('nominations_open')
  await db
    .update(electionCandidates)
    .set({
      name: sql`(select ${users.fullName} from ${users} where ${users.id} = ${electionCandidates.userId})`,
    })
    .where(sql`${electionCandidates.electionId} = ${electionId} and ${electionCandidates.userId} is not null`)
}

function requireDatesAhead({ enrolmentEndsAt, opensAt, objectionHours }: Election, now: Date): void {
  if (enrolmentEndsAt <= now) throw conflict('election_dates')
  if (opensAt.getTime() < enrolmentEndsAt.getTime() + objectionHours * 3_600_000)
    throw conflict('election_dates')
}

/**
 * Announces an election. From then on, triggers reject changes of its questions, candidates, trustees and dates. The
 * server creates its own key for each election, so that no key is used twice.
 */
export async function announceElection(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireElectionOrganisedByCaller(tx, id)
    if (election.status !== 'draft') throw conflict('election_announced')
    requireDatesAhead(election, await readDatabaseClock(tx.db))
    if ((await listTrustees(tx, id)).length < minTrustees) throw conflict('trustees_missing')
    await settleCandidates(tx, id)
    const questions = await readElectionQuestionsForBallot(tx, id)
    if (questions.length === 0 || !questions.every(hasValidMinAndMaxAnswers))
      throw conflict('questions_incomplete')
    if (!questions.every(areAnswerOptionsVisiblyDistinct)) throw conflict('answers_equal')
    const { uuid, title: name, description } = election
    const { privateKey, publicKey } = createElectionServerKeyPair()
    await tx.db
      .update(elections)
      .set({
        status: 'announced',
        announcedAt: sql`now()`,
        questionsHash: hashElectionQuestions({ uuid, name, description, questions }),
        serverKey: encryptServerKey(tx.secret, uuid, privateKey),
        serverPublicKey: publicKey,
        notice: 'announced',
        noticeUpTo: 0,
      })
      .where(eq(elections.id, id))
    await enqueueElectionJob(tx)
    await recordElectionAuditEvent(tx, election, 'election.announced', { isPublic: true })
  })
}
