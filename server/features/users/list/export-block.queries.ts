// Reads each member as the complete text of one row of a CSV or XLSX export.
// PostgreSQL formats export lines, because formatting a million rows in Node would block the event loop.
import { eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { cellSeparator, lineSeparator } from '#server/exports/export-rows-as-csv-or-xlsx.ts'
import { exportedKeys, type PersonKey } from '#shared/contracts/users/person-fields.ts'
import { countries } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { educationLevelLabels, roleLabels, userStatusLabels } from '#texts/labels.ts'
import type { UserRowSlice } from './user-rows.queries.ts'
import { buildSqlForKeysetValue, buildUserOrderBySql } from './users.queries.ts'

const columns = getTableColumns(users)

function buildLabelCaseSql(column: SQLWrapper, labels: Record<string, string>): SQL {
  const cases = Object.entries(labels).map(([code, label]) => sql`when ${code} then ${label}::text`)
  return sql`case ${column} ${sql.join(cases, sql` `)} end`
}

/** Builds SQL for the name of a country in the current language. A JSON lookup is ten times faster than a CASE. */
function buildCountryNameSql(): SQL {
  const names = countries
    .map(country => [country, getCountryName(country)])
    .filter(([country, name]) => country !== name)
  const { currentCountry } = users
  return sql`coalesce(${JSON.stringify(Object.fromEntries(names))}::jsonb ->> ${currentCountry}, ${currentCountry})`
}

/**
 * Calendar day in Malaysia of a timestamp column.
 * A fixed offset of eight hours is used, because a lookup by time zone name doubles the cost of a line.
 */
const buildMalaysianDaySql = (column: SQLWrapper) => sql`(${column} at time zone interval '8 hours')::date`

/** SQL expressions for exported fields whose text differs from the stored column value. */
const buildExportExpressions = (): Partial<Record<PersonKey, SQLWrapper>> => ({
  role: buildLabelCaseSql(users.role, roleLabels),
  status: buildLabelCaseSql(users.status, userStatusLabels),
  clubId: clubs.name,
  currentCountry: buildCountryNameSql(),
  educationLevel: buildLabelCaseSql(users.educationLevel, educationLevelLabels),
  createdAt: buildMalaysianDaySql(users.createdAt),
  approvedAt: buildMalaysianDaySql(users.approvedAt),
})

/**
 * Builds the SQL expression of an export line. Cells of custom fields come last, with labels in the current language.
 */
function buildExportLineSql(fieldCells: SQL[]): SQL {
  const expressions = buildExportExpressions()
  const values = [...exportedKeys.map(key => expressions[key] ?? columns[key]), ...fieldCells]
  const cells = values.map(value => sql`coalesce((${value})::text, '')`)
  return sql`concat_ws(${cellSeparator}, ${sql.join(cells, sql`, `)})`
}

export interface ExportBlock {
  /** Lines of the member export joined with line breaks; null when no row matched. */
  block: string | null
  isLast: boolean
  /** Sort value of the last export line; with `id` it is the cursor after which the next block of lines starts. */
  value: string
  id: number
}

export async function readMemberExportRows(
  db: Db,
  { where, sort, limit }: UserRowSlice,
  fieldCells: SQL[],
): Promise<ExportBlock> {
  const block = sql`(
    select ${users.id} as id, ${buildSqlForKeysetValue(sort)} as value, ${buildExportLineSql(fieldCells)} as line
      from ${users} left join ${clubs} on ${eq(clubs.id, users.clubId)}
     where ${where} order by ${sql.join(buildUserOrderBySql(sort), sql`, `)} limit ${limit}) as part`
  const { rows } = await db.execute<ExportBlock & Record<string, unknown>>(sql`
    select string_agg(line, ${lineSeparator}) as block, count(*) < ${limit} as "isLast",
           (array_agg(value))[count(*)] as value, (array_agg(id))[count(*)] as id
      from ${block}`)
  return rows[0] as ExportBlock
}
