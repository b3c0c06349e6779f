import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { getQualifiedTableName, type Table, type TableTotal } from './format.ts'

const schemas = ['public', 'graphile_worker']
/**
 * Tables that backups omit: the list of applied migrations, which a restore creates, and events of running server
 * instances.
 */
const excludedTables = ['public.schema_migrations', 'graphile_worker.migrations', 'public.notices']

const quote = pg.escapeIdentifier

export function quoteTableName({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${quote(schema)}.${quote(name)}`
}

export function quoteColumnNames({ columns }: Table): string {
  return columns.map(quote).join(', ')
}

/** Lists every table of the database with its columns, except generated columns. */
export async function listDatabaseTablesWithColumns(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
            array(select attname::text from pg_attribute
                   where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
                   order by attnum) as columns,
            array(select a.attname::text from pg_index i
                    cross join unnest(i.indkey) with ordinality k(attnum, place)
                    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
                   where i.indrelid = c.oid and i.indisprimary order by k.place) as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any($1)
      order by 1, 2`,
    [schemas],
  )
  return rows.filter(table => !excludedTables.includes(getQualifiedTableName(table)))
}

export async function listSequences(client: pg.ClientBase): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
       from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [schemas],
  )
  return rows
}

/** Copies all rows of a table in the order of the primary key, so that equal rows always give equal bytes. */
export async function copyTableRows(
  client: pg.ClientBase,
  table: Table,
  onChunk: (chunk: Buffer) => Promise<void> = async () => {},
): Promise<TableTotal> {
  const order = (table.key.length > 0 ? table.key : table.columns).map(quote).join(', ')
  const select = `select ${quoteColumnNames(table)} from ${quoteTableName(table)} order by ${order}`
  const rows = client.query(copyTo(`copy (${select}) to stdout`))
  const hash = createHash('sha256')
  for await (const chunk of rows) {
    hash.update(chunk)
    await onChunk(chunk)
  }
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}
