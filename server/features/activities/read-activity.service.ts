import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { activities, activityHelpers, activityParticipants } from '#server/db/schema/activities.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { excludeMinorsOutsidePermissionScope } from '#server/db/sql/hidden-minors.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { filterUsersByScope, filterUsersOfSameCountryOrClub } from '#server/db/sql/scope-filters.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#shared/policies.ts'
import { addAttachmentDetailsToActivities, buildActivityListQuery } from './activities.queries.ts'
import { buildPublicActivityUrl } from './publish-activity.service.ts'

const { activityId, userId, status, isHidden, joinedAs, answers } = activityParticipants
const personColumns = {
  id: users.id,
  fullName: users.fullName,
  profileImageUrl: buildImageUrlSql(users.profileImageId),
}

/** Maximum number of participants listed on the activity page. Further participants are only counted. */
const maxListedParticipants = 12

/** SQL condition: the user is the actor, or belongs to the actor's club, country or administrative scope. */
function buildParticipantsVisibleToCondition(actor: Actor) {
  const isInScope = actor.role === 'member' ? sql`false` : (filterUsersByScope(actor) ?? sql`true`)
  return and(
    or(eq(users.id, actor.id), filterUsersOfSameCountryOrClub(actor), isInScope),
    excludeMinorsOutsidePermissionScope(actor),
  )
}

/** Lists confirmed participants whom the actor may see, in the order of joining, with their total number. */
export async function listVisibleParticipants(
  { db, actor }: SignedInContext,
  id: number,
  limit = maxListedParticipants,
) {
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
        buildParticipantsVisibleToCondition(actor),
      ),
    )
    .orderBy(asc(activityParticipants.id))
    .limit(limit)
  return { coming: rows, comingCount: rows[0]?.total ?? 0 }
}

/** Counts confirmed participants who attended the activity. Users other than organizers see only this number. */
async function countAttendedParticipants({ db }: SignedInContext, id: number): Promise<number> {
  return db.$count(activityParticipants, and(eq(activityId, id), eq(status, 'attended')))
}

async function findOwnParticipation({ db, actor }: SignedInContext, id: number) {
  const [own] = await db
    .select({ isHidden, joinedAs, myAnswers: answers })
    .from(activityParticipants)
    .where(and(eq(activityId, id), eq(userId, actor.id)))
  return own ?? { isHidden: false, joinedAs: null, myAnswers: {} }
}

async function listActivityHelpers({ db }: SignedInContext, id: number) {
  return db
    .select(personColumns)
    .from(activityHelpers)
    .innerJoin(users, eq(users.id, activityHelpers.userId))
    .where(and(eq(activityHelpers.activityId, id), eq(users.status, 'active')))
    .orderBy(asc(users.fullName), asc(users.id))
}

/** Finds the chat group of the club that hosts the activity, if the actor is a member of the group. */
async function findChatGroupOfClub(
  { db, actor }: SignedInContext,
  clubId: number | null,
): Promise<number | null> {
  if (clubId === null) return null
  const [group] = await db
    .select({ id: messageGroups.id })
    .from(messageGroups)
    .innerJoin(groupMembers, eq(groupMembers.groupId, messageGroups.id))
    .where(and(eq(messageGroups.clubId, clubId), messageGroups.isActive, eq(groupMembers.userId, actor.id)))
  return group?.id ?? null
}

export async function readActivity(context: SignedInContext, id: number) {
  const { db, actor } = context
  const rows = await buildActivityListQuery(db, actor.id, eq(activities.id, id))
  const [activity] = await addAttachmentDetailsToActivities(db, rows)
  if (!activity) throw notFound()
  const { organizerId, clubId } = activity
  const helpers = await listActivityHelpers(context, id)
  const [organizer] = organizerId
    ? await db
        .select(personColumns)
        .from(users)
        .where(and(eq(users.id, organizerId), isNull(users.erasedAt)))
    : []
  return {
    ...activity,
    ...(await listVisibleParticipants(context, id)),
    attendedCount: await countAttendedParticipants(context, id),
    ...(await findOwnParticipation(context, id)),
    organizer: organizer ?? null,
    helpers,
    isHelper: helpers.some(helper => helper.id === actor.id),
    groupId: await findChatGroupOfClub(context, clubId),
    publicUrl: activity.publicKey && buildPublicActivityUrl(context, activity.publicKey),
  }
}
