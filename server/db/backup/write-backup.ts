// Writes a backup: a consistent snapshot of all rows, sequences and uploaded files in one archive.
import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import type { Settings } from '#server/env.ts'
import { getSecretKeyPath } from '#server/secret.ts'
import { buildFileStorageKey, buildThumbnailKey } from '#server/storage.ts'
import { StartupError } from '#server/terminal.ts'
import { createEncryptionStream } from './age-encryption.ts'
import {
  type BackupHead,
  type BackupTotals,
  filePrefix,
  getQualifiedTableName,
  headEntryName,
  secretEntryName,
  type Table,
  tablePrefix,
  totalsEntryName,
} from './format.ts'
import { copyTableRows, listDatabaseTablesWithColumns, listSequences } from './tables.ts'
import { createSnapshotOfUploadedFiles, type UploadSnapshot } from './upload-snapshot.ts'

/**
 * Size in bytes of a piece of a table. A tar entry begins with its length, so a table is written in pieces of known
 * length.
 */
const pieceSize = 4 * 1024 * 1024

export interface BackupSource {
  ownerUrl: string
  uploadsDir: string
  /** True when uploaded files are in S3. The backup then contains only database rows. */
  isWithoutFiles?: boolean
  /** Passphrase that encrypts the backup. Without a passphrase everybody who has the file can read it. */
  passphrase?: string
  keyFingerprint: string
  /**
   * Path of the generated secret key in DATA_DIR, which is added to the backup. Unset when SECRET_KEY is configured.
   */
  secretFile?: string
}

/** Builds the description of what to back up from the server's settings, for manual and scheduled backups. */
export function buildBackupOptionsFromSettings(
  settings: Settings,
  ownerUrl: string,
  keyFingerprint: string,
): BackupSource {
  return {
    ownerUrl,
    uploadsDir: join(settings.DATA_DIR, 'uploads'),
    isWithoutFiles: settings.S3_URL !== undefined,
    passphrase: settings.BACKUP_PASSPHRASE,
    keyFingerprint,
    secretFile: settings.SECRET_KEY ? undefined : getSecretKeyPath(settings.DATA_DIR),
  }
}

function addArchiveEntry(archive: Pack, name: string, content: Buffer | string): Promise<void> {
  const body = Buffer.from(content as string)
  return new Promise((resolve, reject) => {
    const entry = archive.entry({ name, size: body.length, mode: 0o600 }, error =>
      error ? reject(error) : resolve(),
    )
    entry.end(body)
  })
}

async function addTableToArchive(client: pg.Client, archive: Pack, table: Table) {
  let chunks: Buffer[] = []
  let size = 0
  let piece = 0
  const flushCollectedRows = async () => {
    if (size === 0) return
    const name = `${tablePrefix}${getQualifiedTableName(table)}/${String(++piece).padStart(6, '0')}`
    await addArchiveEntry(archive, name, Buffer.concat(chunks))
    chunks = []
    size = 0
  }
  const total = await copyTableRows(client, table, async chunk => {
    chunks.push(chunk)
    size += chunk.length
    if (size >= pieceSize) await flushCollectedRows()
  })
  await flushCollectedRows()
  return total
}

async function addUploadsToArchive(
  archive: Pack,
  uploads: UploadSnapshot,
  paths: string[],
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const path of paths) {
    const content = await readFile(uploads.getPath(path))
    sums[path] = createHash('sha256').update(content).digest('hex')
    await addArchiveEntry(archive, filePrefix + path, content)
  }
  return sums
}

async function readBackupHead(client: pg.Client, source: BackupSource): Promise<BackupHead> {
  const { keyFingerprint, isWithoutFiles = false } = source
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    migrations: rows.map(row => row.name),
    keyFingerprint,
    isWithoutFiles,
    tables: await listDatabaseTablesWithColumns(client),
    sequences: await listSequences(client),
  }
}

/** Adds every uploaded file that a row references to the snapshot. Missing files are skipped. */
async function linkUploadedFiles(client: pg.Client, uploads: UploadSnapshot): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from files')
  const paths = rows.flatMap(({ id }) => [buildFileStorageKey(id), buildThumbnailKey(id)])
  await uploads.add(paths)
  return paths.filter(path => uploads.has(path)).sort()
}

/**
 * Blocks adding and deleting uploaded files while `work` runs; reading continues. Waits up to 10 s for running
 * transactions.
 */
async function runWithUploadsLocked<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const lockClient = await openDedicatedConnection(ownerUrl, { purpose: 'backup' })
  try {
    await lockClient.query(`begin; set local lock_timeout = '10s'; lock table files in share mode`)
    return await work()
  } finally {
    await lockClient.end()
  }
}

/**
 * Takes a consistent snapshot of rows and uploaded files. Most files are hard-linked before the snapshot, while writes
 * continue. During the snapshot the files table is locked, and only files added since then are linked. No file
 * disappears in between, because the server deletes a row first and its file only after that commit.
 */
async function takeDatabaseSnapshot(
  client: pg.Client,
  uploads: UploadSnapshot,
  source: BackupSource,
): Promise<string[]> {
  const begin = 'begin transaction isolation level repeatable read, read only'
  const { rowCount } = await client.query(`select where to_regclass('public.schema_migrations') is not null`)
  if (!rowCount) throw new StartupError('There is nothing to back up: the database has never been used.')
  if (source.isWithoutFiles) {
    await client.query(begin)
    return []
  }
  await linkUploadedFiles(client, uploads)
  return runWithUploadsLocked(source.ownerUrl, async () => {
    await client.query(begin)
    return linkUploadedFiles(client, uploads)
  })
}

async function writeArchiveContent(
  archive: Pack,
  client: pg.Client,
  source: BackupSource,
  uploads: UploadSnapshot,
): Promise<BackupTotals> {
  const paths = await takeDatabaseSnapshot(client, uploads, source)
  const head = await readBackupHead(client, source)
  await addArchiveEntry(archive, headEntryName, JSON.stringify(head))
  const totals: BackupTotals = { tables: {}, files: {} }
  for (const table of head.tables)
    totals.tables[getQualifiedTableName(table)] = await addTableToArchive(client, archive, table)
  totals.files = await addUploadsToArchive(archive, uploads, paths)
  if (source.secretFile) await addArchiveEntry(archive, secretEntryName, readFileSync(source.secretFile))
  await addArchiveEntry(archive, totalsEntryName, JSON.stringify(totals))
  archive.finalize()
  return totals
}

/** Writes a backup of one consistent snapshot. The backup file gets its final name only after it is complete. */
export async function writeBackup(source: BackupSource, file: string): Promise<BackupTotals> {
  const encryption = source.passphrase ? await createEncryptionStream(source.passphrase) : new PassThrough()
  const client = await openDedicatedConnection(source.ownerUrl, { purpose: 'backup' })
  const unfinished = `${file}.unfinished`
  const uploads = await createSnapshotOfUploadedFiles(source.uploadsDir)
  try {
    const archive = pack()
    const writing = pipeline(
      archive,
      createGzip(),
      encryption,
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    const filling = writeArchiveContent(archive, client, source, uploads).catch(error => {
      archive.destroy(error)
      throw error
    })
    const [totals] = await Promise.all([filling, writing])
    renameSync(unfinished, file)
    return totals
  } finally {
    rmSync(unfinished, { force: true })
    await uploads.release()
    await client.end()
  }
}
