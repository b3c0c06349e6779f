// Members as lines of a file. PostgreSQL writes them: a million rows of a dozen cells would keep one thread busy that has
// others to serve.
import { eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { betweenCells, betweenLines } from '#server/exports/export-table.ts'
import { exportedKeys, type PersonKey } from '#shared/contracts/person-fields.ts'
import { educationLevelLabels, roleLabels, userStatusLabels } from '#shared/labels.ts'
import type { Slice } from './rows.queries.ts'
import { inOrder, sortedValue } from './users.queries.ts'

const columns = getTableColumns(users)

function labelled(column: SQLWrapper, labels: Record<string, string>): SQL {
  const cases = Object.entries(labels).map(([code, label]) => sql`when ${code} then ${label}::text`)
  return sql`case ${column} ${sql.join(cases, sql` `)} end`
}

/** Malaysia's, which has been eight hours ahead for long; looking a zone up by its name takes as long as all the rest of a line. */
const day = (column: SQLWrapper) => sql`(${column} at time zone interval '8 hours')::date`

/** How a field is written where it is not as it stands in the row. */
const written: Partial<Record<PersonKey, SQLWrapper>> = {
  role: labelled(users.role, roleLabels),
  status: labelled(users.status, userStatusLabels),
  clubId: clubs.name,
  educationLevel: labelled(users.educationLevel, educationLevelLabels),
  createdAt: day(users.createdAt),
  approvedAt: day(users.approvedAt),
}

const cells = exportedKeys.map(key => sql`coalesce((${written[key] ?? columns[key]})::text, '')`)
const line = sql`concat_ws(${betweenCells}, ${sql.join(cells, sql`, `)})`

export interface Lines {
  /** Null: there are none. */
  block: string | null
  isLast: boolean
  /** What the next part begins behind: what the last line is sorted by, and whose it is. */
  value: string
  id: number
}

export async function readLines(db: Db, { where, sort, limit }: Slice): Promise<Lines> {
  const part = sql`(
    select ${users.id} as id, ${sortedValue(sort)} as value, ${line} as line
      from ${users} left join ${clubs} on ${eq(clubs.id, users.clubId)}
     where ${where} order by ${sql.join(inOrder(sort), sql`, `)} limit ${limit}) as part`
  const { rows } = await db.execute<Lines & Record<string, unknown>>(sql`
    select string_agg(line, ${betweenLines}) as block, count(*) < ${limit} as "isLast",
           (array_agg(value))[count(*)] as value, (array_agg(id))[count(*)] as id
      from ${part}`)
  return rows[0] as Lines
}
