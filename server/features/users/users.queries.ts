// The members' list in SQL: what a filter matches, in which order, and how many there are.
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
import type { Db } from '#server/db/client.ts'
import { imageUrl } from '#server/db/image-url.ts'
import { escapeLike } from '#server/db/like.ts'
import { countOut } from '#server/db/paging.ts'
import { prepared } from '#server/db/prepared.ts'
import { usersWithinReach } from '#server/db/reach.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { badInput } from '#server/errors.ts'
import type { UserSort } from '#shared/constants.ts'
import { type UserStatus, userStatuses } from '#shared/constants.ts'
import { detailKeys, listedKeys, type PersonKey } from '#shared/contracts/person-fields.ts'
import type { UserFilters, UserQuery, UserRow } from '#shared/contracts/users.ts'
import { fieldTexts } from '#shared/errors.ts'
import { type Actor, isApprover, reachOf } from '#shared/policies.ts'

const columns = getTableColumns(users)

/** The number is sealed, in columns of its own; every other field has the column of its name. */
function columnsOf<Key extends PersonKey>(keys: Key[]) {
  type Plain = Exclude<Key, 'icNumber'>
  const plain = keys.filter((key): key is Plain => key !== 'icNumber')
  return Object.fromEntries(plain.map(key => [key, columns[key]])) as Pick<typeof columns, Plain>
}

/** A row as it is kept: number and age are made of what is sealed (`openRow`). */
type SealedColumn = Exclude<keyof UserRow, 'icNumber' | 'age'> | 'icEncrypted' | 'birthYear'

/** What a list shows of a person; the sealed number is opened, masked and dropped before anything leaves. */
export const rowColumns = {
  ...columnsOf(listedKeys),
  id: users.id,
  isEmailConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
  icEncrypted: users.icEncrypted,
  birthYear: users.birthYear,
  clubName: clubs.name,
  profileImageUrl: imageUrl(users.profileImageId),
  approvedBy: users.approvedBy,
} satisfies Record<SealedColumn, unknown>

/** What is shown of one person besides. */
export const detailColumns = columnsOf(detailKeys)

/** Three letters or more match anywhere, fewer only the beginnings of words: that is what the indexes can do. */
export function matchesSearch(search: string): SQL | undefined {
  const text = escapeLike(search)
  const { fullName, email, membershipNumber } = users
  if (Array.from(search).length >= 3) {
    const anywhere = `%${text}%`
    return or(ilike(fullName, anywhere), ilike(email, anywhere), ilike(membershipNumber, anywhere))
  }
  return sql`users.search_starts @> array[lower(${search})]`
}

/** Club roles see who is in; those who wait or were turned down are the approvers' business. */
function visible(actor: Actor): SQL | undefined {
  return isApprover(actor) ? undefined : eq(users.status, 'active')
}

export function withinSight(actor: Actor): SQL | undefined {
  return and(isNull(users.erasedAt), usersWithinReach(actor), visible(actor))
}

export function matching(actor: Actor, filters: UserFilters): SQL | undefined {
  const { search, country, clubId, role, status, educationLevel, institution, from, to, ids } = filters
  return and(
    withinSight(actor),
    ids && inArray(users.id, ids),
    status && eq(users.status, status),
    country && eq(users.currentCountry, country),
    clubId ? eq(users.clubId, clubId) : undefined,
    role && eq(users.role, role),
    educationLevel && eq(users.educationLevel, educationLevel),
    institution ? ilike(users.institution, `%${escapeLike(institution)}%`) : undefined,
    from ? gte(users.createdAt, new Date(from)) : undefined,
    to ? lt(users.createdAt, new Date(to)) : undefined,
    search ? matchesSearch(search) : undefined,
  )
}

interface Order {
  /** What it goes by; the id decides where all of it is the same. */
  by: (SQL | (typeof columns)[PersonKey & keyof typeof columns])[]
  /**
   * The value a list goes on behind, and its type: only where there is one for everybody. The others are read by page
   * alone.
   */
  key?: { of: (row: KeyRow) => string; type: 'text' | 'timestamptz' }
}

interface KeyRow {
  id: number
  fullName: string
  createdAt: Date
  membershipNumber: string | null
  institution: string | null
}

/** Each of these has indexes of its own: for everybody, and for a country. */
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

/** What an order needs to be there of a row, by the names of the columns. */
export const orderedColumns = sql.raw(
  'id, full_name, created_at, membership_number, institution, current_country, role, status',
)

function readSort(sort: UserSort): { order: Order; isDown: boolean } {
  return { order: orders[sort.replace('-', '') as keyof typeof orders], isDown: sort.startsWith('-') }
}

export function inOrder(sort: UserSort): SQL[] {
  const { order, isDown } = readSort(sort)
  return [...order.by, users.id].map(column => (isDown ? desc(column) : asc(column)))
}

/** Whether a list in this order can be gone along by key. */
export function hasKey(sort: UserSort): boolean {
  return readSort(sort).order.key !== undefined
}

/**
 * Whether the order is one by which those whom a narrow filter fits lie far apart: then they are found first and put in
 * order afterwards. By name and by age the indexes of clubs and countries have them in order.
 */
export function isGathered(sort: UserSort, actor: Actor, { clubId, role }: UserFilters): boolean {
  if (/fullName|createdAt/.test(sort)) return false
  return clubId !== undefined || (role !== undefined && role !== 'member') || reachOf(actor).over === 'club'
}

/** Where a list goes on: the sorted value and the id of the last row, readable by us alone. */
export function makeKey(value: string, id: number): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

export function keyOfRow(sort: UserSort, row: KeyRow): string {
  return makeKey(readSort(sort).order.key?.of(row) ?? '', row.id)
}

/** The same value where the database tells of it. */
export function sortedValue(sort: UserSort): SQL<string> {
  return sql`(${readSort(sort).order.by[0]})::text`
}

export function behind(sort: UserSort, key: string): SQL {
  return compared(sort, key, readSort(sort).isDown ? '<' : '>')
}

export function upTo(sort: UserSort, key: string): SQL {
  return compared(sort, key, readSort(sort).isDown ? '>=' : '<=')
}

/** As a whole, which the index understands; taken apart, or with `not`, it would not. */
function compared(sort: UserSort, key: string, operator: '<' | '>' | '<=' | '>='): SQL {
  const { by, key: kept } = readSort(sort).order
  if (!kept) throw badInput({ after: fieldTexts.invalid })
  const [value, id] = readKey(key)
  return sql`(${by[0]}, ${users.id}) ${sql.raw(operator)} (${value}::${sql.raw(kept.type)}, ${id}::int)`
}

function readKey(key: string): [string, number] {
  try {
    const [value, id] = JSON.parse(Buffer.from(key, 'base64url').toString()) as unknown[]
    if (typeof value === 'string' && !value.includes('\0') && Number.isInteger(id)) return [value, Number(id)]
  } catch {
    // Not one of ours.
  }
  throw badInput({ after: fieldTexts.invalid })
}

/** A figure that is kept anyway, where the filter asks for just that. */
export function keptFigure(
  actor: Actor,
  filters: UserFilters,
): { dimension: string; key: string } | undefined {
  const { search, role, educationLevel, institution, from, to, country, clubId, ids } = filters
  if (search || role || institution || from || to || ids) return undefined
  const reach = reachOf(actor)
  const places = [
    country && { dimension: 'country', key: country as string },
    clubId && { dimension: 'club', key: String(clubId) },
    reach.over === 'country' && reach.country !== country && { dimension: 'country', key: reach.country },
    reach.over === 'club' && reach.clubId !== clubId && { dimension: 'club', key: String(reach.clubId) },
  ].filter(place => typeof place === 'object')
  if (places.length > 1 || reach.over === 'self' || reach.over === 'nobody') return undefined
  const [place] = places
  if (!educationLevel) return place ?? { dimension: 'all', key: '' }
  return { dimension: place ? `education@${place.key}` : 'education', key: educationLevel }
}

type Counts = Record<UserStatus, number>

const selectKept = prepared<{ status: UserStatus; count: number }>(
  'kept-counts-of-people',
  `select status, count from summaries where entity = 'user' and dimension = $1 and key = $2`,
)

async function keptCounts(db: Db, figure: { dimension: string; key: string }): Promise<Counts> {
  const { rows } = await selectKept(db.source, [figure.dimension, figure.key])
  const none: Counts = { pending: 0, active: 0, inactive: 0, rejected: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

/** By status, as far as this person sees them. */
export async function countByStatus(db: Db, actor: Actor, filters: UserFilters = { sort: 'fullName' }) {
  const figure = keptFigure(actor, filters)
  if (!figure) return undefined
  const counts = await keptCounts(db, figure)
  return isApprover(actor) ? counts : { pending: 0, active: counts.active, inactive: 0, rejected: 0 }
}

export async function countUsers(
  db: Db,
  actor: Actor,
  filters: UserQuery,
): Promise<{ total: number; isCapped: boolean }> {
  const counts = await countByStatus(db, actor, filters)
  if (counts) {
    const wanted: readonly UserStatus[] = filters.status ? [filters.status] : userStatuses
    return { total: wanted.reduce((sum, status) => sum + counts[status], 0), isCapped: false }
  }
  const found = db.select({ id: users.id }).from(users).where(matching(actor, filters)).$dynamic()
  return countOut(db, found, filters)
}

/** Counted out, but no further than this. */
export async function countUpTo(db: Db, actor: Actor, filters: UserFilters, most: number): Promise<number> {
  const found = db.select({ one: sql`1` }).from(users).where(matching(actor, filters)).limit(most).as('found')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found)
  return row?.total ?? 0
}
