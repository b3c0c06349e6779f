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
 * What comes behind a key. The whole can take minutes, so each part is read with the right and the reach that the person
 * has by then; `now` is the person as they are for this part.
 */
async function nextPart(context: SignedIn, filters: UserFilters, key: string | undefined) {
  const now = await context.judgedAgain()
  const { sort } = filters
  return {
    now,
    slice: { where: and(matching(now.actor, filters), key ? behind(sort, key) : undefined), sort },
  }
}

/** By name where the order has no key to go on behind. */
function keyed(filters: UserFilters): UserFilters {
  return hasKey(filters.sort) ? filters : { ...filters, sort: 'fullName' }
}

export function walkUsers(context: SignedIn, given: UserFilters) {
  const filters = keyed(given)
  return walk<OpenRow>(async (last, limit) => {
    const { now, slice } = await nextPart(context, filters, last && keyOfRow(filters.sort, last))
    return (await readRows(now.db, { ...slice, limit })).map(row => openRow(now, row))
  })
}

/** A few milliseconds of work, and few enough trips to the database. */
const linesAtOnce = 4000
/** Where people lie scattered over a slow disk so many may take longer than a statement may. */
const fewLines = 500

export async function* walkLines(context: SignedIn, given: UserFilters) {
  const filters = keyed(given)
  const parts = readAhead<Lines>(
    async before => {
      const { now, slice } = await nextPart(context, filters, before && makeKey(before.value, before.id))
      return () =>
        readLines(now.db, { ...slice, limit: linesAtOnce }).catch(error => {
          if (!isTooSlow(error)) throw error
          return readLines(now.db, { ...slice, limit: fewLines })
        })
    },
    ({ isLast }) => !isLast,
  )
  for await (const { block } of parts) if (block !== null) yield block
}
