// Prepared statements for the first pages of the member list that are requested most often.
// Each prepared statement returns the members of a page and their total, a counter in the table `summaries`.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { declarePreparedStatementWithVariants } from '#server/db/connection/prepared-statements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { type UserSort, userStatuses } from '#shared/constants.ts'
import type { UserQuery } from '#shared/contracts/users/users.schemas.ts'
import { type Action, type Actor, getPermissionScopeOfActor } from '#shared/policies.ts'
import {
  rewriteUserQueryAsUnionOfQueriesPerStatus,
  type StoredUserRow,
  type UserRowSlice,
} from './user-rows.queries.ts'
import {
  buildUserFilterSql,
  buildUserOrderBySql,
  canSeeAllUserStatuses,
  findMaterializedCounterForUserFilter,
  userRowColumns,
} from './users.queries.ts'

const sorts = new Set<UserSort>(['fullName', 'createdAt', '-createdAt'])
const sizes = new Set([10, 25])

/**
 * Tells whether a member list query is a first page sorted by name or registration date.
 * Each of these orders has an index for every scope, so one query plan suits all countries and clubs.
 */
function isFrequentQuery({ educationLevel, after, page = 1, pageSize, sort }: UserQuery): boolean {
  return !educationLevel && !after && page === 1 && sorts.has(sort) && sizes.has(pageSize)
}

/**
 * Builds the prepared statement for a first page.
 * Its row limit is a literal, so that PostgreSQL plans for few rows.
 */
function buildFirstPageStatement({ where, sort, limit }: UserRowSlice, total: SQL): SQL {
  const columns = Object.entries({ ...userRowColumns, total }).map(
    ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
  )
  return sql`select ${sql.join(columns, sql`, `)} from ${users} left join ${clubs} on ${eq(clubs.id, users.clubId)}
    where ${where} order by ${sql.join(buildUserOrderBySql(sort), sql`, `)} limit ${sql.raw(String(limit))}`
}

type PlaceholderName = 'country' | 'clubId' | 'ownCountry' | 'ownClub' | 'dimension' | 'key' | 'counted'
const createPlaceholder = (name: PlaceholderName) => sql.placeholder(name)
const counterTotal = sql`(select coalesce(sum(count), 0)::int from summaries
  where entity = 'user' and dimension = ${createPlaceholder('dimension')} and key = ${createPlaceholder('key')} and status = any(${createPlaceholder('counted')}))`

function buildPreparedFirstPage(
  actor: Actor,
  { sort, status, country, clubId, pageSize }: UserQuery,
  action: Action,
): SQL {
  const createPlaceholderForValue = (name: PlaceholderName, value: unknown) =>
    value ? (createPlaceholder(name) as never) : null
  const placeholderActor: Actor = {
    ...actor,
    currentCountry: createPlaceholderForValue('ownCountry', actor.currentCountry),
    clubId: createPlaceholderForValue('ownClub', actor.clubId),
  }
  const placeholderFilters = {
    sort,
    status,
    country: createPlaceholderForValue('country', country) ?? undefined,
    clubId: createPlaceholderForValue('clubId', clubId) ?? undefined,
  }
  const slice = {
    where: buildUserFilterSql(placeholderActor, placeholderFilters, action),
    sort,
    limit: pageSize,
  }
  return buildFirstPageStatement(
    status ? slice : rewriteUserQueryAsUnionOfQueriesPerStatus(slice),
    counterTotal,
  )
}

const queryPrepared = declarePreparedStatementWithVariants<StoredUserRow & { total: number }>(
  'first-page-of-members',
)

/**
 * Reads the first page of a member list by prepared statement.
 * Returns undefined for infrequent queries and empty results.
 */
export async function readFirstUserPageByPreparedStatement(
  db: Db,
  actor: Actor,
  query: UserQuery,
  action: Action,
): Promise<{ rows: StoredUserRow[]; total: number } | undefined> {
  // A member list query whose total is no counter in the table `summaries` cannot use a prepared statement.
  const counterKey = isFrequentQuery(query)
    ? findMaterializedCounterForUserFilter(actor, query, action)
    : undefined
  if (!counterKey) return undefined
  const { sort, status, country, clubId, pageSize } = query
  const hasAllStatuses = canSeeAllUserStatuses(actor, action)
  const shape = [
    sort,
    pageSize,
    status,
    country && 'country',
    clubId && 'club',
    getPermissionScopeOfActor(actor, action).over,
    hasAllStatuses,
  ]
  const countedStatuses = status ? [status] : userStatuses
  const values: Record<PlaceholderName, unknown> = {
    country,
    clubId,
    ownCountry: actor.currentCountry,
    ownClub: actor.clubId,
    ...counterKey,
    counted: hasAllStatuses
      ? countedStatuses
      : countedStatuses.filter(countedStatus => countedStatus === 'active'),
  }
  const rows = await queryPrepared(
    db,
    shape.join(),
    () => buildPreparedFirstPage(actor, query, action),
    values,
  )
  return rows[0] && { rows: rows.map(({ total, ...row }) => row), total: rows[0].total }
}
