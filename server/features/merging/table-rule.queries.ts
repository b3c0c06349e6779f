// Types and building blocks of the merge rules.
// `kept` is the id of the account that remains, `gone` the id of the account that is removed.
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
  /** Statements that resolve unique key conflicts before rows are moved. */
  resolveConflicts?: (ids: AccountIds) => SQL[]
  /** Condition that restricts which rows are moved. */
  rowFilter?: SQL
}

/** Deletes rows of the removed account that duplicate a row of the kept account, compared by `key` columns. */
export function deleteDuplicateRows(table: string, ...key: string[]) {
  const isSame = sql.raw(key.map(column => `k.${column} is not distinct from t.${column}`).join(' and '))
  return ({ kept, gone }: AccountIds) => [
    sql`delete from ${sql.raw(table)} t where t.user_id = ${gone}
      and exists (select from ${sql.raw(table)} k where k.user_id = ${kept} and ${isSame})`,
  ]
}

export const ruleForUserId = (table: string, rule: ColumnRule): TableRule => ({
  table,
  columns: { user_id: rule },
})
