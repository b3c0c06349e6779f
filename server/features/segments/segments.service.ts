import { and, asc, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { clubs } from '#server/db/schema/core.ts'
import { feePlans } from '#server/db/schema/fees.ts'
import { segments } from '#server/db/schema/segments.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { isSegmentOf } from '#server/segments/find-conditions-of-segment.queries.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { maxSegmentsPerScope, type SegmentBody } from '#shared/contracts/segments/segments.schemas.ts'
import { findManagedClubOrCountry } from '#shared/policies.ts'

type StoredSegment = typeof segments.$inferSelect

export async function listSegments({ db, actor }: SignedInContext) {
  const place = findManagedClubOrCountry(actor, 'segments.use')
  if (!place) return []
  return db
    .select({
      id: segments.id,
      name: segments.name,
      match: segments.match,
      conditions: segments.conditions,
    })
    .from(segments)
    .where(isSegmentOf(place))
    .orderBy(asc(sql`lower(${segments.name})`), asc(segments.id))
}

async function recordSegmentChange(tx: SignedInContext, kind: AuditKind, segment: StoredSegment) {
  const { id, clubId } = segment
  const [club] = clubId
    ? await tx.db.select({ country: clubs.country }).from(clubs).where(eq(clubs.id, clubId))
    : []
  const country = club?.country ?? segment.country
  await recordAuditEvent(tx, {
    kind,
    country,
    details: { segmentId: id, clubId },
    touches: { topics: ['segments'], to: { reach: { country, clubId } } },
  })
}

export async function createSegment(context: SignedInContext, body: SegmentBody): Promise<{ id: number }> {
  return context.transaction(async tx => {
    const place = findManagedClubOrCountry(tx.actor, 'segments.use')
    if (!place) throw forbidden()
    // Segments (saved filters) of a scope are created one by one, so that the limit on their number holds.
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtext('segments'), hashtext(${`${place.country} ${place.clubId}`}))`,
    )
    if ((await tx.db.$count(segments, isSegmentOf(place))) >= maxSegmentsPerScope)
      throw conflict('too_many_segments')
    const [segment] = await tx.db
      .insert(segments)
      .values({ ...place, ...body })
      .returning()
    if (!segment) throw conflict()
    await recordSegmentChange(tx, 'segment.created', segment)
    return { id: segment.id }
  })
}

async function requireOwnSegment(tx: SignedInContext, id: number): Promise<StoredSegment> {
  const place = findManagedClubOrCountry(tx.actor, 'segments.use')
  if (!place) throw notFound()
  const [segment] = await tx.db
    .select()
    .from(segments)
    .where(and(eq(segments.id, id), isSegmentOf(place)))
    .for('update')
  if (!segment) throw notFound()
  return segment
}

export async function updateSegment(context: SignedInContext, id: number, body: SegmentBody): Promise<void> {
  await context.transaction(async tx => {
    const segment = await requireOwnSegment(tx, id)
    await tx.db
      .update(segments)
      .set({ ...body, updatedAt: sql`now()` })
      .where(eq(segments.id, id))
    await recordSegmentChange(tx, 'segment.updated', segment)
  })
}

export async function deleteSegment(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const segment = await requireOwnSegment(tx, id)
    const isUsed = sql`${announcements.status} in ('draft', 'scheduled', 'sending')
      and (${announcements.audience}->>'segmentId')::int = ${id}`
    const isAudience = sql`${feePlans.closedAt} is null and (${feePlans.audience}->>'segmentId')::int = ${id}`
    const uses = (await tx.db.$count(announcements, isUsed)) + (await tx.db.$count(feePlans, isAudience))
    if (uses > 0) throw conflict('segment_in_use')
    await tx.db.delete(segments).where(eq(segments.id, id))
    await recordSegmentChange(tx, 'segment.deleted', segment)
  })
}
