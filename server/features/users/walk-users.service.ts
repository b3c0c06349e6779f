import { and } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { isTooSlow } from '#server/db/database-errors.ts'
import { readAhead, walk } from '#server/db/paging.ts'
import type { OpenRow, UserFilters } from '#shared/contracts/users.ts'
import { type Lines, readLines } from './exported.queries.ts'
import { openRow } from './open-row.ts'
import { readRows } from './rows.queries.ts'
import { behind, hasKey, keyOfRow, makeKey, matching } from './users.queries.ts'

/**
 * Prepares the query for the block after a cursor.
 * A full export can take minutes, so each block is authorized again with the caller's current role and scope.
 */
async function prepareBlock(context: SignedIn, filters: UserFilters, key: string | undefined) {
  const current = await context.judgedAgain()
  const { sort } = filters
  return {
    current,
    slice: { where: and(matching(current.actor, filters), key ? behind(sort, key) : undefined), sort },
  }
}

/** Replaces a sort order without keyset paging with the order by name. */
function withKeysetOrder(filters: UserFilters): UserFilters {
  return hasKey(filters.sort) ? filters : { ...filters, sort: 'fullName' }
}

export function walkUsers(context: SignedIn, requested: UserFilters) {
  const filters = withKeysetOrder(requested)
  return walk<OpenRow>(async (last, limit) => {
    const { current, slice } = await prepareBlock(context, filters, last && keyOfRow(filters.sort, last))
    return (await readRows(current.db, { ...slice, limit })).map(row => openRow(current, row))
  })
}

/** Lines per database query; a block takes a few milliseconds. */
const linesPerQuery = 4000
/** Lines per query after a statement timeout, which a slow disk can cause for a full block. */
const linesAfterTimeout = 500

export async function* walkLines(context: SignedIn, requested: UserFilters) {
  const filters = withKeysetOrder(requested)
  const blocks = readAhead<Lines>(
    async previous => {
      const { current, slice } = await prepareBlock(
        context,
        filters,
        previous && makeKey(previous.value, previous.id),
      )
      return () =>
        readLines(current.db, { ...slice, limit: linesPerQuery }).catch(error => {
          if (!isTooSlow(error)) throw error
          return readLines(current.db, { ...slice, limit: linesAfterTimeout })
        })
    },
    ({ isLast }) => !isLast,
  )
  for await (const { block } of blocks) if (block !== null) yield block
}
