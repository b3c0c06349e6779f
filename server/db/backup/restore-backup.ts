// Restores a backup into an empty database: applies the backup's migrations, copies the rows, verifies them, commits.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type pg from 'pg'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { deriveSecret } from '#server/secret.ts'
import { StartupError } from '#server/terminal.ts'
import { type BackupTotals, getQualifiedTableName, type Table } from './format.ts'
import type { Archive } from './open-archive.ts'
import { endSessionsLinksAndJobsAfterRestore, isTableSeededByMigrations } from './restore-rules.ts'
import { copyTableRows, listDatabaseTablesWithColumns, quoteTableName } from './tables.ts'
import { unpackBackupArchive } from './unpack-backup-archive.ts'

export interface RestoreTarget {
  ownerUrl: string
  uploadsDir: string
  /** Fingerprint of the configured secret key. Undefined when the key in the backup is used. */
  keyFingerprint?: string
  /** Source of the configured secret key, for error messages: SECRET_KEY, or the path of the key file. */
  keyName?: string
  secretFile?: string
}

/** Fails unless the tables contain only rows that migrations inserted, and locks all tables against other writers. */
async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  for (const table of await listDatabaseTablesWithColumns(client)) {
    await client.query(`lock table ${quoteTableName(table)} in access exclusive mode`)
    if (isTableSeededByMigrations(table)) continue
    const { rows } = await client.query(`select from ${quoteTableName(table)} limit 1`)
    if (rows.length > 0) {
      throw new StartupError(
        `The database is not empty (${getQualifiedTableName(table)}); restore only into an empty one.`,
      )
    }
  }
}

/**
 * Creates the database schema as it was at the time of the backup. Newer migrations run after the rows are restored.
 */
async function applyMigrationsOfBackup(ownerUrl: string, names: string[]): Promise<void> {
  const expected = migrations.filter(migration => names.includes(migration.name))
  if (expected.length !== names.length) {
    throw new StartupError(
      'The backup was made by a newer version of this program; restore it with that version.',
    )
  }
  await migrate(ownerUrl, { wanted: expected })
}

interface Constraint {
  table: string
  name: string
  definition: string
}

/**
 * Drops foreign keys and triggers during the copy, because tables reference each other in circles. Adding the foreign
 * keys again verifies the copied rows.
 */
async function runWithoutForeignKeys(
  client: pg.Client,
  tables: Table[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables.map(quoteTableName)],
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const table of tables) await client.query(`alter table ${quoteTableName(table)} disable trigger user`)
  await work()
  for (const table of tables) await client.query(`alter table ${quoteTableName(table)} enable trigger user`)
  for (const { table, name, definition } of rows) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** Reads all rows back from the database and compares their checksums, and those of files, with the backup. */
async function verifyRestoredRows(
  client: pg.Client,
  tables: Table[],
  totals: BackupTotals,
  files: Record<string, string>,
) {
  for (const table of tables) {
    const expected = totals.tables[getQualifiedTableName(table)]
    const found = await copyTableRows(client, table)
    if (found.rows !== expected?.rows || found.sha256 !== expected.sha256) {
      throw new StartupError(`${getQualifiedTableName(table)} differs from the backup; nothing was restored.`)
    }
  }
  const differs = Object.entries(totals.files).some(([path, sum]) => files[path] !== sum)
  if (differs) throw new StartupError('A file differs from the backup; nothing was restored.')
}

function createWrongKeyError({ keyName }: RestoreTarget): StartupError {
  const consequence = 'identity numbers would be lost'
  if (!keyName)
    return new StartupError(`The backup came without its key, and ${consequence}; set SECRET_KEY to it.`)
  const remedy =
    keyName === 'SECRET_KEY'
      ? 'set the key that the backup was made with.'
      : 'move the file away if the backup contains its key, or set SECRET_KEY to the original key.'
  return new StartupError(
    `${keyName} is not the key this backup was made with, and ${consequence}; ${remedy}`,
  )
}

function moveUploads(from: string, to: string): void {
  if (!existsSync(from)) return
  if (existsSync(to) && readdirSync(to).length === 0) rmSync(to, { recursive: true })
  renameSync(from, to)
}

/**
 * Restores everything or, after an error, nothing: rows in one transaction, and files only after all data was verified.
 */
export async function restoreBackup(target: RestoreTarget, archive: Archive) {
  const { head } = archive
  if (target.keyFingerprint && target.keyFingerprint !== head.keyFingerprint)
    throw createWrongKeyError(target)
  if (existsSync(target.uploadsDir) && readdirSync(target.uploadsDir).length > 0) {
    throw new StartupError(`${target.uploadsDir} is not empty; restore only into an empty DATA_DIR.`)
  }
  const client = await openDedicatedConnection(target.ownerUrl, { purpose: 'restore' })
  const folder = `${target.uploadsDir}.unfinished`
  rmSync(folder, { recursive: true, force: true })
  try {
    await client.query('begin')
    await requireEmptyDatabase(client)
    await client.query('commit')
    await applyMigrationsOfBackup(target.ownerUrl, head.migrations)
    await client.query('begin')
    await requireEmptyDatabase(client)
    for (const table of head.tables.filter(isTableSeededByMigrations))
      await client.query(`delete from ${quoteTableName(table)}`)
    let unpacked: Awaited<ReturnType<typeof unpackBackupArchive>> | undefined
    await runWithoutForeignKeys(client, head.tables, async () => {
      unpacked = await unpackBackupArchive(client, archive, folder)
    })
    for (const { name, value } of head.sequences) await client.query('select setval($1, $2)', [name, value])
    if (!unpacked) throw new Error('nothing was unpacked')
    const key =
      target.keyFingerprint ??
      (unpacked.secret && deriveSecret(unpacked.secret.toString().trim()).fingerprint)
    if (key !== head.keyFingerprint) throw createWrongKeyError(target)
    await verifyRestoredRows(client, head.tables, unpacked.totals, unpacked.files)
    const ended = await endSessionsLinksAndJobsAfterRestore(client, head.tables)
    if (unpacked.secret && target.secretFile)
      writeFileSync(target.secretFile, unpacked.secret, { mode: 0o600 })
    moveUploads(folder, target.uploadsDir)
    await client.query('commit')
    return { totals: unpacked.totals, ended }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await client.end()
  }
}
