import { and, asc, eq } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { calendarFeeds } from '#server/db/schema/activities.ts'
import { clubs } from '#server/db/schema/core.ts'
import { notFound } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { createSignedLinkToken, verifyLinkToken } from '#server/secret.ts'

/** Builds the URL of a calendar feed, which is signed with the server secret, so that no token has to be stored. */
function buildFeedUrl({ secret, settings }: Context, feedId: string): string {
  const proof = createSignedLinkToken(secret, `feed-${feedId}`).slice(`feed-${feedId}_`.length)
  return `${settings.PUBLIC_URL}/api/calendar/${feedId}/${proof}.ics`
}

export function isCalendarFeedSignatureValid({ secret }: Context, feedId: string, proof: string): boolean {
  return verifyLinkToken(secret, `feed-${feedId}_${proof.replace(/\.ics$/, '')}`) !== undefined
}

const { id, userId, clubId, createdAt } = calendarFeeds

function selectCalendarFeeds({ db, actor }: SignedInContext) {
  return db
    .select({ id, clubId, clubName: clubs.name, createdAt })
    .from(calendarFeeds)
    .leftJoin(clubs, eq(clubs.id, clubId))
    .where(eq(userId, actor.id))
    .orderBy(asc(createdAt))
}

export async function listCalendarFeeds(context: SignedInContext) {
  const rows = await selectCalendarFeeds(context)
  return rows.map(row => ({ ...row, url: buildFeedUrl(context, row.id) }))
}

/** Topics (kinds of cached data) that all devices of the user reload after a calendar feed has changed. */
const buildFeedInvalidation = (person: number) => ({ topics: ['calendar' as const], to: { users: [person] } })

/** Returns the caller's calendar feed, which is created at the first request. */
export async function findOrCreateCalendarFeed(context: SignedInContext, feedClubId: number | null) {
  return context.transaction(async tx => {
    const { db, actor } = tx
    if (feedClubId !== null) {
      const [club] = await db.select({ id: clubs.id }).from(clubs).where(eq(clubs.id, feedClubId))
      if (!club) throw notFound()
    }
    const [made] = await db
      .insert(calendarFeeds)
      .values({ userId: actor.id, clubId: feedClubId })
      .onConflictDoNothing()
      .returning({ id })
    if (made) {
      await recordAuditEvent(tx, {
        kind: 'calendar.opened',
        country: actor.currentCountry,
        details: { clubId: feedClubId },
        touches: buildFeedInvalidation(actor.id),
      })
    }
    const feeds = await selectCalendarFeeds(tx)
    const feed = feeds.find(row => row.clubId === feedClubId)
    if (!feed) throw notFound()
    return { ...feed, url: buildFeedUrl(context, feed.id) }
  })
}

/** Revokes a calendar feed. Its URL stops working, and a new feed of the user gets another URL. */
export async function revokeCalendarFeed(context: SignedInContext, feedId: string): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const deleted = await db
      .delete(calendarFeeds)
      .where(and(eq(id, feedId), eq(userId, actor.id)))
      .returning({ clubId })
    if (!deleted[0]) throw notFound()
    await recordAuditEvent(tx, {
      kind: 'calendar.revoked',
      country: actor.currentCountry,
      details: { clubId: deleted[0].clubId },
      touches: buildFeedInvalidation(actor.id),
    })
  })
}
