import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { motions, motionVoters } from '#server/db/schema/motions.ts'
import { notFound } from '#server/errors.ts'
import { buildUserNameAndImageColumns } from '#server/features/chat/messages/messages.queries.ts'
import type { MotionChoice } from '#shared/constants.ts'
import type { MotionVotesQuery } from '#shared/contracts/motions/motions.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getMainTimeZone } from '#shared/countries/country-time-zones.ts'
import type { Actor } from '#shared/policies.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { buildCanOrganiseVoteSqlCondition } from './electorate.queries.ts'

export type Motion = typeof motions.$inferSelect

/** Maximum number of motions in the list of motions. Older ones can still be opened by their URL. */
const listedMotions = 100

/** SQL: newest vote of the user `userId` on the motion. */
const selectOwnChoice = (userId: number) => sql<MotionChoice | null>`(
  select w.choice from motion_votes w where w.motion_id = ${motions.id} and w.user_id = ${userId} order by w.id desc limit 1)`

const ownRow = (actor: Actor) => and(eq(motionVoters.motionId, motions.id), eq(motionVoters.userId, actor.id))

/** SQL condition: the actor organises the motion, or may vote on it and voting has opened. */
const isVisibleTo = (actor: Actor) =>
  or(
    buildCanOrganiseVoteSqlCondition(actor, motions),
    and(sql`${motions.status} <> 'draft'`, sql`${motionVoters.userId} is not null`),
  )

function selectItems({ db, actor }: SignedInContext, where: SQL | undefined, limit: number) {
  return db
    .select({
      motion: motions,
      club: clubs.name,
      clubTimeZone: clubs.timeZone,
      isVoter: sql<boolean>`${motionVoters.userId} is not null`,
      ownChoice: selectOwnChoice(actor.id),
      canManage: sql<boolean>`(${buildCanOrganiseVoteSqlCondition(actor, motions)})`,
    })
    .from(motions)
    .leftJoin(clubs, eq(clubs.id, motions.clubId))
    .leftJoin(motionVoters, ownRow(actor))
    .where(and(isVisibleTo(actor), where))
    .orderBy(desc(motions.id))
    .limit(limit)
}

type ItemRow = Awaited<ReturnType<typeof selectItems>>[number]

/** Time zone in which the times of a motion or election are shown: of its club or country, or of headquarters. */
export function getTimeZoneOfMotionOrElection(country: Country | null, clubTimeZone: string | null): string {
  return clubTimeZone ?? (country ? getMainTimeZone(country) : headquartersTimeZone)
}

function buildItem({ motion, club, clubTimeZone, ...rest }: ItemRow) {
  return {
    ...motion,
    ...rest,
    place: club ?? motion.country,
    timeZone: getTimeZoneOfMotionOrElection(motion.country, clubTimeZone),
  }
}

export async function listMotions(context: SignedInContext) {
  return (await selectItems(context, undefined, listedMotions)).map(buildItem)
}

/** Lists motions on which the user can vote now but has not voted, for the dashboard. */
export async function listMotionsToVoteOn(context: SignedInContext) {
  const isWaiting = and(
    eq(motions.status, 'open'),
    lt(sql`now()`, motions.closesAt),
    sql`${motionVoters.userId} is not null`,
    isNull(selectOwnChoice(context.actor.id)),
  )
  const rows = await selectItems(context, isWaiting, 3)
  return rows.map(({ motion: { id, title } }) => ({ kind: 'motion' as const, id, title }))
}

/** Returns a motion that the user organises, locked until the transaction ends, or throws 404. */
export async function requireMotionOrganisedByCaller(
  { db, actor }: SignedInContext,
  id: number,
): Promise<Motion> {
  const [found] = await db
    .select()
    .from(motions)
    .where(and(eq(motions.id, id), buildCanOrganiseVoteSqlCondition(actor, motions)))
    .for('no key update')
  if (!found) throw notFound()
  return found
}

/** SQL: newest vote of each voter of a motion. If two voters were merged, only the vote of the kept account counts. */
const selectNewestVotes = (motionId: number) => sql`
  select v.user_id, w.choice, w.created_at from motion_voters v
    join users u on u.id = v.user_id
    left join lateral (select choice, created_at from motion_votes w
      where w.motion_id = v.motion_id and w.user_id = v.user_id order by w.id desc limit 1) w on true
   where v.motion_id = ${motionId} and not exists (
     select from motion_voters k where k.motion_id = v.motion_id and k.user_id = u.merged_into)`

export async function countMotionVotesByChoice({ db }: Pick<SignedInContext, 'db'>, motionId: number) {
  const { rows } = await db.execute<{ for: number; against: number; abstain: number }>(sql`
    select count(*) filter (where choice = 'for')::int as for,
           count(*) filter (where choice = 'against')::int as against,
           count(*) filter (where choice = 'abstain')::int as abstain
      from (${selectNewestVotes(motionId)}) votes`)
  return rows[0] ?? { for: 0, against: 0, abstain: 0 }
}

/** Returns the vote counts of a motion: the stored counts after closing, otherwise the counts of the votes so far. */
function readCounts(context: SignedInContext, { id, forCount, againstCount, abstainCount, outcome }: Motion) {
  if (outcome === null) return countMotionVotesByChoice(context, id)
  return { for: forCount ?? 0, against: againstCount ?? 0, abstain: abstainCount ?? 0 }
}

export async function readMotion(context: SignedInContext, id: number) {
  const { db } = context
  const [row] = await selectItems(context, eq(motions.id, id), 1)
  if (!row) throw notFound()
  const [proposer, seconder] = [alias(users, 'proposer'), alias(users, 'seconder')]
  const [people] = await db
    .select({
      proposer: { id: proposer.id, ...buildUserNameAndImageColumns(proposer) },
      seconder: { id: seconder.id, ...buildUserNameAndImageColumns(seconder) },
    })
    .from(motions)
    .innerJoin(proposer, eq(proposer.id, motions.proposerId))
    .innerJoin(seconder, eq(seconder.id, motions.seconderId))
    .where(eq(motions.id, id))
  if (!people) throw notFound()
  const counts = await readCounts(context, row.motion)
  return {
    ...buildItem(row),
    ...people,
    voted: counts.for + counts.against + counts.abstain,
    counts: row.canManage || row.motion.status === 'closed' ? counts : null,
  }
}

/** Lists the voters of a motion with their newest votes: for organisers at any time, for voters after closing. */
export async function listMotionVotes(
  context: SignedInContext,
  id: number,
  { after = 0, limit }: MotionVotesQuery,
) {
  const [row] = await selectItems(context, eq(motions.id, id), 1)
  if (!row || (!row.canManage && row.motion.status !== 'closed')) throw notFound()
  const votes = sql`(${selectNewestVotes(id)}) votes`
  return context.db
    .select({
      userId: sql<number>`votes.user_id`,
      person: { id: users.id, ...buildUserNameAndImageColumns(users) },
      choice: sql<MotionChoice | null>`votes.choice`,
      votedAt: sql<Date | null>`votes.created_at`.mapWith((value: string) => new Date(value)),
    })
    .from(votes)
    .innerJoin(users, sql`${users.id} = votes.user_id`)
    .where(sql`votes.user_id > ${after}`)
    .orderBy(sql`votes.user_id`)
    .limit(limit)
}
