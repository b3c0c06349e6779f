// SQL for writing a batch of users in one statement. Columns have the property names of the Drizzle table `users`.
import { type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { users } from '#server/db/schema/core.ts'

export type UserColumn = keyof typeof users.$inferInsert

/** Lists columns for an insert or update, optionally qualified with a table alias. */
export function buildSqlListOfUserColumns(keys: UserColumn[], alias?: string): SQL {
  return sql.raw(keys.map(key => `${alias ? `${alias}.` : ''}${toSnakeCase(key)}`).join(', '))
}

/** Builds a table expression with the columns of `users` from values. Missing columns are null. */
export function convertUserRowsToSqlTableExpression(rows: Partial<typeof users.$inferInsert>[]): SQL {
  const records = rows.map(row =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        toSnakeCase(key),
        Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
      ]),
    ),
  )
  return sql`json_populate_recordset(null::users, ${JSON.stringify(records)}::json)`
}
