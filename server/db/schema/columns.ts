import { type AnyColumn, sql } from 'drizzle-orm'
import { check, customType, text, timestamp } from 'drizzle-orm/pg-core'
import { languages } from '#shared/language/languages.ts'
import { getPersonName } from '#shared/names/stored-names.ts'

/**
 * Database column for timestamps with the millisecond precision of a JavaScript Date, so that values stay unchanged.
 */
export const timestampColumn = () => timestamp({ withTimezone: true, precision: 3 })
/** Database column for a local time without time zone. The time zone is stored in another column of the row. */
export const localTimeColumn = () => timestamp({ withTimezone: false, precision: 3, mode: 'string' })
export const createdAt = () => timestampColumn().notNull().defaultNow()

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Database column for the name of a user. The stored name of an erased user is empty. Drizzle reads it as "former member"
 * in the current language; SQL of db.execute() needs a call of getPersonName().
 */
export const personName = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: getPersonName,
})

/** Builds a check constraint that allows only the listed values in a column. */
export function buildAllowedValuesConstraint(name: string, column: AnyColumn, values: readonly string[]) {
  const list = values.map(value => `'${value.replaceAll("'", "''")}'`).join(', ')
  return check(name, sql`${column} in (${sql.raw(list)})`)
}

/**
 * Builds a check constraint that allows only countries in a column. The database function `is_country` contains the
 * list of countries for all tables.
 */
export function buildCountryConstraint(name: string, column: AnyColumn) {
  return check(name, sql`is_country(${column})`)
}

/** Columns of a record, such as an activity, whose title and text may be stored in a second language. */
export const versionColumns = () => ({
  /** Language in which the author wrote title and text of the record. */
  language: text({ enum: languages }).notNull().default('ms'),
  /** Language of the second-language version of the record; null when the record has only one language. */
  secondLanguage: text({ enum: languages }),
  secondTitle: text(),
})
