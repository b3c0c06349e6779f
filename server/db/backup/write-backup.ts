import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { connectClient } from '#server/db/client.ts'
import type { Settings } from '#server/env.ts'
import { secretFile } from '#server/secret.ts'
import { keyOf, thumbnailKeyOf } from '#server/storage.ts'
import { StartupError } from '#server/terminal.ts'
import {
  type BackupHead,
  type BackupTotals,
  filePrefix,
  headEntry,
  secretEntry,
  type Table,
  tableId,
  tablePrefix,
  totalsEntry,
} from './format.ts'
import { type HeldUploads, holdUploads } from './held-uploads.ts'
import { sealing } from './sealed.ts'
import { copyOut, listSequences, listTables } from './tables.ts'

/** A tar entry states its length first, so a table goes out in pieces of about this size. */
const pieceSize = 4 * 1024 * 1024

export interface BackupSource {
  ownerUrl: string
  uploadsDir: string
  /** Files lie in a store of their own, and only rows are taken. */
  isWithoutFiles?: boolean
  /** Left out: the file is open to whoever has it. */
  passphrase?: string
  keyFingerprint: string
  /** The key made in DATA_DIR goes along; one given as SECRET_KEY stays with whoever gave it. */
  secretFile?: string
}

/** What this installation backs up, by hand or by itself. */
export function sourceOf(settings: Settings, ownerUrl: string, keyFingerprint: string): BackupSource {
  return {
    ownerUrl,
    uploadsDir: join(settings.DATA_DIR, 'uploads'),
    isWithoutFiles: settings.S3_URL !== undefined,
    passphrase: settings.BACKUP_PASSPHRASE,
    keyFingerprint,
    secretFile: settings.SECRET_KEY ? undefined : secretFile(settings.DATA_DIR),
  }
}

function addEntry(archive: Pack, name: string, content: Buffer | string): Promise<void> {
  const body = Buffer.from(content as string)
  return new Promise((resolve, reject) => {
    const entry = archive.entry({ name, size: body.length, mode: 0o600 }, error =>
      error ? reject(error) : resolve(),
    )
    entry.end(body)
  })
}

async function addTable(client: pg.Client, archive: Pack, table: Table) {
  let waiting: Buffer[] = []
  let size = 0
  let piece = 0
  const flush = async () => {
    if (size === 0) return
    const name = `${tablePrefix}${tableId(table)}/${String(++piece).padStart(6, '0')}`
    await addEntry(archive, name, Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  const total = await copyOut(client, table, async chunk => {
    waiting.push(chunk)
    size += chunk.length
    if (size >= pieceSize) await flush()
  })
  await flush()
  return total
}

async function addUploads(
  archive: Pack,
  uploads: HeldUploads,
  paths: string[],
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const path of paths) {
    const content = await readFile(uploads.pathOf(path))
    sums[path] = createHash('sha256').update(content).digest('hex')
    await addEntry(archive, filePrefix + path, content)
  }
  return sums
}

async function readHead(client: pg.Client, source: BackupSource): Promise<BackupHead> {
  const { keyFingerprint, isWithoutFiles = false } = source
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    migrations: rows.map(row => row.name),
    keyFingerprint,
    isWithoutFiles,
    tables: await listTables(client),
    sequences: await listSequences(client),
  }
}

/** Takes hold of every file that rows speak of. One that is not there was lost long ago, and no reason to have no backup. */
async function holdFiles(client: pg.Client, uploads: HeldUploads): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from files')
  const paths = rows.flatMap(({ id }) => [keyOf(id), thumbnailKeyOf(id)])
  await uploads.hold(paths)
  return paths.filter(path => uploads.has(path)).sort()
}

/** Nobody adds or deletes a file meanwhile; reading goes on. Whoever has begun to is waited for, within reason. */
async function withFilesAsTheyAre<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const guard = await connectClient(ownerUrl, { purpose: 'backup' })
  try {
    await guard.query(`begin; set local lock_timeout = '10s'; lock table files in share mode`)
    return await work()
  } finally {
    await guard.end()
  }
}

/**
 * One moment for rows and files. Most files are held before it, while everything goes on; for the moment itself, in which
 * the few that came since are held, nothing is deleted: a row goes first and its file once that has committed.
 */
async function takeMoment(client: pg.Client, uploads: HeldUploads, source: BackupSource): Promise<string[]> {
  const begin = 'begin transaction isolation level repeatable read, read only'
  const { rowCount } = await client.query(`select where to_regclass('public.schema_migrations') is not null`)
  if (!rowCount) throw new StartupError('There is nothing to back up: the database has never been used.')
  if (source.isWithoutFiles) {
    await client.query(begin)
    return []
  }
  await holdFiles(client, uploads)
  return withFilesAsTheyAre(source.ownerUrl, async () => {
    await client.query(begin)
    return holdFiles(client, uploads)
  })
}

async function fill(
  archive: Pack,
  client: pg.Client,
  source: BackupSource,
  uploads: HeldUploads,
): Promise<BackupTotals> {
  const paths = await takeMoment(client, uploads, source)
  const head = await readHead(client, source)
  await addEntry(archive, headEntry, JSON.stringify(head))
  const totals: BackupTotals = { tables: {}, files: {} }
  for (const table of head.tables) totals.tables[tableId(table)] = await addTable(client, archive, table)
  totals.files = await addUploads(archive, uploads, paths)
  if (source.secretFile) await addEntry(archive, secretEntry, readFileSync(source.secretFile))
  await addEntry(archive, totalsEntry, JSON.stringify(totals))
  archive.finalize()
  return totals
}

/** One snapshot of everything, whatever happens meanwhile; the file appears under its name when it is whole. */
export async function writeBackup(source: BackupSource, file: string): Promise<BackupTotals> {
  const lock = source.passphrase ? await sealing(source.passphrase) : new PassThrough()
  const client = await connectClient(source.ownerUrl, { purpose: 'backup' })
  const unfinished = `${file}.unfinished`
  const uploads = await holdUploads(source.uploadsDir)
  try {
    const archive = pack()
    const written = pipeline(
      archive,
      createGzip(),
      lock,
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    const filled = fill(archive, client, source, uploads).catch(error => {
      archive.destroy(error)
      throw error
    })
    const [totals] = await Promise.all([filled, written])
    renameSync(unfinished, file)
    return totals
  } finally {
    rmSync(unfinished, { force: true })
    await uploads.release()
    await client.end()
  }
}
