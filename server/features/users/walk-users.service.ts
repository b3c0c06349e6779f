import { and } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { walk } from '#server/db/paging.ts'
import type { UserFilters } from '#shared/contracts/users.ts'
import { openRow } from './open-row.ts'
import { readRows, type Slice } from './rows.queries.ts'
import { behind, hasKey, type KeyRow, keyOfRow, matching } from './users.queries.ts'

/**
 * The whole of it by key. It can take minutes, so each part is read with the right and the reach that the person has by
 * then; `now` is the person as they are for this part.
 */
export function walkRows<Row extends KeyRow>(
  context: SignedIn,
  filters: UserFilters,
  read: (now: SignedIn, slice: Slice) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  // By name where the order has no key to go on behind.
  const sort = hasKey(filters.sort) ? filters.sort : 'fullName'
  return walk<Row>(async (last, limit) => {
    const now = await context.judgedAgain()
    const behindLast = last && behind(sort, keyOfRow(sort, last))
    return read(now, { where: and(matching(now.actor, filters), behindLast), sort, limit })
  })
}

export function walkUsers(context: SignedIn, filters: UserFilters) {
  return walkRows(context, filters, async (now, slice) =>
    (await readRows(now.db, slice)).map(row => openRow(now, row)),
  )
}
