// Steps that the election job takes: freezing the electoral roll, opening, closing, counting, publishing.
// Each step of an election is one transaction.
import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { elections, electionVoters } from '#server/db/schema/elections.ts'
import { serializeCredentials } from '#shared/ballot/credential.ts'
import { serializeElection } from '#shared/ballot/election.ts'
import { createElectionSetupLogEntry } from '#shared/ballot/log/log-entry.ts'
import { hashElectoralRoll } from '#shared/ballot/roll.ts'
import { buildThresholdTrusteeParameters } from '#shared/ballot/trustees/ceremony.ts'
import { computeElectionPublicKey, serializeTrustees } from '#shared/ballot/trustees/trustees.ts'
import { minBallots } from '#shared/contracts/elections/elections.schemas.ts'
import { readElectionQuestionsForBallot } from './announce-election.service.ts'
import { recordElectionAuditEvent } from './election-events.service.ts'
import { appendElectionLogEvent } from './election-log.service.ts'
import { type Election, listTrustees, selectLapsedVoters } from './elections.queries.ts'
import { haveVoterKeysChangedSinceAnnouncement } from './enrolment.service.ts'
import { isKeyCeremonyComplete } from './trustee-tasks.ts'

/** Annuls an election that can have no result: too few voters or ballots, or not opened before its closing time. */
export async function annulElectionThatCannotHaveResult(
  tx: Context,
  election: Election,
  { isTooSmall }: { isTooSmall: boolean },
): Promise<void> {
  await tx.db
    .update(elections)
    .set({ status: 'annulled', annulledAt: sql`now()`, isTooSmall, notice: 'annulled', noticeUpTo: 0 })
    .where(eq(elections.id, election.id))
  await recordElectionAuditEvent(tx, election, 'election.annulled', { isPublic: true })
}

/** Freezes the electoral roll: enrolled voters who still may vote. Annuls the election if they are too few. */
export async function freezeElectoralRoll(tx: Context, election: Election): Promise<void> {
  await tx.db.execute(sql`delete from ${selectLapsedVoters(election)}`)
  const lines = await tx.db.select().from(electionVoters).where(eq(electionVoters.electionId, election.id))
  if (lines.length < minBallots) return annulElectionThatCannotHaveResult(tx, election, { isTooSmall: true })
  const rollHash = hashElectoralRoll(
    lines.map(({ card, cardPublishedAt, statement }) => ({
      card,
      late: haveVoterKeysChangedSinceAnnouncement(cardPublishedAt, election.announcedAt),
      enrolment: statement,
    })),
  )
  await tx.db
    .update(elections)
    .set({ status: 'roll_fixed', rollFixedAt: sql`now()`, rollHash })
    .where(eq(elections.id, election.id))
  await recordElectionAuditEvent(tx, election, 'election.roll_fixed', {
    isPublic: true,
    details: { voters: lines.length },
  })
}

/** True when the organiser has confirmed the electoral roll, or nobody objected during the objection period. */
async function isRollSettled({ db }: Context, election: Election): Promise<boolean> {
  if (election.rollConfirmedAt) return true
  if (election.objectionHours === 0) return false
  const { rows } = await db.execute<{ isOver: boolean; hasObjection: boolean }>(sql`
    select ${election.rollFixedAt}::timestamptz + make_interval(hours => ${election.objectionHours}::int) <= now() as "isOver",
           exists (select from election_objections where election_id = ${election.id}) as "hasObjection"`)
  return rows[0]?.isOver === true && !rows[0].hasObjection
}

/** Opens voting when electoral roll and trustees are ready. After the closing time the election is annulled instead. */
export async function openElection(tx: Context, election: Election, isTooLate: boolean): Promise<void> {
  if (isTooLate) return annulElectionThatCannotHaveResult(tx, election, { isTooSmall: false })
  const trustees = await listTrustees(tx, election.id)
  if (!isKeyCeremonyComplete(trustees) || !(await isRollSettled(tx, election))) return
  const texts = (key: 'certificate' | 'polynomial' | 'voutput') => trustees.map(trustee => trustee[key] ?? '')
  const parameters = buildThresholdTrusteeParameters(
    texts('certificate'),
    texts('polynomial'),
    texts('voutput'),
  )
  const trusteesText = serializeTrustees(election.serverPublicKey ?? '', parameters)
  const voters = await tx.db
    .select({ credential: electionVoters.credential })
    .from(electionVoters)
    .where(eq(electionVoters.electionId, election.id))
    .orderBy(asc(electionVoters.credential))
  const entry = createElectionSetupLogEntry({
    election: serializeElection({
      uuid: election.uuid,
      name: election.title,
      description: election.description,
      questions: await readElectionQuestionsForBallot(tx, election.id),
      publicKey: computeElectionPublicKey(trusteesText),
      credentialAuthority: election.rollHash ?? undefined,
    }),
    trustees: trusteesText,
    credentials: serializeCredentials(voters.map(({ credential }) => credential)),
  })
  await appendElectionLogEvent(tx, election.id, entry)
  await tx.db
    .update(elections)
    .set({ status: 'open', openedAt: sql`now()`, notice: 'opened', noticeUpTo: 0 })
    .where(eq(elections.id, election.id))
  await recordElectionAuditEvent(tx, election, 'election.opened', { isPublic: true })
}
