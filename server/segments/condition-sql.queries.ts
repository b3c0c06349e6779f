// SQL for the conditions of segments (saved member filters) over the table `users`, one function per kind of condition.
// Each kind of segment condition is supported by a database index.
// Member lists and announcements restrict the members of a segment further: to the scope of reader or sender.
import { inArray, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { buildUserIdInSubqueryCondition, type UserLookup } from '#server/db/sql/user-lookup.ts'
import { buildSqlForCustomFieldCondition } from '#server/features/custom-fields/custom-field-filters.queries.ts'
import type {
  ConditionKind,
  ConditionOf,
  SegmentCondition,
  SegmentDefinition,
} from '#shared/contracts/segments/conditions.schemas.ts'
import { buildSqlForSegmentFeeCondition } from './fee-condition.queries.ts'

/** Club or country of the segment (saved member filter); both are null for headquarters. */
export interface SegmentPlace {
  country: string | null
  clubId: number | null
}

/** SQL: first day of the period that consists of the given number of months until today. */
const sinceMonths = (months: number) => sql`(now() - make_interval(months => ${months}::int))::date`

/**
 * SQL condition: the record with the table alias `alias` belongs to the segment's club or country, or to a club in that
 * country.
 */
function isOwnedWithin({ country, clubId }: SegmentPlace, alias: 'g' | 'a' | 'b'): SQL {
  const clubColumn = sql.raw(`${alias}.club_id`)
  if (clubId !== null) return sql`${clubColumn} = ${clubId}`
  if (country === null) return sql`true`
  const isOfClub = sql`${clubColumn} in (select k.id from clubs k where k.country = ${country})`
  return alias === 'a' ? isOfClub : sql`(${sql.raw(`${alias}.country`)} = ${country} or ${isOfClub})`
}

/** SQL condition: the user belongs to the segment's club or country. */
function isUserOf({ country, clubId }: SegmentPlace): SQL | undefined {
  if (clubId !== null) return sql`${users.clubId} = ${clubId}`
  return country === null ? undefined : sql`${users.currentCountry} = ${country}`
}

/** SQL condition: the user is among the values of `m.user_id` that the query `members` returns. */
const isAmong = (members: SQL, lookup: UserLookup) =>
  buildUserIdInSubqueryCondition(members, sql`m.user_id`, lookup)

const negateIf = (isNot: boolean, members: SQL, lookup: UserLookup) =>
  isNot
    ? sql`not exists (${members} and m.user_id = ${users.id}${lookup === 'probe' ? sql` offset 0` : sql``})`
    : isAmong(members, lookup)

/**
 * Positions of the array `attended` that have an index. A condition on another position uses the next lower one as
 * well.
 */
const indexedAttendances = [8, 5, 3, 2, 1]

function selectAttending(atLeast: number, months: number): SQL {
  const places = [...new Set([indexedAttendances.find(place => place <= atLeast) ?? 1, atLeast])]
  const isRecent = places.map(place => sql`m.attended[${sql.raw(String(place))}] >= ${sinceMonths(months)}`)
  return sql`select m.user_id from member_engagement m where ${sql.join(isRecent, sql` and `)}`
}

type ConditionSql = {
  [Kind in ConditionKind]: (condition: ConditionOf<Kind>, place: SegmentPlace, lookup: UserLookup) => SQL
}

const conditionSql: ConditionSql = {
  status: ({ values }) => inArray(users.status, values),
  role: ({ values }) => inArray(users.role, values),
  country: ({ values }) => inArray(users.currentCountry, values),
  club: ({ ids }) => inArray(users.clubId, ids),
  institution: ({ text }) => sql`${users.institution} ilike ${`%${escapeLikePattern(text)}%`}`,
  educationLevel: ({ values }) => inArray(users.educationLevel, values),
  startYear: ({ from, to }) => sql`${users.startYear} between ${from} and ${to}`,
  endYear: ({ from, to }) => sql`${users.endYear} between ${from} and ${to}`,
  registered: ({ months, isNot }) =>
    isNot
      ? sql`${users.createdAt} < ${sinceMonths(months)}`
      : sql`${users.createdAt} >= ${sinceMonths(months)}`,
  office: ({ values }, _place, lookup) =>
    isAmong(
      sql`select m.user_id from appointments m
        where m.ended_at is null and m.office = any(${sql.param(values)}::text[])
          and (now() at time zone m.time_zone)::date between m.starts_on and m.ends_on`,
      lookup,
    ),
  lastSeen: ({ months, isNot }, _place, lookup) =>
    negateIf(
      isNot,
      sql`select m.user_id from member_engagement m where m.last_seen_on >= ${sinceMonths(months)}`,
      lookup,
    ),
  attendance: ({ atLeast, months, isNot }, _place, lookup) =>
    negateIf(isNot, selectAttending(atLeast, months), lookup),
  // A segment considers only activities of its club or country, because its managers see no other activities.
  activity: ({ activityId, participation }, place, lookup) =>
    isAmong(
      sql`select m.user_id from activity_participants m join activities a on a.id = m.activity_id
        where m.activity_id = ${activityId} and ${isOwnedWithin(place, 'a')}
          and m.status = any(${sql.param(participation === 'attended' ? ['attended'] : ['registered', 'attended'])}::text[])`,
      lookup,
    ),
  tag: ({ tagId, isNot }, place, lookup) =>
    negateIf(
      isNot,
      sql`select m.user_id from user_tags m join tags g on g.id = m.tag_id
        where m.tag_id = ${tagId} and m.outside_since is null and g.removed_at is null and ${isOwnedWithin(place, 'g')}`,
      lookup,
    ),
  // A fee condition checks only charges by the segment's club or country. Its managers cannot read others.
  fee: (condition, place, lookup) =>
    isAmong(buildSqlForSegmentFeeCondition(condition, isOwnedWithin(place, 'b')), lookup),
  // A segment considers only custom fields in its own scope, because its managers cannot read other fields.
  field: (condition, place, lookup) =>
    buildSqlForCustomFieldCondition(isUserOf(place), condition, lookup) ?? sql`true`,
  // A condition on a roll-call (safety check) matches nobody in a club's segment. Club managers cannot read roll-calls.
  rollCall: ({ rollCallId, participation }, { country, clubId }, lookup) =>
    clubId === null
      ? isAmong(
          sql`select m.user_id from roll_call_people m join roll_calls r on r.id = m.roll_call_id
            where m.roll_call_id = ${rollCallId} and (${country}::text is null or r.country = ${country}::text)
              and (m.state is not null) = ${participation === 'answered'}`,
          lookup,
        )
      : sql`false`,
}

function buildCondition(condition: SegmentCondition, place: SegmentPlace, lookup: UserLookup): SQL {
  const build = conditionSql[condition.kind] as (
    condition: SegmentCondition,
    place: SegmentPlace,
    lookup: UserLookup,
  ) => SQL
  return build(condition, place, lookup)
}

/**
 * Builds the SQL condition over `users` for a segment of a club, a country or headquarters. When the ids are collected
 * and any one condition suffices, the conditions become a union, so that each can use its own index.
 */
export function buildSegmentSqlCondition(
  { match, conditions }: SegmentDefinition,
  place: SegmentPlace,
  lookup: UserLookup = 'collect',
): SQL {
  const parts = conditions.map(condition => buildCondition(condition, place, lookup))
  if (match === 'all' || parts.length === 1) return sql`(${sql.join(parts, sql` and `)})`
  if (lookup === 'probe') return sql`(${sql.join(parts, sql` or `)})`
  const ids = parts.map(part => sql`select users.id from users where ${part}`)
  return sql`${users.id} in (${sql.join(ids, sql` union all `)})`
}
