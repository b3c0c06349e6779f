import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { elections, electionTrustees } from '#server/db/schema/elections.ts'
import { notFound } from '#server/errors.ts'
import {
  buildCanOrganiseVoteSqlCondition,
  isEntitledToVote,
} from '#server/features/motions/electorate.queries.ts'
import type { Actor } from '#shared/policies.ts'
import { findTrusteeTask, type Trustee } from './trustee-tasks.ts'

export type Election = typeof elections.$inferSelect

/** Maximum number of elections in the list of elections. Older ones can still be opened by their URL. */
const listedElections = 100

/** SQL condition: the user is enrolled as a voter of the election. */
const isEnrolled = (userId: number) => sql<boolean>`exists (select from election_voters v
  where v.election_id = ${elections.id} and v.user_id = ${userId} and v.merged_at is null)`

const isTrustee = (userId: number) => sql<boolean>`exists (select from election_trustees t
  where t.election_id = ${elections.id} and t.user_id = ${userId})`

/** SQL condition: the user was nominated in the election and has not declined. */
const isNominee = (userId: number) => sql<boolean>`exists (select from election_candidates c
  where c.election_id = ${elections.id} and c.user_id = ${userId} and c.status <> 'declined')`

/** SQL condition: the user is an active member of the club or country that holds the election. */
export const isEligible = (userId: number) => sql<boolean>`exists (select from users u where u.id = ${userId}
  and u.status = 'active' and u.erased_at is null
  and (${elections.clubId} is null or u.club_id = ${elections.clubId})
  and (${elections.country} is null or u.current_country = ${elections.country}))`

const hasVoted = (userId: number) => sql<boolean>`exists (select from election_voters v
  join election_ballots b on b.election_id = v.election_id and b.credential = v.credential
  where v.election_id = ${elections.id} and v.user_id = ${userId} and v.merged_at is null)`

/**
 * SQL condition: organisers and nominees see a draft. From the announcement on, trustees, enrolled voters and all members
 * of the electorate see the election, also those who did not enrol.
 */
function isVisibleTo(actor: Actor): SQL {
  const { id } = actor
  return sql`(${buildCanOrganiseVoteSqlCondition(actor, elections)} or ${isNominee(id)}
    or (${elections.status} <> 'draft' and (${isTrustee(id)} or ${isEnrolled(id)} or ${isEligible(id)})))`
}

const itemColumns = (actor: Actor) => ({
  election: elections,
  club: clubs.name,
  isEligible: isEligible(actor.id),
  isEnrolled: isEnrolled(actor.id),
  hasVoted: hasVoted(actor.id),
  hasNomination: sql<boolean>`${elections.status} = 'draft' and exists (select from election_candidates c
    where c.election_id = ${elections.id} and c.user_id = ${actor.id} and c.status = 'proposed')`,
  canManage: sql<boolean>`(${buildCanOrganiseVoteSqlCondition(actor, elections)})`,
})

export function findVisibleElections({ db, actor }: SignedInContext, where: SQL | undefined, limit: number) {
  return db
    .select(itemColumns(actor))
    .from(elections)
    .leftJoin(clubs, eq(clubs.id, elections.clubId))
    .where(and(isVisibleTo(actor), where))
    .orderBy(desc(elections.id))
    .limit(limit)
}

export async function listTrustees({ db }: Pick<Context, 'db'>, electionId: number): Promise<Trustee[]> {
  return db
    .select()
    .from(electionTrustees)
    .where(eq(electionTrustees.electionId, electionId))
    .orderBy(asc(electionTrustees.index))
}

/** Whether the election log contains the encrypted tally, so that trustees can decrypt it. */
export async function hasEncryptedTally({ db }: Pick<Context, 'db'>, electionId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select from election_events
    where election_id = ${electionId} and type = 'EncryptedTally'`)
  return rows.length > 0
}

/** Returns the next task of the user as a trustee of the election. */
export async function readOwnTrusteeTask(context: SignedInContext, election: Election) {
  const trustees = await listTrustees(context, election.id)
  const own = trustees.find(({ userId }) => userId === context.actor.id)
  if (!own) return 'none'
  const isCounting = election.status === 'closed' && (await hasEncryptedTally(context, election.id))
  return findTrusteeTask(own, trustees, { status: election.status, isCounting })
}

export async function listElections(context: SignedInContext) {
  const rows = await findVisibleElections(context, undefined, listedElections)
  return Promise.all(
    rows.map(async ({ election, club, ...rest }) => ({
      ...election,
      ...rest,
      place: club ?? election.country,
      task: await readOwnTrusteeTask(context, election),
    })),
  )
}

const dashboardKinds = { announced: 'enrolment', open: 'election', counted: 'publication' } as const

/**
 * Lists elections that wait for the user, for the dashboard: members can enrol or vote and have not done so, organisers
 * can publish a counted result.
 */
export async function listElectionsAwaitingUserAction(context: SignedInContext) {
  const { actor } = context
  const canEnrol = sql`${elections.status} = 'announced' and now() < ${elections.enrolmentEndsAt}
    and ${isEligible(actor.id)} and not ${isEnrolled(actor.id)}`
  const canVote = sql`${elections.status} = 'open' and now() < ${elections.closesAt}
    and ${isEnrolled(actor.id)} and not ${hasVoted(actor.id)}`
  const canPublish = sql`${elections.status} = 'counted' and ${buildCanOrganiseVoteSqlCondition(actor, elections)}`
  const rows = await findVisibleElections(context, sql`(${canEnrol} or ${canVote} or ${canPublish})`, 3)
  return rows.map(({ election: { id, title, status } }) => ({
    kind: dashboardKinds[status as keyof typeof dashboardKinds],
    id,
    title,
  }))
}

/** Returns an election that the user organises, locked until the transaction ends, or throws 404. */
export async function requireElectionOrganisedByCaller(
  { db, actor }: SignedInContext,
  id: number,
): Promise<Election> {
  const [found] = await db
    .select()
    .from(elections)
    .where(and(eq(elections.id, id), buildCanOrganiseVoteSqlCondition(actor, elections)))
    .for('no key update')
  if (!found) throw notFound()
  return found
}

/** Returns an election that the user may see, or throws 404. */
export async function requireElectionVisibleToCaller(
  context: SignedInContext,
  id: number,
): Promise<Election> {
  const [found] = await findVisibleElections(context, eq(elections.id, id), 1)
  if (!found) throw notFound()
  return found.election
}

/** Locks an election until the transaction ends, so that log entries are appended one after the other. */
export async function lockElection({ db }: Pick<Context, 'db'>, id: number): Promise<Election> {
  const [found] = await db.select().from(elections).where(eq(elections.id, id)).for('no key update')
  if (!found) throw notFound()
  return found
}

/** SQL: enrolled voters (alias `v`) who left the electorate, or may not vote because of overdue fees. */
export const selectLapsedVoters = (election: Election) => sql`election_voters v
  where v.election_id = ${election.id} and not exists (
    select from users u where u.id = v.user_id and ${isEntitledToVote(election)})`
