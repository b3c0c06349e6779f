import { eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { motions } from '#server/db/schema/motions.ts'
import { badInput, conflict } from '#server/errors.ts'
import type { MotionBody } from '#shared/contracts/motions/motions.schemas.ts'
import { fieldTexts } from '#texts/errors.ts'
import {
  type Electorate,
  requirePermissionToOrganiseVotes,
  requireUsersToBelongToElectorate,
} from './electorate.queries.ts'
import { recordMotionAuditEvent } from './motion-events.service.ts'
import { type Motion, requireMotionOrganisedByCaller } from './motions.queries.ts'

/** Requires that proposer and seconder of the motion may vote on it, and that voting ends in the future. */
async function requireValidMotion(tx: SignedInContext, place: Electorate, body: MotionBody): Promise<void> {
  if (Date.parse(body.closesAt) <= Date.now()) throw badInput({ closesAt: fieldTexts.inThePast })
  await requireUsersToBelongToElectorate(tx, place, [
    { userId: body.proposerId, field: 'proposerId' },
    { userId: body.seconderId, field: 'seconderId' },
  ])
}

const buildColumns = ({ clubId: _clubId, country: _country, closesAt, ...rest }: MotionBody) => ({
  ...rest,
  closesAt: new Date(closesAt),
})

export async function createMotion(context: SignedInContext, body: MotionBody): Promise<number> {
  return context.transaction(async tx => {
    const { country, clubId } = await requirePermissionToOrganiseVotes(tx, body)
    await requireValidMotion(tx, { country, clubId }, body)
    const [created] = await tx.db
      .insert(motions)
      .values({ ...buildColumns(body), country, clubId, authorId: tx.actor.id })
      .returning()
    if (!created) throw new Error('createMotion: inserting the motion returned no row')
    await recordMotionAuditEvent(tx, created, 'motion.created')
    return created.id
  })
}

async function requireDraft(tx: SignedInContext, id: number): Promise<Motion> {
  const motion = await requireMotionOrganisedByCaller(tx, id)
  if (motion.status !== 'draft') throw conflict('motion_opened')
  return motion
}

/**
 * Replaces the text and rules of a draft motion. Its club or country cannot change, because its organisers manage it.
 */
export async function updateMotion(context: SignedInContext, id: number, body: MotionBody): Promise<void> {
  await context.transaction(async tx => {
    const motion = await requireDraft(tx, id)
    await requireValidMotion(tx, motion, body)
    await tx.db.update(motions).set(buildColumns(body)).where(eq(motions.id, id))
    await recordMotionAuditEvent(tx, motion, 'motion.changed')
  })
}

export async function deleteMotion(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const motion = await requireDraft(tx, id)
    await tx.db.delete(motions).where(eq(motions.id, id))
    await recordMotionAuditEvent(tx, motion, 'motion.deleted')
  })
}
