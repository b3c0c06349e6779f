import { and, eq, lt } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { electionEvents, electionLostEvents } from '#server/db/schema/elections.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { LogHead } from '#shared/ballot/log/log-entry.ts'
import { recordElectionAuditEvent } from './election-events.service.ts'
import { requireElectionVisibleToCaller } from './elections.queries.ts'

/**
 * Stores the newest log event that a device of the caller has seen, when the election log lacks it. Before closing,
 * organisers thus see that ballots are missing, and whose devices have them.
 */
export async function reportEventMissingFromElectionLog(
  context: SignedInContext,
  id: number,
  { height, hash }: LogHead,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const election = await requireElectionVisibleToCaller(tx, id)
    if (election.openedAt === null) throw notFound()
    const isSame = and(eq(electionEvents.electionId, id), eq(electionEvents.hash, hash))
    if ((await db.$count(electionEvents, isSame)) > 0) throw conflict('event_not_lost')
    const { rowCount } = await db
      .insert(electionLostEvents)
      .values({ electionId: id, userId: actor.id, height, hash })
      .onConflictDoUpdate({
        target: [electionLostEvents.electionId, electionLostEvents.userId],
        set: { height, hash },
        setWhere: lt(electionLostEvents.height, height),
      })
    if (rowCount)
      await recordElectionAuditEvent(tx, election, 'election.lost_event_reported', { details: { height } })
  })
}
