// Moves the references of one account to another by the merge rules.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { mergeRules } from './merge-rules.queries.ts'
import type { AccountIds } from './table-rule.queries.ts'

function buildMergeStatements(ids: AccountIds): SQL[] {
  return mergeRules.flatMap(({ table, columns, resolveConflicts, rowFilter }) => [
    ...(resolveConflicts?.(ids) ?? []),
    ...Object.entries(columns).flatMap(([column, rule]) => {
      const refersToGone = sql`${sql.identifier(column)} = ${ids.gone}`
      if (rule === 'goes') return [sql`delete from ${sql.identifier(table)} where ${refersToGone}`]
      if (rule === 'stays') return []
      const condition = rowFilter ? sql`${refersToGone} and ${rowFilter}` : refersToGone
      return [
        sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${ids.kept} where ${condition}`,
      ]
    }),
  ])
}

/**
 * Applies all merge rules in one round trip, because senders to the user's groups are blocked meanwhile.
 * The call can be repeated to move records that were in flight during the first run.
 */
export async function moveUserReferences(db: Db, kept: number, gone: number): Promise<void> {
  // The user ids are part of the SQL text, because a query of several statements cannot have parameters.
  const ids = { kept: sql.raw(String(Number(kept))), gone: sql.raw(String(Number(gone))) }
  await db.execute(sql.join(buildMergeStatements(ids), sql`;\n`))
}
