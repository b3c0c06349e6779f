import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { connectClient } from '#server/db/client.ts'
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
import { copyOut, listSequences, listTables } from './tables.ts'

/** A tar entry states its length first, so a table goes out in pieces of about this size. */
const pieceSize = 4 * 1024 * 1024

export interface BackupSource {
  ownerUrl: string
  uploadsDir: string
  keyFingerprint: string
  /** The key made in DATA_DIR goes along; one given as SECRET_KEY stays with whoever gave it. */
  secretFile?: string
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

function listUploads(uploadsDir: string): string[] {
  if (!existsSync(uploadsDir)) return []
  const entries = readdirSync(uploadsDir, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return paths.map(path => path.slice(uploadsDir.length + 1)).sort()
}

async function addUploads(archive: Pack, uploadsDir: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const path of listUploads(uploadsDir)) {
    const content = readFileSync(join(uploadsDir, path))
    sums[path] = createHash('sha256').update(content).digest('hex')
    await addEntry(archive, filePrefix + path, content)
  }
  return sums
}

async function readHead(client: pg.Client, keyFingerprint: string): Promise<BackupHead> {
  const { rowCount } = await client.query(`select where to_regclass('public.schema_migrations') is not null`)
  if (!rowCount) throw new StartupError('There is nothing to back up: the database has never been used.')
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    migrations: rows.map(row => row.name),
    keyFingerprint,
    tables: await listTables(client),
    sequences: await listSequences(client),
  }
}

async function fill(archive: Pack, client: pg.Client, source: BackupSource): Promise<BackupTotals> {
  const head = await readHead(client, source.keyFingerprint)
  await addEntry(archive, headEntry, JSON.stringify(head))
  const totals: BackupTotals = { tables: {}, files: {} }
  for (const table of head.tables) totals.tables[tableId(table)] = await addTable(client, archive, table)
  totals.files = await addUploads(archive, source.uploadsDir)
  if (source.secretFile) await addEntry(archive, secretEntry, readFileSync(source.secretFile))
  await addEntry(archive, totalsEntry, JSON.stringify(totals))
  archive.finalize()
  return totals
}

/** One snapshot of every table, whatever happens meanwhile; the file appears under its name when it is whole. */
export async function writeBackup(source: BackupSource, file: string): Promise<BackupTotals> {
  const client = await connectClient(source.ownerUrl)
  const unfinished = `${file}.unfinished`
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const archive = pack()
    const written = pipeline(archive, createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    const filled = fill(archive, client, source).catch(error => {
      archive.destroy(error)
      throw error
    })
    const [totals] = await Promise.all([filled, written])
    renameSync(unfinished, file)
    return totals
  } finally {
    rmSync(unfinished, { force: true })
    await client.end()
  }
}
