import { type AnyColumn, sql } from 'drizzle-orm'
import { check, customType, timestamp } from 'drizzle-orm/pg-core'

/** Milliseconds, as a JavaScript Date holds them, so that a value survives the round trip unchanged. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
/** What a clock on the wall shows, in a zone that stands beside it. */
export const wallTime = () => timestamp({ withTimezone: false, precision: 3, mode: 'string' })
export const createdAt = () => moment().notNull().defaultNow()

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The database itself refuses a value that is not on the list. */
export function oneOf(name: string, column: AnyColumn, values: readonly string[]) {
  const list = values.map(value => `'${value.replaceAll("'", "''")}'`).join(', ')
  return check(name, sql`${column} in (${sql.raw(list)})`)
}
