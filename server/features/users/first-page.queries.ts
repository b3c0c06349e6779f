// The few first pages of members that are asked for all the time, as prepared statements.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { preparedShapes } from '#server/db/prepared.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { type UserSort, userStatuses } from '#shared/constants.ts'
import type { UserQuery } from '#shared/contracts/users.ts'
import { type Actor, isApprover, reachOf } from '#shared/policies.ts'
import { merged, type SealedRow, type Slice } from './rows.queries.ts'
import { inOrder, keptFigure, matching, rowColumns } from './users.queries.ts'

const sorts = new Set<UserSort>(['fullName', 'createdAt', '-createdAt'])
const sizes = new Set([10, 25])

/**
 * Those by name and by age: there is an index for each, whichever country or club it is about, so that the plan for one
 * is the plan for all.
 */
function isFrequent({ educationLevel, after, page = 1, pageSize, sort }: UserQuery): boolean {
  return !educationLevel && !after && page === 1 && sorts.has(sort) && sizes.has(pageSize)
}

/** How many is part of the text, so that the plan is made for so few. */
function textOf({ where, sort, limit }: Slice, total: SQL): SQL {
  const columns = Object.entries({ ...rowColumns, total }).map(
    ([name, column]) => sql`${column} as ${sql.identifier(name)}`,
  )
  return sql`select ${sql.join(columns, sql`, `)} from ${users} left join ${clubs} on ${eq(clubs.id, users.clubId)}
    where ${where} order by ${sql.join(inOrder(sort), sql`, `)} limit ${sql.raw(String(limit))}`
}

type Placed = 'country' | 'clubId' | 'ownCountry' | 'ownClub' | 'dimension' | 'key' | 'counted'
const at = (name: Placed) => sql.placeholder(name)
const keptTotal = sql`(select coalesce(sum(count), 0)::int from summaries
  where entity = 'user' and dimension = ${at('dimension')} and key = ${at('key')} and status = any(${at('counted')}))`

function build(actor: Actor, { sort, status, country, clubId, pageSize }: UserQuery): SQL {
  const standIn = (name: Placed, value: unknown) => (value ? (at(name) as never) : null)
  const anybody: Actor = {
    ...actor,
    currentCountry: standIn('ownCountry', actor.currentCountry),
    clubId: standIn('ownClub', actor.clubId),
  }
  const anywhere = {
    sort,
    status,
    country: standIn('country', country) ?? undefined,
    clubId: standIn('clubId', clubId) ?? undefined,
  }
  const slice = { where: matching(anybody, anywhere), sort, limit: pageSize }
  return textOf(status ? slice : merged(slice), keptTotal)
}

const ask = preparedShapes<SealedRow & { total: number }>('first-page-of-members')

/** Undefined: it is not one of these, or there is nobody in it, and then nothing is known of how many there are. */
export async function readFirstPage(
  db: Db,
  actor: Actor,
  query: UserQuery,
): Promise<{ rows: SealedRow[]; total: number } | undefined> {
  // How many there are must be known already, too.
  const figure = isFrequent(query) ? keptFigure(actor, query) : undefined
  if (!figure) return undefined
  const { sort, status, country, clubId, pageSize } = query
  const isAll = isApprover(actor)
  const shape = [sort, pageSize, status, country && 'country', clubId && 'club', reachOf(actor).over, isAll]
  const counted = status ? [status] : userStatuses
  const values: Record<Placed, unknown> = {
    country,
    clubId,
    ownCountry: actor.currentCountry,
    ownClub: actor.clubId,
    ...figure,
    counted: isAll ? counted : counted.filter(one => one === 'active'),
  }
  const rows = await ask(db, shape.join(), () => build(actor, query), values)
  return rows[0] && { rows: rows.map(({ total, ...row }) => row), total: rows[0].total }
}
