// SQL condition for the recipients of an announcement, for the count shown before sending and for the stored list.
import { and, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import { buildSqlConditionForSegmentId } from '#server/segments/find-conditions-of-segment.queries.ts'
import type { Audience } from '#shared/contracts/announcements/announcements.schemas.ts'

/** Sender of an announcement: a club or a country. Headquarters when neither is set. */
export interface AudienceSender {
  country: string | null
  clubId: number | null
}

function buildSenderScopeCondition({ country, clubId }: AudienceSender): SQL {
  if (clubId !== null) return sql`${users.clubId} = ${clubId}`
  return country === null ? sql`true` : sql`${users.currentCountry} = ${country}`
}

/**
 * SQL condition: the user participates in the activity that the announcement addresses.
 * A sender reaches all participants of its own activities, and only its members in activities of others.
 */
function buildParticipantCondition(activityId: number, sender: AudienceSender): SQL {
  const { country, clubId } = sender
  const isHostedBySender =
    clubId !== null ? sql`a.club_id = ${clubId}` : country === null ? sql`true` : sql`k.country = ${country}`
  return sql`exists (select from activity_participants p join activities a on a.id = p.activity_id
      left join clubs k on k.id = a.club_id
     where p.activity_id = ${activityId} and p.user_id = ${users.id} and p.status in ('registered', 'attended')
       and (${isHostedBySender} or ${buildSenderScopeCondition(sender)}))`
}

const buildMatchesAnyCondition = (
  column: SQL | (typeof users)[keyof typeof users],
  values: unknown[] | undefined,
  type: string,
) =>
  values && values.length > 0 ? sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])` : undefined

/**
 * SQL condition over `users`: the user is a recipient of an announcement with this sender and audience.
 * Reads the conditions of the audience's segment as they are now. A segment of another sender has no members.
 */
export async function buildAnnouncementRecipientCondition(
  db: Db,
  sender: AudienceSender,
  audience: Audience,
): Promise<SQL> {
  const { countries, clubIds, roles, educationLevels, startYears, activityId, segmentId } = audience
  const condition = and(
    // Imported users who have not accepted the terms yet get no announcements.
    sql`${users.status} = 'active' and ${users.erasedAt} is null and ${users.agreedAt} is not null`,
    activityId === undefined
      ? buildSenderScopeCondition(sender)
      : buildParticipantCondition(activityId, sender),
    buildMatchesAnyCondition(users.currentCountry, countries, 'text'),
    buildMatchesAnyCondition(users.clubId, clubIds, 'int'),
    buildMatchesAnyCondition(users.role, roles, 'text'),
    buildMatchesAnyCondition(users.educationLevel, educationLevels, 'text'),
    buildMatchesAnyCondition(users.startYear, startYears, 'int'),
    segmentId === undefined ? undefined : await buildSqlConditionForSegmentId(db, segmentId, sender),
  )
  return condition ?? sql`false`
}
