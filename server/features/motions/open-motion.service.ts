import { eq, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { motions } from '#server/db/schema/motions.ts'
import { conflict } from '#server/errors.ts'
import type { MotionMajority, MotionOutcome } from '#shared/constants.ts'
import type { CloseMotionBody } from '#shared/contracts/motions/motions.schemas.ts'
import { isEntitledToVote } from './electorate.queries.ts'
import { recordMotionAuditEvent } from './motion-events.service.ts'
import { enqueueMotionNotificationJob } from './motion-notices.service.ts'
import { countMotionVotesByChoice, type Motion, requireMotionOrganisedByCaller } from './motions.queries.ts'

/** Opens voting on a motion for all current members. Triggers reject later changes of the motion and its voters. */
export async function openMotion(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const motion = await requireMotionOrganisedByCaller(tx, id)
    if (motion.status !== 'draft') throw conflict('motion_opened')
    if (motion.closesAt.getTime() <= Date.now()) throw conflict('motion_too_late')
    const { rowCount } = await tx.db.execute(sql`
      insert into motion_voters (motion_id, user_id)
      select ${id}, u.id from users u where ${isEntitledToVote(motion)} order by u.id`)
    await tx.db
      .update(motions)
      .set({
        status: 'open',
        openedAt: sql`now()`,
        voterCount: rowCount ?? 0,
        notice: 'opened',
        noticeUpTo: 0,
      })
      .where(eq(motions.id, id))
    await enqueueMotionNotificationJob(tx)
    await recordMotionAuditEvent(tx, motion, 'motion.opened', {
      isPublic: true,
      details: { voters: rowCount ?? 0 },
    })
  })
}

/** Decides a motion. Abstentions count towards the quorum but not towards the majority; a tie rejects the motion. */
export function computeMotionOutcome(
  counts: { for: number; against: number; abstain: number },
  { majority, quorum }: { majority: MotionMajority; quorum: number | null },
): MotionOutcome {
  if (quorum !== null && counts.for + counts.against + counts.abstain < quorum) return 'no_quorum'
  const isCarried =
    majority === 'simple'
      ? counts.for > counts.against
      : counts.for > 0 && counts.for * 3 >= (counts.for + counts.against) * 2
  return isCarried ? 'carried' : 'rejected'
}

/** Counts the votes of a motion, which the caller has locked, and stores the final result. */
async function finishMotion(
  tx: Context,
  motion: Motion,
  { closedBy, closeReason }: { closedBy?: number; closeReason?: string | null } = {},
): Promise<void> {
  const counts = await countMotionVotesByChoice(tx, motion.id)
  await tx.db
    .update(motions)
    .set({
      status: 'closed',
      closedAt: sql`now()`,
      closedBy: closedBy ?? null,
      closeReason: closeReason ?? null,
      forCount: counts.for,
      againstCount: counts.against,
      abstainCount: counts.abstain,
      outcome: computeMotionOutcome(counts, motion),
      notice: 'closed',
      noticeUpTo: 0,
    })
    .where(eq(motions.id, motion.id))
  await enqueueMotionNotificationJob(tx)
  await recordMotionAuditEvent(tx, motion, 'motion.closed', { isPublic: true, details: counts })
}

/** Closes voting on a motion. Closing before the announced time requires a reason, which the voters see. */
export async function closeMotion(
  context: SignedInContext,
  id: number,
  { reason }: CloseMotionBody,
): Promise<void> {
  await context.transaction(async tx => {
    const motion = await requireMotionOrganisedByCaller(tx, id)
    if (motion.status !== 'open') throw conflict('motion_not_open')
    const isEarly = motion.closesAt.getTime() > Date.now()
    if (isEarly && !reason) throw conflict('reason_needed')
    await finishMotion(tx, motion, { closedBy: tx.actor.id, closeReason: isEarly ? reason : null })
  })
}

/** Closes motions whose closing time has come, one per transaction, and queues reminders a day before closing. */
export async function closeDueMotionsAndQueueReminders(context: Context): Promise<void> {
  const closeNext = () =>
    context.transaction(async tx => {
      const [due] = await tx.db
        .select()
        .from(motions)
        .where(sql`${motions.status} = 'open' and ${motions.closesAt} <= now()`)
        .limit(1)
        .for('no key update', { skipLocked: true })
      if (due) await finishMotion(tx, due)
      return due !== undefined
    })
  while (await closeNext());
  await context.transaction(async tx => {
    const { rowCount } = await tx.db
      .update(motions)
      .set({ notice: 'closing', noticeUpTo: 0, remindedAt: sql`now()` })
      // A motion open for less than two days gets no reminder, because voters were notified of its opening recently.
      .where(sql`${motions.status} = 'open' and ${motions.remindedAt} is null and ${motions.notice} is null
        and ${motions.closesAt} < now() + interval '1 day' and ${motions.openedAt} < now() - interval '1 day'`)
    if (rowCount) await enqueueMotionNotificationJob(tx)
  })
}
