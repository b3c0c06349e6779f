// Whom an announcement reaches. One condition, for the number that is shown beforehand and for writing them down.
import { and, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'
import type { Audience } from '#shared/contracts/announcements.ts'

/** A club, a country, or headquarters where both are null. */
export interface Sender {
  country: string | null
  clubId: number | null
}

function isOfSender({ country, clubId }: Sender): SQL {
  if (clubId !== null) return sql`${users.clubId} = ${clubId}`
  return country === null ? sql`true` : sql`${users.currentCountry} = ${country}`
}

/** Those who come to what a club holds are told by the club, wherever they are; of what others hold only its own people. */
function comesTo(activityId: number, sender: Sender): SQL {
  const { country, clubId } = sender
  const isTheirs =
    clubId !== null ? sql`a.club_id = ${clubId}` : country === null ? sql`true` : sql`k.country = ${country}`
  return sql`exists (select from activity_participants p join activities a on a.id = p.activity_id
      left join clubs k on k.id = a.club_id
     where p.activity_id = ${activityId} and p.user_id = ${users.id} and p.status in ('registered', 'attended')
       and (${isTheirs} or ${isOfSender(sender)}))`
}

const oneOf = (
  column: SQL | (typeof users)[keyof typeof users],
  values: unknown[] | undefined,
  type: string,
) =>
  values && values.length > 0 ? sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])` : undefined

/** Over `users`. */
export function isReached(sender: Sender, audience: Audience): SQL {
  const { countries, clubIds, roles, educationLevels, startYears, activityId } = audience
  const condition = and(
    // Whoever was brought in by a list and has agreed to nothing yet is not written to.
    sql`${users.status} = 'active' and ${users.erasedAt} is null and ${users.agreedAt} is not null`,
    activityId === undefined ? isOfSender(sender) : comesTo(activityId, sender),
    oneOf(users.currentCountry, countries, 'text'),
    oneOf(users.clubId, clubIds, 'int'),
    oneOf(users.role, roles, 'text'),
    oneOf(users.educationLevel, educationLevels, 'text'),
    oneOf(users.startYear, startYears, 'int'),
  )
  return condition ?? sql`false`
}
