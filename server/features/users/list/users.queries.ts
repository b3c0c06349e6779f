// SQL of the member list: filters, sort orders, keyset cursors and counts.
// A keyset cursor holds the sort value and the id of the last row; the next page starts after it.
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { prepareStatement } from '#server/db/connection/prepared-statements.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import { countRowsUpToCap } from '#server/db/sql/paging.ts'
import { filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import type { UserLookup } from '#server/db/sql/user-lookup.ts'
import { badInput } from '#server/errors.ts'
import { buildSqlForCustomFieldFilterConditions } from '#server/features/custom-fields/custom-field-filters.queries.ts'
import { buildUserHasVisibleTagCondition } from '#server/features/users/tags/tag-conditions.queries.ts'
import type { UserSort } from '#shared/constants.ts'
import { type UserStatus, userStatuses } from '#shared/constants.ts'
import { detailKeys, listedKeys, type PersonKey } from '#shared/contracts/users/person-fields.ts'
import type { UserFilters, UserQuery, UserRow } from '#shared/contracts/users/users.schemas.ts'
import {
  type Action,
  type Actor,
  canApproveApplications,
  doesOfficeExtendActionToMoreUsers,
  getPermissionScopeOfActor,
} from '#shared/policies.ts'
import { fieldTexts } from '#texts/errors.ts'

const columns = getTableColumns(users)

/** Maps person fields to their columns; the identity number is excluded because it is stored encrypted. */
function pickColumns<Key extends PersonKey>(keys: Key[]) {
  type PlainKey = Exclude<Key, 'icNumber'>
  const plainKeys = keys.filter((key): key is PlainKey => key !== 'icNumber')
  return Object.fromEntries(plainKeys.map(key => [key, columns[key]])) as Pick<typeof columns, PlainKey>
}

/** Stored columns of a member; `maskUserRow` derives identity number and age from ciphertext and birth year. */
type StoredColumn = Exclude<keyof UserRow, 'icNumber' | 'age' | 'fields'> | 'icEncrypted' | 'birthYear'

/** Columns of a member list row. `maskUserRow` replaces the ciphertext before the row is sent. */
export const userRowColumns = {
  ...pickColumns(listedKeys),
  id: users.id,
  isEmailConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
  icEncrypted: users.icEncrypted,
  birthYear: users.birthYear,
  clubName: clubs.name,
  profileImageUrl: buildImageUrlSql(users.profileImageId),
  approvedBy: users.approvedBy,
} satisfies Record<StoredColumn, unknown>

/** Additional columns of `users` for the page that shows a single user. */
export const userDetailColumns = pickColumns(detailKeys)

/** SQL condition of a member search: three or more letters match any substring, fewer only word beginnings. */
export function buildUserSearchCondition(search: string): SQL | undefined {
  const text = escapeLikePattern(search)
  const { fullName, email, membershipNumber } = users
  if (Array.from(search).length >= 3) {
    const anywhere = `%${text}%`
    return or(ilike(fullName, anywhere), ilike(email, anywhere), ilike(membershipNumber, anywhere))
  }
  return sql`users.search_starts @> array[lower(${search})]`
}

/**
 * Tells whether the caller sees users of every status throughout the scope of the action.
 * Callers see only active users where they cannot approve, also where only an office extends their scope.
 */
export function canSeeAllUserStatuses(actor: Actor, action: Action): boolean {
  return canApproveApplications(actor) && !doesOfficeExtendActionToMoreUsers(actor, action)
}

/** SQL condition: the user is active, or is in the scope in which the caller may approve applications. */
function buildStatusRestriction(actor: Actor, action: Action): SQL | undefined {
  if (canSeeAllUserStatuses(actor, action)) return undefined
  const isActive = eq(users.status, 'active')
  return canApproveApplications(actor) ? or(isActive, filterUsersByScope(actor)) : isActive
}

/** SQL condition: the user is in the scope in which the caller's role or an office permits the action. */
export function buildUserVisibilitySqlCondition(actor: Actor, action: Action): SQL | undefined {
  return and(isNull(users.erasedAt), filterUsersByScope(actor, action), buildStatusRestriction(actor, action))
}

/** SQL condition of the filter by segment (`segmentId`), which `addSegmentConditionToUserFilters` builds from the stored segment. */
export interface SegmentFilter {
  buildIsInSegment?: (lookup: UserLookup) => SQL
}

/**
 * Tells whether a member list filter needs other tables or a search, so that no index returns matches in sort order.
 */
export function doesUserFilterNeedSearchOrJoin({ search, where, tagId, segmentId }: UserFilters): boolean {
  return Boolean(search || where || tagId || segmentId)
}

/** SQL condition of the member list's filters by search, tag, segment and custom fields. */
export function buildTagSegmentAndSearchFilterCondition(
  actor: Actor,
  { search, where, tagId, segmentId, buildIsInSegment }: UserFilters & SegmentFilter,
  lookup: UserLookup,
): SQL | undefined {
  return and(
    tagId ? buildUserHasVisibleTagCondition(actor, tagId, lookup) : undefined,
    segmentId ? (buildIsInSegment?.(lookup) ?? sql`false`) : undefined,
    search ? buildUserSearchCondition(search) : undefined,
    buildSqlForCustomFieldFilterConditions(actor, where, lookup),
  )
}

/** SQL condition of the member list's filters by columns of `users`, and of which users the caller may see. */
export function buildUserColumnFilterCondition(
  actor: Actor,
  filters: UserFilters,
  action: Action,
): SQL | undefined {
  const { country, clubId, role, status, educationLevel, institution, from, to, ids } = filters
  return and(
    buildUserVisibilitySqlCondition(actor, action),
    ids && inArray(users.id, ids),
    status && eq(users.status, status),
    country && eq(users.currentCountry, country),
    clubId ? eq(users.clubId, clubId) : undefined,
    role && eq(users.role, role),
    educationLevel && eq(users.educationLevel, educationLevel),
    institution ? ilike(users.institution, `%${escapeLikePattern(institution)}%`) : undefined,
    from ? gte(users.createdAt, new Date(from)) : undefined,
    to ? lt(users.createdAt, new Date(to)) : undefined,
  )
}

export function buildUserFilterSql(
  actor: Actor,
  filters: UserFilters & SegmentFilter,
  action: Action,
): SQL | undefined {
  return and(
    buildUserColumnFilterCondition(actor, filters, action),
    buildTagSegmentAndSearchFilterCondition(actor, filters, 'collect'),
  )
}

interface Order {
  /** SQL columns of a sort order of the member list. The user id is appended as the tie-breaker. */
  by: (SQL | (typeof columns)[PersonKey & keyof typeof columns])[]
  /** Keyset value of a sort order and its SQL type. Sort orders without a keyset support paging by page number only. */
  key?: { of: (row: KeyRow) => string; type: 'text' | 'timestamptz' }
}

interface KeyRow {
  id: number
  fullName: string
  createdAt: Date
  membershipNumber: string | null
  institution: string | null
}

/** Sort orders of the member list. Each order with a keyset value has an index over all users and one per country. */
const orders = {
  fullName: { by: [users.fullName], key: { of: row => row.fullName, type: 'text' } },
  createdAt: {
    by: [users.createdAt],
    key: { of: row => row.createdAt.toISOString(), type: 'timestamptz' },
  },
  membershipNumber: {
    by: [sql`coalesce(users.membership_number, '')`],
    key: { of: row => row.membershipNumber ?? '', type: 'text' },
  },
  institution: {
    by: [sql`coalesce(users.institution, '')`],
    key: { of: row => row.institution ?? '', type: 'text' },
  },
  currentCountry: { by: [users.currentCountry, users.fullName] },
  role: { by: [users.role] },
  status: { by: [users.status, users.fullName] },
} satisfies Record<string, Order>

/** Columns of `users` that any sort order of the member list refers to. */
export const sortColumns = sql.raw(
  'id, full_name, created_at, membership_number, institution, current_country, role, status',
)

function parseUserSort(sort: UserSort): { order: Order; isDescending: boolean } {
  return { order: orders[sort.replace('-', '') as keyof typeof orders], isDescending: sort.startsWith('-') }
}

export function buildUserOrderBySql(sort: UserSort): SQL[] {
  const { order, isDescending } = parseUserSort(sort)
  return [...order.by, users.id].map(column => (isDescending ? desc(column) : asc(column)))
}

/** Returns whether the sort order of a member list supports keyset paging. */
export function isKeysetPagingSupportedForUserSort(sort: UserSort): boolean {
  return parseUserSort(sort).order.key !== undefined
}

/**
 * Tells whether a member list filter should be applied before sorting, because its matches are scattered.
 * Orders by name and registration date need no such filtering: club and country indexes are sorted by them.
 */
export function shouldFilterUsersBeforeSorting(
  sort: UserSort,
  actor: Actor,
  { clubId, role }: UserFilters,
  action: Action,
): boolean {
  if (/fullName|createdAt/.test(sort)) return false
  const isFilteredByRole = role !== undefined && role !== 'member'
  return clubId !== undefined || isFilteredByRole || getPermissionScopeOfActor(actor, action).over === 'club'
}

/**
 * Tells whether one index returns the users of the filters in sort order. Indexes by country, club and level have the
 * status before the sort column, so they do so for one status only.
 */
export function canIndexReturnSortedUsers(
  actor: Actor,
  { status, institution, country, clubId, educationLevel, sort }: UserFilters,
  action: Action,
): boolean {
  if (status || institution || sort.endsWith('status')) return true
  const isEverywhere =
    !country && !clubId && !educationLevel && getPermissionScopeOfActor(actor, action).over === 'all'
  return isEverywhere && /fullName|createdAt/.test(sort)
}

/** Encodes a keyset cursor from the sort value and the id of the last row. */
export function encodeKeysetCursor(value: string, id: number): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

export function encodeKeysetCursorOfRow(sort: UserSort, row: KeyRow): string {
  return encodeKeysetCursor(parseUserSort(sort).order.key?.of(row) ?? '', row.id)
}

/** Builds the SQL expression by which a sort order compares rows for keyset pagination, cast to text. */
export function buildSqlForKeysetValue(sort: UserSort): SQL<string> {
  return sql`(${parseUserSort(sort).order.by[0]})::text`
}

export function buildConditionForRowsAfterCursor(sort: UserSort, key: string): SQL {
  return buildCursorComparison(sort, key, parseUserSort(sort).isDescending ? '<' : '>')
}

export function buildConditionForRowsUpToCursor(sort: UserSort, key: string): SQL {
  return buildCursorComparison(sort, key, parseUserSort(sort).isDescending ? '>=' : '<=')
}

/** Compares keyset cursor and row as row values, because PostgreSQL uses the index only for this form. */
function buildCursorComparison(sort: UserSort, key: string, operator: '<' | '>' | '<=' | '>='): SQL {
  const { by, key: keyset } = parseUserSort(sort).order
  if (!keyset) throw badInput({ after: fieldTexts.invalid })
  const [value, id] = decodeKeysetCursor(key)
  return sql`(${by[0]}, ${users.id}) ${sql.raw(operator)} (${value}::${sql.raw(keyset.type)}, ${id}::int)`
}

function decodeKeysetCursor(key: string): [string, number] {
  try {
    const [value, id] = JSON.parse(Buffer.from(key, 'base64url').toString()) as unknown[]
    if (typeof value === 'string' && !value.includes('\0') && Number.isInteger(id)) return [value, Number(id)]
  } catch {
    // A keyset cursor that is not valid JSON gets the same error as one with values of the wrong type.
  }
  throw badInput({ after: fieldTexts.invalid })
}

/** Query parameters of a user list with which the total can be read from a counter in `summaries`. */
const countedParameters = new Set([
  'country',
  'clubId',
  'educationLevel',
  'status',
  'sort',
  'page',
  'pageSize',
  'after',
  'fields',
])

/**
 * Returns the key of the counter in the table `summaries` that counts the filtered users.
 * Returns undefined when no such counter exists.
 */
export function findMaterializedCounterForUserFilter(
  actor: Actor,
  filters: UserFilters,
  action: Action,
): { dimension: string; key: string } | undefined {
  if (Object.entries(filters).some(([name, value]) => value && !countedParameters.has(name))) return undefined
  const { country, clubId, educationLevel } = filters
  // No stored counter (`summaries`) fits callers who see users of every status in only a part of their scope.
  if (canApproveApplications(actor) && !canSeeAllUserStatuses(actor, action)) return undefined
  const reach = getPermissionScopeOfActor(actor, action)
  const locations = [
    country && { dimension: 'country', key: country as string },
    clubId && { dimension: 'club', key: String(clubId) },
    reach.over === 'country' && reach.country !== country && { dimension: 'country', key: reach.country },
    reach.over === 'club' && reach.clubId !== clubId && { dimension: 'club', key: String(reach.clubId) },
  ].filter(location => typeof location === 'object')
  if (locations.length > 1 || reach.over === 'self' || reach.over === 'nobody') return undefined
  const [location] = locations
  if (!educationLevel) return location ?? { dimension: 'all', key: '' }
  return { dimension: location ? `education@${location.key}` : 'education', key: educationLevel }
}

type Counts = Record<UserStatus, number>

function buildCountsByStatus(rows: { status: UserStatus; count: number }[]): Counts {
  const zeros: Counts = { pending: 0, active: 0, inactive: 0, rejected: 0 }
  return { ...zeros, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

const selectCounters = prepareStatement<{ status: UserStatus; count: number }>(
  'kept-counts-of-people',
  `select status, count from summaries where entity = 'user' and dimension = $1 and key = $2`,
)

async function readUserCounters(db: Db, counterKey: { dimension: string; key: string }): Promise<Counts> {
  const { rows } = await selectCounters(db.source, [counterKey.dimension, counterKey.key])
  return buildCountsByStatus(rows)
}

/** Counts users by status from the table `summaries`. Statuses hidden from the caller count as zero. */
async function countUsersByStatus(db: Db, actor: Actor, filters: UserFilters, action: Action) {
  const counterKey = findMaterializedCounterForUserFilter(actor, filters, action)
  if (!counterKey) return undefined
  const counts = await readUserCounters(db, counterKey)
  return canApproveApplications(actor)
    ? counts
    : { pending: 0, active: counts.active, inactive: 0, rejected: 0 }
}

/**
 * Counts the users whom the caller may see, by status.
 * Reads counters of the table `summaries` if possible.
 */
export async function countVisibleUsersByStatus(db: Db, actor: Actor, action: Action): Promise<Counts> {
  const counted = await countUsersByStatus(db, actor, { sort: 'fullName' }, action)
  if (counted) return counted
  const rows = await db
    .select({ status: users.status, count: sql<number>`count(*)::int` })
    .from(users)
    .where(buildUserVisibilitySqlCondition(actor, action))
    .groupBy(users.status)
  return buildCountsByStatus(rows)
}

export async function countUsers(
  db: Db,
  actor: Actor,
  filters: UserQuery & SegmentFilter,
  action: Action,
): Promise<{ total: number; isCapped: boolean }> {
  const counts = await countUsersByStatus(db, actor, filters, action)
  if (counts) {
    const statuses: readonly UserStatus[] = filters.status ? [filters.status] : userStatuses
    return { total: statuses.reduce((sum, status) => sum + counts[status], 0), isCapped: false }
  }
  const found = db
    .select({ id: users.id })
    .from(users)
    .where(buildUserFilterSql(actor, filters, action))
    .$dynamic()
  return countRowsUpToCap(db, found, filters)
}

/** Counts the users that an export with the given filters contains, but stops at `limit`. */
export async function countExportedUsersUpToLimit(
  db: Db,
  actor: Actor,
  filters: UserFilters & SegmentFilter,
  limit: number,
): Promise<number> {
  const found = db
    .select({ one: sql`1` })
    .from(users)
    .where(buildUserFilterSql(actor, filters, 'users.export'))
    .limit(limit)
    .as('found')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found)
  return row?.total ?? 0
}
