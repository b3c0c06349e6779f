// Verifies a backup by restoring it into a temporary database and checking the result.
import { sql } from 'drizzle-orm'
import { countBackupRows } from '#server/db/backup/format.ts'
import { openBackupArchive } from '#server/db/backup/open-archive.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { type Db, openConnectionPool } from '#server/db/connection/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { buildFileStorageKey } from '#server/storage.ts'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import { StartupError } from '#server/terminal.ts'
import { type BackupServerUrls, createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'

export interface BackupCheckResult {
  rows: number
  files: number
  /**
   * Number of uploaded files that were already missing when the backup was made, although database rows reference them.
   */
  missingFiles: number
}

interface CheckOptions {
  server: BackupServerUrls
  passphrase?: string
  keyFingerprint: string
  /** Folder for the files of the restored backup. The folder must have enough free space for them. */
  folder: string
}

/**
 * Finds a restored table whose id sequence is behind its highest id, so that inserts would fail; undefined when there
 * is none.
 */
async function findExhaustedSequence(db: Db): Promise<string | undefined> {
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

async function checkRestoredDatabase(
  scratch: ScratchDatabase,
  files: Record<string, string>,
  isWithoutFiles: boolean,
): Promise<number> {
  const restored = openConnectionPool(scratch.ownerUrl, {
    purpose: 'restore',
    max: 1,
    queryTimeoutMs: 600_000,
  })
  try {
    const [difference] = await findIncorrectMaterializedCounters(restored.db)
    if (difference)
      throw new StartupError(`The restored counters differ from a full count (${difference.entity}).`)
    const tableWithSpentSequence = await findExhaustedSequence(restored.db)
    if (tableWithSpentSequence)
      throw new StartupError(`The restored sequence of ${tableWithSpentSequence} is behind its highest id.`)
    if (isWithoutFiles) return 0
    const { rows } = await restored.db.execute<{ id: string }>(sql`select id from files`)
    return rows.filter(({ id }) => !(buildFileStorageKey(id) in files)).length
  } finally {
    await restored.close()
  }
}

/**
 * Restores the backup into an empty database, applies the newest migrations and checks the result. Throws an error that
 * says what is wrong with the backup.
 */
export async function verifyBackupByTestRestore(
  file: string,
  options: CheckOptions,
): Promise<BackupCheckResult> {
  const { server, passphrase, keyFingerprint, folder } = options
  const archive = await openBackupArchive(file, passphrase)
  const scratch = await createScratchDatabase(server, folder)
  try {
    const { ownerUrl, uploadsDir } = scratch
    const target = { ownerUrl, uploadsDir, keyFingerprint, keyName: 'SECRET_KEY' }
    const { totals } = await restoreBackup(target, archive)
    await migrate(ownerUrl)
    return {
      rows: countBackupRows(totals),
      files: Object.keys(totals.files).length,
      missingFiles: await checkRestoredDatabase(scratch, totals.files, archive.head.isWithoutFiles === true),
    }
  } finally {
    await scratch.close()
  }
}
