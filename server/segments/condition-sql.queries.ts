// SQL of segment conditions over the table `users`, one function per kind of condition.
// An index supports each condition. Lists and audiences limit the result to their own scope.
import { inArray, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/core.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { buildFieldCondition } from '#server/features/custom-fields/custom-field-filters.queries.ts'
import type {
  ConditionKind,
  ConditionOf,
  SegmentCondition,
  SegmentDefinition,
} from '#shared/contracts/segments/conditions.schemas.ts'
import { buildFeeConditionSql } from './fee-condition.queries.ts'

/** Club or country for which a segment is evaluated; both are null for headquarters. */
export interface SegmentPlace {
  country: string | null
  clubId: number | null
}

/** SQL: first day of a period of the last months, up to today. */
const sinceMonths = (months: number) => sql`(now() - make_interval(months => ${months}::int))::date`

/** SQL condition: the record `alias` belongs to the segment's club or country, or to a club in that country. */
function isOwnedWithin({ country, clubId }: SegmentPlace, alias: 'g' | 'a' | 'b'): SQL {
  const clubColumn = sql.raw(`${alias}.club_id`)
  if (clubId !== null) return sql`${clubColumn} = ${clubId}`
  if (country === null) return sql`true`
  const isOfClub = sql`${clubColumn} in (select k.id from clubs k where k.country = ${country})`
  return alias === 'a' ? isOfClub : sql`(${sql.raw(`${alias}.country`)} = ${country} or ${isOfClub})`
}

/** SQL condition: the user belongs to the club or country. */
function isUserOf({ country, clubId }: SegmentPlace): SQL | undefined {
  if (clubId !== null) return sql`${users.clubId} = ${clubId}`
  return country === null ? undefined : sql`${users.currentCountry} = ${country}`
}

const negateIf = (isNot: boolean, members: SQL) =>
  isNot ? sql`not exists (${members} and m.user_id = ${users.id})` : sql`${users.id} in (${members})`

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
  [Kind in ConditionKind]: (condition: ConditionOf<Kind>, place: SegmentPlace) => SQL
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
  office: ({ values }) => sql`${users.id} in (select m.user_id from appointments m
    where m.ended_at is null and m.office = any(${sql.param(values)}::text[])
      and (now() at time zone m.time_zone)::date between m.starts_on and m.ends_on)`,
  lastSeen: ({ months, isNot }) =>
    negateIf(
      isNot,
      sql`select m.user_id from member_engagement m where m.last_seen_on >= ${sinceMonths(months)}`,
    ),
  attendance: ({ atLeast, months, isNot }) => negateIf(isNot, selectAttending(atLeast, months)),
  // Only attendance of activities within the segment's own scope is evaluated, because managers cannot read others.
  activity: ({ activityId, participation }, place) => sql`${users.id} in (
    select m.user_id from activity_participants m join activities a on a.id = m.activity_id
     where m.activity_id = ${activityId} and ${isOwnedWithin(place, 'a')}
       and m.status = any(${sql.param(participation === 'attended' ? ['attended'] : ['registered', 'attended'])}::text[]))`,
  tag: ({ tagId, isNot }, place) =>
    negateIf(
      isNot,
      sql`select m.user_id from user_tags m join tags g on g.id = m.tag_id
        where m.tag_id = ${tagId} and m.outside_since is null and g.removed_at is null and ${isOwnedWithin(place, 'g')}`,
    ),
  // Only charges of fee books within the segment's own scope are evaluated, because managers cannot read others.
  fee: (condition, place) =>
    sql`${users.id} in (${buildFeeConditionSql(condition, isOwnedWithin(place, 'b'))})`,
  // Only custom fields of members within the segment's own scope are evaluated, because managers cannot read others.
  field: (condition, place) => buildFieldCondition(isUserOf(place), condition) ?? sql`true`,
  // A condition on a roll-call matches nobody in segments of clubs, because managers of clubs cannot read roll-calls.
  rollCall: ({ rollCallId, participation }, { country, clubId }) =>
    clubId === null
      ? sql`${users.id} in (select m.user_id from roll_call_people m join roll_calls r on r.id = m.roll_call_id
          where m.roll_call_id = ${rollCallId} and (${country}::text is null or r.country = ${country}::text)
            and (m.state is not null) = ${participation === 'answered'})`
      : sql`false`,
}

function buildCondition(condition: SegmentCondition, place: SegmentPlace): SQL {
  const build = conditionSql[condition.kind] as (condition: SegmentCondition, place: SegmentPlace) => SQL
  return build(condition, place)
}

/**
 * SQL condition over `users`: the user belongs to the segment, evaluated for a club, a country or headquarters.
 * Conditions of which any suffices become a union of ids, so that each of them can use its own index.
 */
export function buildSegmentCondition({ match, conditions }: SegmentDefinition, place: SegmentPlace): SQL {
  const parts = conditions.map(condition => buildCondition(condition, place))
  if (match === 'all' || parts.length === 1) return sql`(${sql.join(parts, sql` and `)})`
  const ids = parts.map(part => sql`select users.id from users where ${part}`)
  return sql`${users.id} in (${sql.join(ids, sql` union all `)})`
}
