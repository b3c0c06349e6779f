// Verifies a backup by restoring it into a temporary database and checking the result.
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
  /** Number of files that rows reference but the backup lacks, because they were lost before. */
  missing: number
}

interface CheckOptions {
  server: Server
  passphrase?: string
  keyFingerprint: string
  /** Folder with enough space for the restored files. */
  folder: string
}

/** Returns a table whose sequence is behind its highest id, if any. */
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

async function checkRestored(
  scratch: EmptyPlace,
  files: Record<string, string>,
  isWithoutFiles: boolean,
): Promise<number> {
  const restored = connect(scratch.ownerUrl, { purpose: 'restore', max: 1, patience: 600_000 })
  try {
    const [difference] = await compareSummaries(restored.db)
    if (difference)
      throw new StartupError(`The restored counters differ from a full count (${difference.entity}).`)
    const tableWithSpentSequence = await findSpentSequence(restored.db)
    if (tableWithSpentSequence)
      throw new StartupError(`The restored sequence of ${tableWithSpentSequence} is behind its highest id.`)
    if (isWithoutFiles) return 0
    const { rows } = await restored.db.execute<{ id: string }>(sql`select id from files`)
    return rows.filter(({ id }) => !(keyOf(id) in files)).length
  } finally {
    await restored.close()
  }
}

/**
 * Restores the backup into an empty database, applies the newest migrations and checks the result.
 * Throws a message that says what is wrong with the backup.
 */
export async function checkBackup(file: string, options: CheckOptions): Promise<Checked> {
  const { server, passphrase, keyFingerprint, folder } = options
  const archive = await openArchive(file, passphrase)
  const scratch = await makeEmptyPlace(server, folder)
  try {
    const { ownerUrl, uploadsDir } = scratch
    const target = { ownerUrl, uploadsDir, keyFingerprint, keyName: 'SECRET_KEY' }
    const { totals } = await readBackup(target, archive)
    await migrate(ownerUrl)
    return {
      rows: countRows(totals),
      files: Object.keys(totals.files).length,
      missing: await checkRestored(scratch, totals.files, archive.head.isWithoutFiles === true),
    }
  } finally {
    await scratch.close()
  }
}
