import { eq, inArray } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import {
  electionCandidates,
  electionQuestions,
  elections,
  electionTrustees,
} from '#server/db/schema/elections.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { badInput, conflict } from '#server/errors.ts'
import { notifyUsers } from '#server/events/events.service.ts'
import {
  type Electorate,
  requirePermissionToOrganiseVotes,
  requireUsersToBelongToElectorate,
} from '#server/features/motions/electorate.queries.ts'
import { createElectionUuid } from '#shared/ballot/election.ts'
import type { ElectionBody } from '#shared/contracts/elections/elections.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { fieldTexts } from '#texts/errors.ts'
import { recordElectionAuditEvent } from './election-events.service.ts'
import { type Election, requireElectionOrganisedByCaller } from './elections.queries.ts'

const listNominees = ({ questions }: ElectionBody) =>
  questions.flatMap(({ candidates }) => candidates.flatMap(({ userId }) => (userId === null ? [] : [userId])))

/** Requires that trustees and nominees belong to the electorate and that enrolment ends in the future. */
async function requireValidDraft(tx: SignedInContext, place: Electorate, body: ElectionBody): Promise<void> {
  if (new Date(body.enrolmentEndsAt) <= (await readDatabaseClock(tx.db)))
    throw badInput({ enrolmentEndsAt: fieldTexts.inThePast })
  await requireUsersToBelongToElectorate(tx, place, [
    ...body.trusteeIds.map(userId => ({ userId, field: 'trusteeIds' })),
    ...listNominees(body).map(userId => ({ userId, field: 'questions' })),
  ])
}

const buildColumns = ({
  title,
  description,
  enrolmentEndsAt,
  opensAt,
  closesAt,
  objectionHours,
}: ElectionBody) => ({
  title,
  description,
  objectionHours,
  enrolmentEndsAt: new Date(enrolmentEndsAt),
  opensAt: new Date(opensAt),
  closesAt: new Date(closesAt),
})

type StoredCandidate = typeof electionCandidates.$inferSelect

/**
 * Stores the questions and candidates of an election. Candidates who stay nominated keep their acceptance and their
 * statement.
 */
async function writeQuestions(
  tx: SignedInContext,
  electionId: number,
  { questions }: ElectionBody,
): Promise<number[]> {
  const { db } = tx
  const before = await db
    .select()
    .from(electionCandidates)
    .where(eq(electionCandidates.electionId, electionId))
  const byId = new Map(before.map(row => [row.id, row]))
  await db.delete(electionQuestions).where(eq(electionQuestions.electionId, electionId))
  const nominees: number[] = []
  for (const [position, { candidates, ...question }] of questions.entries()) {
    const [created] = await db
      .insert(electionQuestions)
      .values({ electionId, position, ...question })
      .returning({ id: electionQuestions.id })
    if (!created) throw new Error('writeQuestions: inserting a question returned no row')
    const rows = candidates.map(({ id, userId, name }, place) => {
      const kept: StoredCandidate | undefined = id === undefined ? undefined : byId.get(id)
      const isSame = kept !== undefined && kept.userId === userId && userId !== null
      if (userId !== null && !isSame) nominees.push(userId)
      return {
        electionId,
        questionId: created.id,
        position: place,
        userId,
        name: userId === null ? name : '',
        statement: isSame ? kept.statement : '',
        status: isSame ? kept.status : userId === null ? ('accepted' as const) : ('proposed' as const),
      }
    })
    await db.insert(electionCandidates).values(rows)
  }
  return nominees
}

async function writeDraft(tx: SignedInContext, election: Election, body: ElectionBody): Promise<void> {
  const { db } = tx
  const nominees = await writeQuestions(tx, election.id, body)
  await db.delete(electionTrustees).where(eq(electionTrustees.electionId, election.id))
  if (body.trusteeIds.length > 0) {
    const rows = body.trusteeIds.map((userId, place) => ({
      electionId: election.id,
      index: place + 1,
      userId,
    }))
    await db.insert(electionTrustees).values(rows)
  }
  await notifyUsers(tx, {
    users: [...new Set(nominees)],
    kind: 'election.nominated',
    params: { electionId: election.id },
  })
}

export async function createElection(context: SignedInContext, body: ElectionBody): Promise<number> {
  return context.transaction(async tx => {
    const place = await requirePermissionToOrganiseVotes(tx, {
      clubId: body.clubId,
      country: body.country as Country | null,
    })
    await requireValidDraft(tx, place, body)
    const [created] = await tx.db
      .insert(elections)
      .values({ ...buildColumns(body), ...place, uuid: createElectionUuid(), organiserId: tx.actor.id })
      .returning()
    if (!created) throw new Error('createElection: inserting the election returned no row')
    await writeDraft(tx, created, body)
    await recordElectionAuditEvent(tx, created, 'election.created')
    return created.id
  })
}

async function requireDraft(tx: SignedInContext, id: number): Promise<Election> {
  const election = await requireElectionOrganisedByCaller(tx, id)
  if (election.status !== 'draft') throw conflict('election_announced')
  return election
}

/** Replaces an election draft except its club or country, which determines who manages the election. */
export async function updateElection(
  context: SignedInContext,
  id: number,
  body: ElectionBody,
): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireDraft(tx, id)
    await requireValidDraft(tx, election, body)
    await tx.db.update(elections).set(buildColumns(body)).where(eq(elections.id, id))
    await writeDraft(tx, election, body)
    await recordElectionAuditEvent(tx, election, 'election.changed')
  })
}

export async function deleteElection(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const election = await requireDraft(tx, id)
    await tx.db.delete(elections).where(inArray(elections.id, [id]))
    await recordElectionAuditEvent(tx, election, 'election.deleted')
  })
}
