// A backup that was never brought back is a hope: here it is, into a place of its own, and what came back is looked at.
import { sql } from 'drizzle-orm'
import { countRows } from '#server/db/backup/format.ts'
import { openArchive, readBackup } from '#server/db/backup/read-backup.ts'
import { connect, type Db } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { keyOf } from '#server/storage.ts'
import { compareSummaries } from '#server/summaries/summaries.service.ts'
import { StartupError } from '#server/terminal.ts'
import { type EmptyPlace, makeEmptyPlace, type Server } from './empty-place.ts'

export interface Checked {
  rows: number
  files: number
  /** Files that rows speak of and that are not in it: they were gone before. */
  missing: number
}

interface Parts {
  server: Server
  passphrase?: string
  keyFingerprint: string
  /** Where there is room. */
  folder: string
}

/** The next number of every table lies behind those that are taken. */
async function findSpentSequence(db: Db): Promise<string | undefined> {
  const { rows: columns } = await db.execute<{ table: string; column: string; sequence: string }>(sql`
    select c.oid::regclass::text as table, quote_ident(a.attname) as column,
           pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`)
  for (const { table, column, sequence } of columns) {
    const { rows } = await db.execute(
      sql.raw(
        `select from ${table} having max(${column}) > coalesce((select last_value from ${sequence}), 0)`,
      ),
    )
    if (rows.length > 0) return table
  }
  return undefined
}

async function look(
  place: EmptyPlace,
  files: Record<string, string>,
  isWithoutFiles: boolean,
): Promise<number> {
  const restored = connect(place.ownerUrl, { purpose: 'restore', max: 1, patience: 600_000 })
  try {
    const [difference] = await compareSummaries(restored.db)
    if (difference)
      throw new StartupError(`The figures that came back differ from a count (${difference.entity}).`)
    const spent = await findSpentSequence(restored.db)
    if (spent) throw new StartupError(`The next number of ${spent} is taken already.`)
    if (isWithoutFiles) return 0
    const { rows } = await restored.db.execute<{ id: string }>(sql`select id from files`)
    return rows.filter(({ id }) => !(keyOf(id) in files)).length
  } finally {
    await restored.close()
  }
}

/** Throws a sentence that says what is wrong with it. The newest migrations run on it as well. */
export async function checkBackup(file: string, parts: Parts): Promise<Checked> {
  const { server, passphrase, keyFingerprint, folder } = parts
  const archive = await openArchive(file, passphrase)
  const place = await makeEmptyPlace(server, folder)
  try {
    const { ownerUrl, uploadsDir } = place
    const target = { ownerUrl, uploadsDir, keyFingerprint, keyName: 'SECRET_KEY' }
    const { totals } = await readBackup(target, archive)
    await migrate(ownerUrl)
    return {
      rows: countRows(totals),
      files: Object.keys(totals.files).length,
      missing: await look(place, totals.files, archive.head.isWithoutFiles === true),
    }
  } finally {
    await place.close()
  }
}
