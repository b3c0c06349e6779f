import { eq, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs } from '#server/db/schema/core.ts'
import { clubHistory } from '#server/db/schema/history.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { attachFile, removeFile } from '#server/features/files/files.service.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import type { ClubBody } from '#shared/contracts/clubs.ts'
import { fieldTexts } from '#shared/errors.ts'
import { countryZones, zoneOfPlace } from '#shared/zones.ts'
import {
  type Club,
  clubTarget,
  holdActiveMember,
  recordAdminChange,
  touchesClubs as touches,
} from './club-admin.service.ts'

/** Where the country has several and the city is not known: that of most people there, until somebody says otherwise. */
function zoneOf({ country, city }: Pick<ClubBody, 'country' | 'city'>): string {
  return zoneOfPlace(country, city) ?? countryZones[country][0]
}

/** With its group for conversations, and its place in the figures of the past. */
export async function createClub(context: SignedIn, body: ClubBody): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const [club] = await db
      .insert(clubs)
      .values({ ...body, timeZone: body.timeZone ?? zoneOf(body) })
      .returning()
    if (!club) throw new Error('the club was not made')
    if (body.logoId) await attachFile(tx, body.logoId, 'club_logo')
    const { id, name, isActive } = club
    await db.insert(clubHistory).values({ clubId: id, isActive, changedBy: actor.id })
    await db.insert(messageGroups).values({ name, type: 'club', clubId: id, createdBy: actor.id, isActive })
    await recordEvent(tx, { kind: 'club.created', target: clubTarget(club), touches })
    return id
  })
}

function kindOf(before: Club, after: Club): AuditKind {
  if (before.isActive === after.isActive) return 'club.updated'
  return after.isActive ? 'club.reactivated' : 'club.deactivated'
}

const touchesName = { ...touches, topics: [...touches.topics, 'clubName' as const] }

const particulars = [
  'name',
  'country',
  'city',
  'university',
  'description',
  'timeZone',
  'isActive',
  'logoId',
] as const

/** A new administrator alone is an event of its own, and not one more about the club. */
async function recordUpdate(tx: SignedIn, before: Club, after: Club): Promise<void> {
  const isAdminNew = before.adminId !== after.adminId
  const isElsewhere = JSON.stringify(before.links) !== JSON.stringify(after.links)
  if (!isAdminNew || isElsewhere || particulars.some(field => before[field] !== after[field])) {
    const kind = kindOf(before, after)
    const follow = before.name === after.name ? touches : touchesName
    const fields = [
      ...particulars.filter(field => before[field] !== after[field]),
      ...(isElsewhere ? ['links'] : []),
    ]
    const moved = before.country !== after.country && {
      fromCountry: before.country,
      toCountry: after.country,
    }
    await recordEvent(tx, {
      kind,
      target: clubTarget(after),
      details: { fields: fields.join(' '), ...moved },
      touches: follow,
    })
  }
  if (isAdminNew) await recordAdminChange(tx, before.adminId, after)
}

/** A club that moves without saying more takes the time of where it goes. */
function movedZone(before: Club, body: ClubBody): { timeZone?: string } {
  if (body.timeZone || before.country === body.country) return {}
  return { timeZone: zoneOf(body) }
}

/** Held until the end, so that two who edit at once do so one after the other. */
export async function updateClub(context: SignedIn, id: number, body: ClubBody): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    // The person before the club, as everybody takes them: two who wait for each other would wait for ever.
    const mayAdminister = !body.adminId || (await holdActiveMember(db, body.adminId, id))
    const [before] = await db.select().from(clubs).where(eq(clubs.id, id)).for('no key update')
    if (!before) throw notFound()
    if (!mayAdminister) throw badInput({ adminId: fieldTexts.adminNotMember })
    if (before.country !== body.country) await refuseMoveWithMembers(db, id)
    if (body.logoId && body.logoId !== before.logoId) await attachFile(tx, body.logoId, 'club_logo')
    const [after] = await db
      .update(clubs)
      .set({ ...body, ...movedZone(before, body), updatedAt: sql`now()` })
      .where(eq(clubs.id, id))
      .returning()
    if (!after) throw notFound()
    const { name, isActive } = after
    await db.update(messageGroups).set({ name, isActive }).where(eq(messageGroups.clubId, id))
    if (isActive !== before.isActive) {
      await db.insert(clubHistory).values({ clubId: id, isActive, changedBy: actor.id })
    }
    // Only now: until here the club referred to it.
    if (before.logoId && before.logoId !== after.logoId) await removeFile(tx, before.logoId)
    await recordUpdate(tx, before, after)
  })
}

/** Its members belong to the country too; a club that moved would leave them in a club of another country. */
async function refuseMoveWithMembers(db: Db, clubId: number): Promise<void> {
  const { rows } = await db.execute(
    sql`select 1 from users where club_id = ${clubId} and erased_at is null limit 1`,
  )
  if (rows.length > 0) throw conflict('club_has_members')
}
