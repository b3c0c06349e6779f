import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { imageUrl } from '#server/db/image-url.ts'
import { isNoHiddenMinor } from '#server/db/minors.ts'
import { near, usersWithinReach } from '#server/db/reach.ts'
import { activities, activityHelpers, activityParticipants } from '#server/db/schema/activities.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { notFound } from '#server/errors.ts'
import { touch } from '#server/events/events.service.ts'
import type { Actor } from '#shared/policies.ts'
import { selectActivities, withFiles } from './activities.queries.ts'
import { counted } from './join-activity.service.ts'
import { publicUrl } from './publish-activity.service.ts'

const { activityId, userId, status, isHidden, joinedAs, answers } = activityParticipants
const personColumns = {
  id: users.id,
  fullName: users.fullName,
  profileImageUrl: imageUrl(users.profileImageId),
}

/** Maximum number of participants listed on the activity page; the others are only counted. */
const maxListedParticipants = 12

/** SQL condition: the actor may see themselves, people of the same club or country, and people in scope. */
function mayBeSeenBy(actor: Actor) {
  const isInScope = actor.role === 'member' ? sql`false` : (usersWithinReach(actor) ?? sql`true`)
  return and(or(eq(users.id, actor.id), near(actor), isInScope), isNoHiddenMinor(actor))
}

async function listVisibleParticipants({ db, actor }: SignedIn, id: number) {
  const rows = await db
    .select({ ...personColumns, total: sql<number>`(count(*) over ())::int` })
    .from(activityParticipants)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(activityId, id),
        ne(status, 'waiting'),
        eq(isHidden, false),
        eq(users.status, 'active'),
        isNull(users.erasedAt),
        mayBeSeenBy(actor),
      ),
    )
    .orderBy(asc(activityParticipants.id))
    .limit(maxListedParticipants)
  return { coming: rows, comingCount: rows[0]?.total ?? 0 }
}

/** Counts confirmed participants who attended. Only organizers see who they are. */
async function countAttended({ db }: SignedIn, id: number): Promise<number> {
  return db.$count(activityParticipants, and(eq(activityId, id), eq(status, 'attended')))
}

async function findOwnParticipation({ db, actor }: SignedIn, id: number) {
  const [own] = await db
    .select({ isHidden, joinedAs, myAnswers: answers })
    .from(activityParticipants)
    .where(and(eq(activityId, id), eq(userId, actor.id)))
  return own ?? { isHidden: false, joinedAs: null, myAnswers: {} }
}

async function listHelpers({ db }: SignedIn, id: number) {
  return db
    .select(personColumns)
    .from(activityHelpers)
    .innerJoin(users, eq(users.id, activityHelpers.userId))
    .where(and(eq(activityHelpers.activityId, id), eq(users.status, 'active')))
    .orderBy(asc(users.fullName), asc(users.id))
}

/** Finds the chat group of the club, if the actor is a member of it. */
async function findGroup({ db, actor }: SignedIn, clubId: number | null): Promise<number | null> {
  if (clubId === null) return null
  const [group] = await db
    .select({ id: messageGroups.id })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(messageGroups.clubId, clubId), messageGroups.isActive, eq(groupMembers.userId, actor.id)))
  return group?.id ?? null
}

export async function readActivity(context: SignedIn, id: number) {
  const { db, actor } = context
  const rows = await selectActivities(db, actor.id, eq(activities.id, id))
  const [activity] = await withFiles(db, rows)
  if (!activity) throw notFound()
  const { organizerId, clubId } = activity
  const helpers = await listHelpers(context, id)
  const [organizer] = organizerId
    ? await db
        .select(personColumns)
        .from(users)
        .where(and(eq(users.id, organizerId), isNull(users.erasedAt)))
    : []
  return {
    ...activity,
    ...(await listVisibleParticipants(context, id)),
    attendedCount: await countAttended(context, id),
    ...(await findOwnParticipation(context, id)),
    organizer: organizer ?? null,
    helpers,
    isHelper: helpers.some(helper => helper.id === actor.id),
    groupId: await findGroup(context, clubId),
    publicUrl: activity.publicKey && publicUrl(context, activity.publicKey),
  }
}

/** Shows or hides the caller among the participants. Throws 404 when the caller has not joined. */
export async function changeVisibility(context: SignedIn, id: number, hide: boolean): Promise<void> {
  await context.transaction(async tx => {
    const { rowCount } = await tx.db
      .update(activityParticipants)
      .set({ isHidden: hide })
      .where(and(eq(activityId, id), eq(userId, tx.actor.id)))
    if (rowCount === 0) throw notFound()
    await touch(tx, counted)
  })
}
