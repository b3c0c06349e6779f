import { type AnyColumn, sql } from 'drizzle-orm'
import { check, customType, timestamp } from 'drizzle-orm/pg-core'

/** Timestamp with millisecond precision like a JavaScript Date, so that values survive the round trip unchanged. */
export const timestampColumn = () => timestamp({ withTimezone: true, precision: 3 })
/** Local time without time zone. The zone is stored in another column of the row. */
export const localTimeColumn = () => timestamp({ withTimezone: false, precision: 3, mode: 'string' })
export const createdAt = () => timestampColumn().notNull().defaultNow()

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Check constraint that allows only the listed values. */
export function checkOneOf(name: string, column: AnyColumn, values: readonly string[]) {
  const list = values.map(value => `'${value.replaceAll("'", "''")}'`).join(', ')
  return check(name, sql`${column} in (${sql.raw(list)})`)
}
