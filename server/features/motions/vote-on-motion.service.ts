import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { motions, motionVoters, motionVotes } from '#server/db/schema/motions.ts'
import { conflict, notFound } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvents } from '#server/events/events.service.ts'
import type { MotionVoteBody } from '#shared/contracts/motions/motions.schemas.ts'
import { readOrganiserScopeOfMotionOrElection } from './electorate.queries.ts'

/**
 * Adds the caller's vote on a motion. A share lock on the motion lets many voters vote at the same time. Closing waits
 * for votes in progress, so that every accepted vote is counted. A repeated equal vote adds no row.
 */
export async function voteOnMotion(
  context: SignedInContext,
  id: number,
  { choice }: MotionVoteBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const [found] = await db
      .select({ motion: motions, isDue: sql<boolean>`now() >= ${motions.closesAt}` })
      .from(motions)
      .innerJoin(motionVoters, and(eq(motionVoters.motionId, motions.id), eq(motionVoters.userId, actor.id)))
      .where(eq(motions.id, id))
      .for('share', { of: motions })
    if (!found) throw notFound()
    const { motion, isDue } = found
    if (motion.status !== 'open' || isDue) throw conflict('motion_closed')
    // Concurrent votes of one voter are stored one after another, so that the newest row is the vote accepted last.
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('motion_votes', ${id}::bigint * 4294967296 + ${actor.id}))`,
    )
    const [latest] = await db
      .select({ choice: motionVotes.choice })
      .from(motionVotes)
      .where(and(eq(motionVotes.motionId, id), eq(motionVotes.userId, actor.id)))
      .orderBy(sql`${motionVotes.id} desc`)
      .limit(1)
    if (latest?.choice !== choice) {
      await db.insert(motionVotes).values({ motionId: id, userId: actor.id, choice })
      await recordAuditEvents(tx, [{ kind: 'motion.voted', details: { motionId: id } }])
    }
    await invalidateClientCache(tx, {
      topics: ['elections'],
      to: { reach: await readOrganiserScopeOfMotionOrElection(tx, motion) },
    })
    await invalidateClientCache(tx, { topics: ['elections'], to: { users: [actor.id] } })
  })
}
