import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { elections, electionTrustees } from '#server/db/schema/elections.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { conflict } from '#server/errors.ts'
import { reminderPauseHours } from '#shared/contracts/elections/elections.schemas.ts'
import { enqueueElectionJob, recordElectionAuditEvent } from './election-events.service.ts'
import { type Election, requireElectionOrganisedByCaller } from './elections.queries.ts'

/**
 * Returns the reminder that the election's status allows: to enrol, or to vote. Undefined in any other
 * status.
 */
const findNotice = ({ status }: Election) =>
  status === 'announced' ? ('announced' as const) : status === 'open' ? ('closing' as const) : undefined

/**
 * Reminds members who have not enrolled or voted, and trustees who have a task. Organisers can do so every twelve
 * hours. A job sends the reminders.
 */
export async function sendElectionReminders(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const election = await requireElectionOrganisedByCaller(tx, id)
    const { status, notice, remindedAt } = election
    const now = (await readDatabaseClock(db)).getTime()
    const isRecent = remindedAt !== null && remindedAt.getTime() > now - reminderPauseHours * 3_600_000
    if (!['announced', 'roll_fixed', 'open', 'closed'].includes(status) || notice !== null || isRecent)
      throw conflict('reminder_not_due')
    const next = findNotice(election)
    await db
      .update(elections)
      .set({ remindedAt: sql`now()`, ...(next && { notice: next, noticeUpTo: 0 }) })
      .where(eq(elections.id, id))
    await db.update(electionTrustees).set({ remindedAt: null }).where(eq(electionTrustees.electionId, id))
    await enqueueElectionJob(tx)
    await recordElectionAuditEvent(tx, election, 'election.reminded')
  })
}
