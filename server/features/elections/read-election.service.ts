import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import {
  electionCandidates,
  electionEvents,
  electionLostEvents,
  electionObjections,
  electionQuestions,
  elections,
  electionTrustees,
  electionVoters,
} from '#server/db/schema/elections.ts'
import { notFound } from '#server/errors.ts'
import { buildUserNameAndImageColumns } from '#server/features/chat/messages/messages.queries.ts'
import { parseElectionResult } from '#shared/ballot/tally/result.ts'
import { getDecryptionThreshold } from '#shared/ballot/trustees/ceremony.ts'
import { canConfirmAnnulment } from './annul-election.service.ts'
import { findNewestBallotOfVoter } from './cast-ballot.service.ts'
import {
  countVotersAndAcceptedBallots,
  findNewestElectionLogEvent,
  readElectionSetupEvent,
} from './election-log.service.ts'
import { type Election, findVisibleElections, hasEncryptedTally, listTrustees } from './elections.queries.ts'
import { readEncryptedKeysOfMergedAccount } from './keys-of-merged-accounts.queries.ts'
import { findTrusteeTask } from './trustee-tasks.ts'

const personColumns = { id: users.id, ...buildUserNameAndImageColumns(users) }

/** Returns the vote counts per question of a published election; undefined before publication. */
async function readResult(context: SignedInContext, { id, status }: Election) {
  if (status !== 'published') return undefined
  const [row] = await context.db
    .select({ data: electionEvents.data })
    .from(electionEvents)
    .where(and(eq(electionEvents.electionId, id), eq(electionEvents.type, 'Result')))
  const { election } = await readElectionSetupEvent(context, id)
  return row?.data[0] === undefined ? undefined : parseElectionResult(election, row.data[0])
}

async function readQuestions(context: SignedInContext, election: Election) {
  const { db } = context
  const questions = await db
    .select()
    .from(electionQuestions)
    .where(eq(electionQuestions.electionId, election.id))
    .orderBy(asc(electionQuestions.position))
  const candidates = await db
    .select({ row: electionCandidates, person: personColumns })
    .from(electionCandidates)
    .leftJoin(users, eq(users.id, electionCandidates.userId))
    .where(eq(electionCandidates.electionId, election.id))
    .orderBy(asc(electionCandidates.position))
  const results = await readResult(context, election)
  return questions.map((question, index) => ({
    ...question,
    candidates: candidates
      .filter(({ row }) => row.questionId === question.id)
      .map(({ row, person }) => ({
        ...row,
        name: row.name || (person?.fullName ?? ''),
        person: row.userId === null || !person?.id ? null : person,
      })),
    result: results?.[index] ?? null,
  }))
}

async function readTrustees(context: SignedInContext, { id, status }: Election) {
  const people = await context.db
    .select(personColumns)
    .from(electionTrustees)
    .innerJoin(users, eq(users.id, electionTrustees.userId))
    .where(eq(electionTrustees.electionId, id))
  const trustees = await listTrustees(context, id)
  const isCounting = status === 'closed' && (await hasEncryptedTally(context, id))
  return trustees.flatMap(trustee => {
    const person = people.find(found => found.id === trustee.userId)
    const { index, certifiedAt, readyAt, decryptedAt, remindedAt } = trustee
    const task = findTrusteeTask(trustee, trustees, { status, isCounting })
    return person ? [{ index, person, task, certifiedAt, readyAt, decryptedAt, remindedAt }] : []
  })
}

/** Reads the caller's enrolment, newest ballot, trustee number and unanswered nominations in an election. */
async function readOwnPart(
  context: SignedInContext,
  election: Election,
  { isEligible, canManage }: { isEligible: boolean; canManage: boolean },
) {
  const { db, actor } = context
  const [line] = await db
    .select()
    .from(electionVoters)
    .where(
      and(
        eq(electionVoters.electionId, election.id),
        eq(electionVoters.userId, actor.id),
        sql`${electionVoters.mergedAt} is null`,
      ),
    )
  const newest = line && (await findNewestBallotOfVoter(context, election.id, line.credential))
  const [trustee] = await db
    .select({ index: electionTrustees.index })
    .from(electionTrustees)
    .where(and(eq(electionTrustees.electionId, election.id), eq(electionTrustees.userId, actor.id)))
  const nominations = await db
    .select({ id: electionCandidates.id })
    .from(electionCandidates)
    .where(
      and(
        eq(electionCandidates.electionId, election.id),
        eq(electionCandidates.userId, actor.id),
        eq(electionCandidates.status, 'proposed'),
      ),
    )
  return {
    isEligible,
    credential: line?.credential ?? null,
    enrolledAt: line?.enrolledAt ?? null,
    gen: line?.gen ?? null,
    mergedKeys: line ? await readEncryptedKeysOfMergedAccount(context, election, line) : null,
    ballotHash: newest?.hash ?? null,
    votedAt: newest?.createdAt ?? null,
    trusteeIndex: trustee?.index ?? null,
    nominationIds: nominations.map(({ id }) => id),
    canManage,
    canConfirmAnnulment: canManage && (await canConfirmAnnulment(context, election)),
  }
}

async function readObjections({ db }: SignedInContext, electionId: number) {
  return db
    .select({ person: personColumns, text: electionObjections.text, createdAt: electionObjections.createdAt })
    .from(electionObjections)
    .innerJoin(users, eq(users.id, electionObjections.userId))
    .where(eq(electionObjections.electionId, electionId))
    .orderBy(asc(electionObjections.id))
}

async function readLostEvents({ db }: SignedInContext, electionId: number) {
  return db
    .select({ person: personColumns, height: electionLostEvents.height })
    .from(electionLostEvents)
    .innerJoin(users, eq(users.id, electionLostEvents.userId))
    .where(eq(electionLostEvents.electionId, electionId))
    .orderBy(asc(electionLostEvents.userId))
}

async function readPeople({ db }: SignedInContext, id: number) {
  const [organiser, proposer] = [alias(users, 'organiser'), alias(users, 'proposer')]
  const [people] = await db
    .select({
      organiser: { id: organiser.id, ...buildUserNameAndImageColumns(organiser) },
      annulmentProposedBy: { id: proposer.id, ...buildUserNameAndImageColumns(proposer) },
    })
    .from(elections)
    .innerJoin(organiser, eq(organiser.id, elections.organiserId))
    .leftJoin(proposer, eq(proposer.id, elections.annulmentProposedBy))
    .where(eq(elections.id, id))
  if (!people) throw notFound()
  return people
}

export async function readElection(context: SignedInContext, id: number) {
  const [found] = await findVisibleElections(context, eq(elections.id, id), 1)
  if (!found) throw notFound()
  const { election, club, canManage, isEligible } = found
  const trustees = await readTrustees(context, election)
  const { organiser, annulmentProposedBy } = await readPeople(context, id)
  return {
    ...election,
    ...(await countVotersAndAcceptedBallots(context, id)),
    place: club ?? election.country,
    organiser,
    annulmentProposedBy: annulmentProposedBy?.id ? annulmentProposedBy : null,
    questions: await readQuestions(context, election),
    trustees,
    threshold: trustees.length > 0 ? getDecryptionThreshold(trustees.length) : 0,
    enrolled: await context.db.$count(electionVoters, eq(electionVoters.electionId, id)),
    head: await findNewestElectionLogEvent(context, id),
    objections: canManage ? await readObjections(context, id) : [],
    lostEvents: canManage ? await readLostEvents(context, id) : [],
    own: await readOwnPart(context, election, { isEligible, canManage }),
  }
}
