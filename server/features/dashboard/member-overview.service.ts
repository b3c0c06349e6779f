import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { activityTitleColumns } from '#server/db/sql/versions.ts'
import { countUnreadMessages } from '#server/features/chat/chat.service.ts'
import { readClub } from '#server/features/clubs/clubs.service.ts'
import { chooseVersion } from '#shared/language/choose-version.ts'

const activitiesShown = 3

/** Lists planned and ongoing activities of the user, also from waiting lists; those without a date come last. */
async function listNextActivities(db: Db, userId: number) {
  const { id, startDate, timeZone, status } = activities
  const rows = await db
    .select({
      id,
      ...activityTitleColumns,
      startDate,
      timeZone,
      status,
      myStatus: activityParticipants.status,
    })
    .from(activityParticipants)
    .innerJoin(activities, eq(activities.id, activityParticipants.activityId))
    .where(and(eq(activityParticipants.userId, userId), inArray(status, ['planned', 'ongoing'])))
    .orderBy(sql`${startDate} asc nulls last`, asc(id))
    .limit(activitiesShown)
  return rows.map(row => chooseVersion(row))
}

export async function readMemberOverview(context: SignedInContext) {
  const { db, actor } = context
  return {
    club: actor.clubId ? await readClub(context, actor.clubId) : null,
    activities: await listNextActivities(db, actor.id),
    unreadMessages: await countUnreadMessages(context),
  }
}
