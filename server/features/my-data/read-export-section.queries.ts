import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { getChatGroupName, type StoredGroupName } from '#shared/names/stored-names.ts'
import {
  type ExportColumns,
  type ExportSection,
  groupName,
  ownGroupName,
} from './references/data-reference.queries.ts'

export type ExportRow = Record<string, unknown>

function buildColumnList(columns: ExportColumns): SQL {
  const list = Object.entries(columns).map(([key, column]) => {
    const defaultColumn = `t.${key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`
    return sql`${sql.raw(column === true ? defaultColumn : column)} as ${sql.identifier(key)}`
  })
  return sql.join(list, sql`, `)
}

/** In exported rows, replaces columns that reference a message group by the group's name in the current language. */
function replaceGroupIdsByNames(columns: ExportColumns, row: ExportRow): ExportRow {
  const isGroupColumn = (key: string) => columns[key] === groupName || columns[key] === ownGroupName
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      isGroupColumn(key) ? getChatGroupName(value as StoredGroupName) : value,
    ]),
  )
}

const fetchSize = 500

/** Streams the rows of a data export's section through a cursor; the transaction makes all sections consistent. */
export async function* readExportSection(
  tx: Db,
  { columns, from }: ExportSection,
  userId: number,
): AsyncGenerator<ExportRow[]> {
  await tx.execute(sql`declare copied no scroll cursor for
    select to_jsonb(r) as row from (select ${buildColumnList(columns)} from ${from(userId)}) r`)
  let hasMore = true
  while (hasMore) {
    const { rows } = await tx.execute<{ row: ExportRow }>(sql.raw(`fetch ${fetchSize} from copied`))
    if (rows.length > 0) yield rows.map(({ row }) => replaceGroupIdsByNames(columns, row))
    hasMore = rows.length === fetchSize
  }
  await tx.execute(sql`close copied`)
}
