import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs } from '#server/db/schema/core.ts'
import { clubHistory } from '#server/db/schema/history.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordEvent } from '#server/features/events/events.service.ts'
import type { AuditKind } from '#shared/contracts/audit.ts'
import type { ClubBody } from '#shared/contracts/clubs.ts'
import type { Actor } from '#shared/policies.ts'
import {
  type Club,
  clubTarget,
  holdActiveMember,
  recordAdminChange,
  refreshClubs as refresh,
} from './club-admin.service.ts'

/** With its group for conversations, and its place in the figures of the past. */
export async function createClub(db: Db, actor: Actor, body: ClubBody): Promise<number> {
  return db.transaction(async tx => {
    const [club] = await tx.insert(clubs).values(body).returning()
    if (!club) throw new Error('the club was not made')
    const { id, name, isActive } = club
    await tx.insert(clubHistory).values({ clubId: id, isActive, changedBy: actor.id })
    await tx.insert(messageGroups).values({ name, type: 'club', clubId: id, createdBy: actor.id, isActive })
    await recordEvent(tx, { kind: 'club.created', actorId: actor.id, target: clubTarget(club), refresh })
    return id
  })
}

function kindOf(before: Club, after: Club): AuditKind {
  if (before.isActive === after.isActive) return 'club.updated'
  return after.isActive ? 'club.reactivated' : 'club.deactivated'
}

/** Its name stands beside people, activities and what was recorded as well. */
const refreshName = {
  ...refresh,
  urls: [
    ...refresh.urls,
    ...['/api/users', '/api/people', '/api/profile', '/api/activities', '/api/notifications', '/api/audit'],
  ],
}

const particulars = ['name', 'country', 'city', 'university', 'description', 'isActive'] as const

/** A new administrator alone is an event of its own, and not one more about the club. */
async function recordUpdate(tx: Db, actor: Actor, before: Club, after: Club): Promise<void> {
  const isAdminNew = before.adminId !== after.adminId
  if (!isAdminNew || particulars.some(field => before[field] !== after[field])) {
    const kind = kindOf(before, after)
    const follow = before.name === after.name ? refresh : refreshName
    await recordEvent(tx, { kind, actorId: actor.id, target: clubTarget(after), refresh: follow })
  }
  if (isAdminNew) await recordAdminChange(tx, actor, before.adminId, after)
}

/** Held until the end, so that two who edit at once do so one after the other. */
export async function updateClub(db: Db, actor: Actor, id: number, body: ClubBody): Promise<void> {
  await db.transaction(async tx => {
    // The person before the club, as everybody takes them: two who wait for each other would wait for ever.
    const mayAdminister = !body.adminId || (await holdActiveMember(tx, body.adminId, id))
    const [before] = await tx.select().from(clubs).where(eq(clubs.id, id)).for('no key update')
    if (!before) throw notFound()
    if (!mayAdminister) throw badInput({ adminId: 'Pentadbir mestilah ahli aktif kelab ini' })
    if (before.country !== body.country) await refuseMoveWithMembers(tx, id)
    const [after] = await tx
      .update(clubs)
      .set({ ...body, updatedAt: sql`now()` })
      .where(eq(clubs.id, id))
      .returning()
    if (!after) throw notFound()
    const { name, isActive } = after
    await tx.update(messageGroups).set({ name, isActive }).where(eq(messageGroups.clubId, id))
    if (isActive !== before.isActive) {
      await tx.insert(clubHistory).values({ clubId: id, isActive, changedBy: actor.id })
    }
    await recordUpdate(tx, actor, before, after)
  })
}

/** Its members belong to the country too; a club that moved would leave them in a club of another country. */
async function refuseMoveWithMembers(tx: Db, clubId: number): Promise<void> {
  const { rows } = await tx.execute(
    sql`select 1 from users where club_id = ${clubId} and erased_at is null limit 1`,
  )
  if (rows.length > 0) throw conflict('club_has_members')
}
