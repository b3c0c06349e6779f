import { and, asc, eq } from 'drizzle-orm'
import type { Context, SignedIn } from '#server/context.ts'
import { calendarFeeds } from '#server/db/schema/activities.ts'
import { clubs } from '#server/db/schema/core.ts'
import { notFound } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { readToken, signToken } from '#server/secret.ts'

/** The address of a feed and the proof in it, which only the key can make. */
function addressOf({ secret, settings }: Context, feedId: string): string {
  const proof = signToken(secret, `feed-${feedId}`).slice(`feed-${feedId}_`.length)
  return `${settings.PUBLIC_URL}/api/calendar/${feedId}/${proof}.ics`
}

export function isProven({ secret }: Context, feedId: string, proof: string): boolean {
  return readToken(secret, `feed-${feedId}_${proof.replace(/\.ics$/, '')}`) !== undefined
}

const { id, userId, clubId, createdAt } = calendarFeeds

function selectFeeds({ db, actor }: SignedIn) {
  return db
    .select({ id, clubId, clubName: clubs.name, createdAt })
    .from(calendarFeeds)
    .leftJoin(clubs, eq(clubs.id, clubId))
    .where(eq(userId, actor.id))
    .orderBy(asc(createdAt))
}

export async function listFeeds(context: SignedIn) {
  const rows = await selectFeeds(context)
  return rows.map(row => ({ ...row, url: addressOf(context, row.id) }))
}

/** What else shows it: one's own settings, on all of one's screens. */
const touches = (person: number) => ({ topics: ['calendar' as const], to: { users: [person] } })

/** Asked twice it is the same one. */
export async function openFeed(context: SignedIn, ofClub: number | null) {
  return context.transaction(async tx => {
    const { db, actor } = tx
    if (ofClub !== null) {
      const [club] = await db.select({ id: clubs.id }).from(clubs).where(eq(clubs.id, ofClub))
      if (!club) throw notFound()
    }
    const [made] = await db
      .insert(calendarFeeds)
      .values({ userId: actor.id, clubId: ofClub })
      .onConflictDoNothing()
      .returning({ id })
    if (made) {
      await recordEvent(tx, {
        kind: 'calendar.opened',
        country: actor.currentCountry,
        details: { clubId: ofClub },
        touches: touches(actor.id),
      })
    }
    const feeds = await selectFeeds(tx)
    const feed = feeds.find(one => one.clubId === ofClub)
    if (!feed) throw notFound()
    return { ...feed, url: addressOf(context, feed.id) }
  })
}

/** From now on the address leads nowhere; a new one will be another. */
export async function revokeFeed(context: SignedIn, feedId: string): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const gone = await db
      .delete(calendarFeeds)
      .where(and(eq(id, feedId), eq(userId, actor.id)))
      .returning({ clubId })
    if (!gone[0]) throw notFound()
    await recordEvent(tx, {
      kind: 'calendar.revoked',
      country: actor.currentCountry,
      details: { clubId: gone[0].clubId },
      touches: touches(actor.id),
    })
  })
}
