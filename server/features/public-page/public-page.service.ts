import { eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { activities, activityParticipants } from '#server/db/schema/activities.ts'
import { clubs } from '#server/db/schema/core.ts'

const { language, secondLanguage, secondTitle, secondDescription } = activities
const { id, title, description, startDate, endDate, timeZone, location, status, images } = activities

/**
 * Returns the public data of an activity, without personal data.
 * Visitors see whether the activity is full, but not the number of participants or places.
 */
export async function findPublicActivity({ db }: Context, key: string) {
  const [found] = await db
    .select({
      id,
      title,
      description,
      language,
      secondLanguage,
      secondTitle,
      secondDescription,
      startDate,
      endDate,
      timeZone,
      location,
      status,
      picture: sql<string | null>`${images}->>0`,
      clubName: clubs.name,
      isFull: sql<boolean>`coalesce(${activities.maxParticipants} <= (select count(*) from ${activityParticipants}
        where ${activityParticipants.activityId} = ${activities.id} and ${activityParticipants.status} <> 'waiting'), false)`,
    })
    .from(activities)
    .leftJoin(clubs, eq(clubs.id, activities.clubId))
    .where(eq(activities.publicKey, key))
  return found
}

export type PublicActivity = NonNullable<Awaited<ReturnType<typeof findPublicActivity>>>
