import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { tags } from '#server/db/schema/tags.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import {
  maxCountedTagMembers,
  maxTagsPerScope,
  type Tag,
  type TagBody,
} from '#shared/contracts/users/tags.schemas.ts'
import { findManagedClubOrCountry } from '#shared/policies.ts'
import { buildUserInClubOrCountryOfTagSqlCondition, buildVisibleTagSql } from './tag-conditions.queries.ts'

type StoredTag = typeof tags.$inferSelect

/** Returns the club or country for which the actor defines tags; both are null for headquarters. */
function requireClubOrCountryOfActor({ actor }: SignedInContext) {
  const place = findManagedClubOrCountry(actor, 'users.tag')
  if (!place) throw forbidden()
  return place
}

const buildTagOfPlaceCondition = ({ country, clubId }: ReturnType<typeof requireClubOrCountryOfActor>) =>
  and(
    sql`${tags.country} is not distinct from ${country}`,
    sql`${tags.clubId} is not distinct from ${clubId}::int`,
    isNull(tags.removedAt),
  )

export async function listTags(context: SignedInContext): Promise<Tag[]> {
  const place = findManagedClubOrCountry(context.actor, 'users.tag')
  if (!place) return []
  const members = sql`select from user_tags ut join users on users.id = ut.user_id
    where ut.tag_id = ${tags.id} and users.erased_at is null and ${buildUserInClubOrCountryOfTagSqlCondition(tags)} limit ${maxCountedTagMembers}`
  return context.db
    .select({
      id: tags.id,
      name: tags.name,
      memberCount: sql<number>`(select count(*)::int from (${members}) counted)`,
    })
    .from(tags)
    .where(buildTagOfPlaceCondition(place))
    .orderBy(asc(sql`lower(${tags.name})`), asc(tags.id))
}

/** Records a change of a tag, and refreshes the screens of the managers of its club or country. */
async function recordTagChange(tx: SignedInContext, kind: AuditKind, tag: StoredTag): Promise<void> {
  const [club] = tag.clubId
    ? await tx.db.select({ country: clubs.country }).from(clubs).where(eq(clubs.id, tag.clubId))
    : []
  const country = club?.country ?? tag.country
  await recordAuditEvent(tx, {
    kind,
    country,
    details: { tagId: tag.id, clubId: tag.clubId },
    touches: { topics: ['tags'], to: { reach: { country, clubId: tag.clubId } } },
  })
}

export async function createTag(context: SignedInContext, { name }: TagBody): Promise<Tag> {
  return context.transaction(async tx => {
    const place = requireClubOrCountryOfActor(tx)
    // Tags of a scope are created one by one, so that the limit on their number holds.
    await tx.db.execute(
      sql`select pg_advisory_xact_lock(hashtext('tags'), hashtext(${`${place.country} ${place.clubId}`}))`,
    )
    if ((await tx.db.$count(tags, buildTagOfPlaceCondition(place))) >= maxTagsPerScope)
      throw conflict('too_many_tags')
    const [tag] = await tx.db
      .insert(tags)
      .values({ ...place, name })
      .returning()
    if (!tag) throw conflict()
    await recordTagChange(tx, 'tag.created', tag)
    return { id: tag.id, name, memberCount: 0 }
  })
}

/** Loads a tag in the caller's scope, or throws 404. The lock prevents its removal until the transaction ends. */
export async function requireTagVisibleToCaller(
  { db, actor }: SignedInContext,
  id: number,
  lock: 'share' | 'no key update' = 'share',
): Promise<StoredTag> {
  const [tag] = await db
    .select()
    .from(tags)
    .where(and(eq(tags.id, id), buildVisibleTagSql(actor, tags)))
    .for(lock)
  if (!tag) throw notFound()
  return tag
}

/** Loads a tag that was defined in the caller's own scope, so that the caller may change it; otherwise throws 404. */
async function requireOwnTag(tx: SignedInContext, id: number): Promise<StoredTag> {
  const tag = await requireTagVisibleToCaller(tx, id, 'no key update')
  const place = requireClubOrCountryOfActor(tx)
  if (tag.country !== place.country || tag.clubId !== place.clubId) throw notFound()
  return tag
}

export async function renameTag(context: SignedInContext, id: number, { name }: TagBody): Promise<void> {
  await context.transaction(async tx => {
    const tag = await requireOwnTag(tx, id)
    if (tag.name === name) return
    await tx.db.update(tags).set({ name }).where(eq(tags.id, id))
    await recordTagChange(tx, 'tag.renamed', tag)
  })
}

/**
 * Marks a tag as removed.
 * No list shows a removed tag; the retention job deletes its assignments to members.
 */
export async function removeTag(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    const tag = await requireOwnTag(tx, id)
    await tx.db.update(tags).set({ removedAt: sql`now()` }).where(eq(tags.id, id))
    await recordTagChange(tx, 'tag.removed', tag)
  })
}
