// Job that takes elections to their next step, such as opening, closing and counting.
// Each step locks the election and checks its status again, so repeated and concurrent job runs take a step once.
import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { elections } from '#server/db/schema/elections.ts'
import {
  endElectionVotingInTransaction,
  publishElectionResultInTransaction,
} from './close-election.service.ts'
import { appendEncryptedTallyToElectionLog, appendResultToElectionLog } from './count-election.service.ts'
import { remindTrusteesOfOpenTasks, sendPendingElectionNotifications } from './election-notices.service.ts'
import { hasEncryptedTally } from './elections.queries.ts'
import { freezeElectoralRoll, openElection } from './open-election.service.ts'

/** Time after counting at which the election result is published, unless an organiser publishes it earlier. */
const publishDelay = sql`interval '1 hour'`

/** Locks and reads an election. The flags tell which of its planned dates have passed by the database clock. */
async function lockDueElection({ db }: Context, id: number) {
  const [found] = await db
    .select({
      election: elections,
      isEnrolmentOver: sql<boolean>`${elections.enrolmentEndsAt} <= now()`,
      isOpeningDue: sql<boolean>`${elections.opensAt} <= now()`,
      isClosingDue: sql<boolean>`${elections.closesAt} <= now()`,
      isPublishingDue: sql<boolean>`coalesce(${elections.countedAt} + ${publishDelay} <= now(), false)`,
    })
    .from(elections)
    .where(eq(elections.id, id))
    .for('no key update', { skipLocked: true })
  return found
}

/** Opens, closes, counts or publishes the election when the planned time has come. */
async function takeNextStep(context: Context, id: number): Promise<void> {
  const isTallyMissing = await context.transaction(async tx => {
    const found = await lockDueElection(tx, id)
    if (!found) return false
    const { election, isEnrolmentOver, isOpeningDue, isClosingDue, isPublishingDue } = found
    switch (election.status) {
      case 'announced':
        if (isEnrolmentOver) await freezeElectoralRoll(tx, election)
        return false
      case 'roll_fixed':
        if (isOpeningDue) await openElection(tx, election, isClosingDue)
        return false
      case 'open':
        if (isClosingDue) await endElectionVotingInTransaction(tx, election)
        return false
      case 'closed':
        if (!(await hasEncryptedTally(tx, id))) return true
        await appendResultToElectionLog(tx, election)
        return false
      case 'counted':
        if (isPublishingDue) await publishElectionResultInTransaction(tx, election)
        return false
      default:
        return false
    }
  })
  if (isTallyMissing) await appendEncryptedTallyToElectionLog(context, id)
}

/**
 * Queues the reminder one day before voting closes, unless an organiser sent one during that day. Elections open for
 * less than a day get none, because voters were notified of the opening recently.
 */
async function remindVoters(context: Context): Promise<void> {
  await context.transaction(async tx => {
    await tx.db
      .update(elections)
      .set({ notice: 'closing', noticeUpTo: 0, remindedAt: sql`now()` })
      .where(sql`${elections.status} = 'open' and ${elections.notice} is null
        and (${elections.remindedAt} is null or ${elections.remindedAt} < ${elections.closesAt} - interval '1 day')
        and ${elections.closesAt} < now() + interval '1 day' and ${elections.openedAt} < now() - interval '1 day'`)
  })
}

export async function advanceElectionsToNextStep(context: Context): Promise<void> {
  const { rows } = await context.db.execute<{ id: number }>(sql`
    select id from elections where status in ('announced', 'roll_fixed', 'open', 'closed', 'counted') order by id`)
  for (const { id } of rows) {
    try {
      await takeNextStep(context, id)
    } catch (error) {
      // When one election fails, the job logs the error and continues with the other elections.
      context.log.error(
        { err: error, electionId: id },
        'elections: a step failed; it is tried again every minute',
      )
    }
  }
  await remindVoters(context)
  await remindTrusteesOfOpenTasks(context)
  await sendPendingElectionNotifications(context)
}
