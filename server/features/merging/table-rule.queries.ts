// Types and building blocks of the rules by which two accounts are merged.
// In a merge, `kept` is the id of the remaining account and `gone` the id of the removed account.
import { type SQL, sql } from 'drizzle-orm'

export interface AccountIds {
  kept: SQL
  gone: SQL
}

/**
 * Treatment of a column that refers to the removed account.
 * `moves`: the row is assigned to the kept account.
 * `goes`: the row is deleted, because it belongs to the account and not to the person, such as a session.
 * `stays`: the row is unchanged, because it is immutable or part of past statistics; readers follow merged_into.
 */
type ColumnRule = 'moves' | 'goes' | 'stays'

export interface TableRule {
  table: string
  columns: Record<string, ColumnRule>
  /** SQL statements that resolve conflicts of unique keys before a merge moves the rows of the table. */
  resolveConflicts?: (ids: AccountIds) => SQL[]
  /** SQL condition that restricts which rows of the table a merge moves. */
  rowFilter?: SQL
}

/** Deletes rows of the removed account that duplicate a row of the kept account, compared by `key` columns. */
export function buildSqlToDeleteDuplicateRows(table: string, ...key: string[]) {
  const isSame = sql.raw(key.map(column => `k.${column} is not distinct from t.${column}`).join(' and '))
  return ({ kept, gone }: AccountIds) => [
    sql`delete from ${sql.raw(table)} t where t.user_id = ${gone}
      and exists (select from ${sql.raw(table)} k where k.user_id = ${kept} and ${isSame})`,
  ]
}

export const buildRuleForUserId = (table: string, rule: ColumnRule): TableRule => ({
  table,
  columns: { user_id: rule },
})
