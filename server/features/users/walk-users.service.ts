import { and } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { UserFilters } from '#shared/contracts/users.ts'
import { openRow } from './open-row.ts'
import { readRows } from './rows.queries.ts'
import { behind, keyOfRow, matching } from './users.queries.ts'

const chunk = 1000

/**
 * The whole of it, a thousand at a time by key; no connection is held while the receiver reads. It can take minutes,
 * so each thousand is read with the right and the reach that the person has by then.
 */
export async function* walkRows(context: SignedIn, filters: UserFilters) {
  const { sort } = filters
  let after: string | undefined
  do {
    const now = await context.judgedAgain()
    const { db, actor } = now
    const where = and(matching(actor, filters), after ? behind(sort, after) : undefined)
    const rows = await readRows(db, { where, sort, limit: chunk })
    const last = rows.at(-1)
    if (rows.length > 0) yield { rows, now }
    after = last && rows.length === chunk ? keyOfRow(sort, last) : undefined
  } while (after)
}

export async function* walkUsers(context: SignedIn, filters: UserFilters) {
  for await (const { rows, now } of walkRows(context, filters)) yield rows.map(row => openRow(now, row))
}
