// Notifications about elections. A job sends them in batches and stores the progress with each batch.
import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { elections, electionTrustees } from '#server/db/schema/elections.ts'
import { notifyUsers } from '#server/events/events.service.ts'
import { buildUserInElectorateSqlCondition } from '#server/features/motions/electorate.queries.ts'
import { type Election, hasEncryptedTally, listTrustees, lockElection } from './elections.queries.ts'
import { findTrusteeTask } from './trustee-tasks.ts'

/** Number of users notified of an election step per transaction. */
const batchSize = 500

/** SQL for the next users to notify of a step of an election (such as its opening), in order of id. */
function selectPeople({ id, notice, noticeUpTo, ...place }: Election) {
  if (notice === 'announced')
    return sql`select u.id from users u where ${buildUserInElectorateSqlCondition(place)} and u.id > ${noticeUpTo}
      and not exists (select from election_voters v where v.election_id = ${id} and v.user_id = u.id)
      order by u.id limit ${batchSize}`
  const isForAll = notice !== 'closing'
  return sql`select v.user_id as id from election_voters v
    where v.election_id = ${id} and v.merged_at is null and v.user_id > ${noticeUpTo}
      and (${isForAll} or not exists (select from election_ballots b
        where b.election_id = v.election_id and b.credential = v.credential))
    order by v.user_id limit ${batchSize}`
}

async function notifyNextBatch(context: Context): Promise<boolean> {
  return context.transaction(async tx => {
    const [election] = await tx.db
      .select()
      .from(elections)
      .where(isNotNull(elections.notice))
      .orderBy(elections.id)
      .limit(1)
      .for('no key update')
    // While this job waited for the election's lock, another job may already have sent the notifications.
    if (!election?.notice) return election !== undefined
    const { rows } = await tx.db.execute<{ id: number }>(selectPeople(election))
    const people = rows.map(({ id }) => id)
    await notifyUsers(tx, {
      users: people,
      kind: `election.${election.notice}`,
      params: { electionId: election.id },
    })
    await tx.db
      .update(elections)
      .set({
        noticeUpTo: people.at(-1) ?? election.noticeUpTo,
        ...(people.length < batchSize && { notice: null }),
      })
      .where(eq(elections.id, election.id))
    return true
  })
}

export async function sendPendingElectionNotifications(context: Context): Promise<void> {
  while (await notifyNextBatch(context));
}

/** Notifies trustees who have a task in the election, at once when the task begins and then every day. */
async function remindTrusteesOf(context: Context, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { status } = await lockElection(tx, id)
    const trustees = await listTrustees(tx, id)
    const isCounting = status === 'closed' && (await hasEncryptedTally(tx, id))
    const waiting = trustees.filter(
      trustee => !['wait', 'none'].includes(findTrusteeTask(trustee, trustees, { status, isCounting })),
    )
    const { rows } = await tx.db.execute<{ userId: number }>(sql`
      update ${electionTrustees} set reminded_at = now()
       where election_id = ${id} and index = any(${sql.param(waiting.map(({ index }) => index))}::int[])
         and (reminded_at is null or reminded_at < now() - interval '1 day')
      returning user_id as "userId"`)
    const users = rows.map(({ userId }) => userId)
    await notifyUsers(tx, { users, kind: 'election.trustee', params: { electionId: id } })
  })
}

export async function remindTrusteesOfOpenTasks(context: Context): Promise<void> {
  const { rows } = await context.db.execute<{ id: number }>(sql`
    select distinct e.id from elections e join election_trustees t on t.election_id = e.id
     where e.status in ('announced', 'roll_fixed', 'closed')
       and (t.reminded_at is null or t.reminded_at < now() - interval '1 day') order by e.id`)
  for (const { id } of rows) await remindTrusteesOf(context, id)
}
