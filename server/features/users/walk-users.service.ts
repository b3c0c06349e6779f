import { and } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { walk } from '#server/db/paging.ts'
import type { UserFilters } from '#shared/contracts/users.ts'
import { openRow } from './open-row.ts'
import { readRows, type SealedRow } from './rows.queries.ts'
import { behind, hasKey, keyOfRow, matching } from './users.queries.ts'

/**
 * The whole of it by key. It can take minutes, so each part is read with the right and the reach that the person has by
 * then; `now` is the person as they were for this part.
 */
export async function* walkRows(context: SignedIn, filters: UserFilters) {
  // By name where the order has no key to go on behind.
  const sort = hasKey(filters.sort) ? filters.sort : 'fullName'
  let now = context
  const parts = walk<SealedRow>(async (last, limit) => {
    now = await context.judgedAgain()
    const behindLast = last && behind(sort, keyOfRow(sort, last))
    return readRows(now.db, { where: and(matching(now.actor, filters), behindLast), sort, limit })
  })
  for await (const rows of parts) yield { rows, now }
}

export async function* walkUsers(context: SignedIn, filters: UserFilters) {
  for await (const { rows, now } of walkRows(context, filters)) yield rows.map(row => openRow(now, row))
}
