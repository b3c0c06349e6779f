import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs } from '#server/db/schema/core.ts'
import { clubHistory } from '#server/db/schema/history.ts'
import { badInput, conflict, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { requireCountryOpenForRegistration } from '#server/features/countries/require-country-open-for-registration.service.ts'
import { deleteFileRowAndContent, markUploadAsAttached } from '#server/features/files/files.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { ClubBody } from '#shared/contracts/clubs/clubs.schemas.ts'
import { findTimeZoneOfCity, getMainTimeZone } from '#shared/countries/country-time-zones.ts'
import { fieldTexts } from '#texts/errors.ts'
import {
  auditAndNotifyClubAdminChange,
  buildClubAuditTarget,
  type Club,
  lockUserRowOfActiveClubMember,
  clubInvalidation as touches,
} from './club-admin.service.ts'

/** Returns the time zone of a city, or the most populous zone of the country when the city is unknown. */
function chooseTimeZone({ country, city }: Pick<ClubBody, 'country' | 'city'>): string {
  return findTimeZoneOfCity(country, city) ?? getMainTimeZone(country)
}

/** Creates a club with its chat group and with the first entry of the club history, which analytics use. */
export async function createClub(context: SignedInContext, body: ClubBody): Promise<number> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    await requireCountryOpenForRegistration(db, body.country, 'country')
    const [club] = await db
      .insert(clubs)
      .values({ ...body, timeZone: body.timeZone ?? chooseTimeZone(body) })
      .returning()
    if (!club) throw new Error('createClub: inserting the club returned no row')
    if (body.logoId) await markUploadAsAttached(tx, body.logoId, 'club_logo')
    const { id, name, isActive } = club
    await db.insert(clubHistory).values({ clubId: id, isActive, changedBy: actor.id })
    await db.insert(messageGroups).values({ name, type: 'club', clubId: id, createdBy: actor.id, isActive })
    await recordAuditEvent(tx, { kind: 'club.created', target: buildClubAuditTarget(club), touches })
    return id
  })
}

function chooseEventKind(before: Club, after: Club): AuditKind {
  if (before.isActive === after.isActive) return 'club.updated'
  return after.isActive ? 'club.reactivated' : 'club.deactivated'
}

const touchesWithName = { ...touches, topics: [...touches.topics, 'clubName' as const] }

const auditedFields = [
  'name',
  'country',
  'city',
  'university',
  'description',
  'timeZone',
  'isActive',
  'logoId',
] as const

/** Records the update of a club, and in another audit event a change of the club's administrator. */
async function recordClubUpdate(tx: SignedInContext, before: Club, after: Club): Promise<void> {
  const hasNewAdmin = before.adminId !== after.adminId
  const hasNewLinks = JSON.stringify(before.links) !== JSON.stringify(after.links)
  if (!hasNewAdmin || hasNewLinks || auditedFields.some(field => before[field] !== after[field])) {
    const kind = chooseEventKind(before, after)
    const invalidation = before.name === after.name ? touches : touchesWithName
    const fields = [
      ...auditedFields.filter(field => before[field] !== after[field]),
      ...(hasNewLinks ? ['links'] : []),
    ]
    const moved = before.country !== after.country && {
      fromCountry: before.country,
      toCountry: after.country,
    }
    await recordAuditEvent(tx, {
      kind,
      target: buildClubAuditTarget(after),
      details: { fields: fields.join(' '), ...moved },
      touches: invalidation,
    })
  }
  if (hasNewAdmin) await auditAndNotifyClubAdminChange(tx, before.adminId, after)
}

/** Returns the time zone of the new country when a club moves to another country without a new time zone. */
function chooseNewTimeZone(before: Club, body: ClubBody): { timeZone?: string } {
  if (body.timeZone || before.country === body.country) return {}
  return { timeZone: chooseTimeZone(body) }
}

/** Updates a club. The club is locked, so that concurrent edits run one after the other. */
export async function updateClub(context: SignedInContext, id: number, body: ClubBody): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    // Every transaction locks the new club administrator before the club, which prevents deadlocks.
    const isAdminEligible = !body.adminId || (await lockUserRowOfActiveClubMember(db, body.adminId, id))
    const [before] = await db.select().from(clubs).where(eq(clubs.id, id)).for('no key update')
    if (!before) throw notFound()
    if (!isAdminEligible) throw badInput({ adminId: fieldTexts.adminNotMember })
    if (before.country !== body.country) {
      await requireCountryOpenForRegistration(db, body.country, 'country')
      await requireNoMembers(db, id)
    }
    if (body.logoId && body.logoId !== before.logoId) await markUploadAsAttached(tx, body.logoId, 'club_logo')
    const [after] = await db
      .update(clubs)
      .set({ ...body, ...chooseNewTimeZone(before, body), updatedAt: sql`now()` })
      .where(eq(clubs.id, id))
      .returning()
    if (!after) throw notFound()
    const { name, isActive } = after
    await db.update(messageGroups).set({ name, isActive }).where(eq(messageGroups.clubId, id))
    if (isActive !== before.isActive) {
      await db.insert(clubHistory).values({ clubId: id, isActive, changedBy: actor.id })
    }
    // The old logo is deleted after the update of the club, because the club's row references it until then.
    if (before.logoId && before.logoId !== after.logoId) await deleteFileRowAndContent(tx, before.logoId)
    await recordClubUpdate(tx, before, after)
  })
}

/** Throws 409 when a club with members is moved to another country, because the members would not move with it. */
async function requireNoMembers(db: Db, clubId: number): Promise<void> {
  const { rows } = await db.execute(
    sql`select 1 from users where club_id = ${clubId} and erased_at is null limit 1`,
  )
  if (rows.length > 0) throw conflict('club_has_members')
}
