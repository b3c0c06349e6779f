// Restores a backup into an empty database: applies the backup's migrations, copies the rows, verifies them, commits.
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import * as z from 'zod/mini'
import { connectClient } from '#server/db/connection/client.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { deriveSecret } from '#server/secret.ts'
import { StartupError } from '#server/terminal.ts'
import { createDecryptionStream, encryptionHeaderSize, isEncryptedBackup } from './age-encryption.ts'
import {
  type BackupHead,
  type BackupTotals,
  filePrefix,
  getTableId,
  headEntryName,
  secretEntryName,
  type Table,
  tablePrefix,
  totalsEntryName,
} from './format.ts'
import { applyRestoreRules } from './restore-rules.ts'
import { copyTableRows, listTables, quoteColumnNames, quoteTableName } from './tables.ts'

export interface RestoreTarget {
  ownerUrl: string
  uploadsDir: string
  /** Fingerprint of the configured key. Undefined when the backup brings its own key. */
  keyFingerprint?: string
  /** Source of the configured key: SECRET_KEY, or the path of the key file. */
  keyName?: string
  secretFile?: string
}

export interface Archive {
  entries: AsyncIterator<{ name: string; content: Buffer }>
  head: BackupHead
}

async function readFirstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer: start, bytesRead } = await handle.read(
      Buffer.alloc(encryptionHeaderSize),
      0,
      encryptionHeaderSize,
      0,
    )
    return start.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Returns the offset at which the content starts, and the stream that decrypts it. */
async function openDecryptionStream(
  file: string,
  passphrase: string | undefined,
): Promise<{ begin: number; stream: Transform }> {
  const start = await readFirstBytes(file)
  return isEncryptedBackup(start)
    ? createDecryptionStream(start, passphrase)
    : { begin: 0, stream: new PassThrough() }
}

/** Maximum size of a tar entry in bytes. Real entries (a piece of a table, or a file) are far smaller. */
const maxEntrySize = 64_000_000
/** Maximum size of totals.json in bytes, which lists every file. */
const maxTotalsSize = 1_000_000_000

async function* readEntries(
  file: string,
  passphrase: string | undefined,
): AsyncGenerator<{ name: string; content: Buffer }> {
  const archive = extract()
  try {
    const { begin: contentOffset, stream } = await openDecryptionStream(file, passphrase)
    const read = pipeline(createReadStream(file, { start: contentOffset }), stream, createGunzip(), archive)
    read.catch(() => {})
    for await (const entry of archive) {
      const { name, size = 0 } = entry.header
      if (size > (name === totalsEntryName ? maxTotalsSize : maxEntrySize))
        throw new StartupError(
          `${file} declares ${size} bytes for ${name}, which no backup of this program does.`,
        )
      yield { name, content: await buffer(entry) }
    }
    await read
  } catch (error) {
    if (error instanceof StartupError) throw error
    const { syscall, code } = error as NodeJS.ErrnoException
    if (syscall) throw new StartupError(`${file} cannot be read (${code}). Name a readable backup file.`)
    throw new StartupError(`${file} is damaged or cut short; nothing was restored.`)
  }
}

const names = z.array(z.string())
const backupHead = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  migrations: names,
  keyFingerprint: z.string(),
  isWithoutFiles: z.optional(z.boolean()),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: names, key: names })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
})

function parseHead(content: Buffer): BackupHead | undefined {
  try {
    return backupHead.parse(JSON.parse(content.toString()))
  } catch {
    return undefined
  }
}

/** Opens a backup and checks its head, before a database or folder is created for it. */
export async function openArchive(file: string, passphrase?: string): Promise<Archive> {
  if (!existsSync(file)) throw new StartupError(`${file} does not exist. Name an existing backup file.`)
  const entries = readEntries(file, passphrase)
  const first = await entries.next()
  const head = first.value?.name === headEntryName ? parseHead(first.value.content) : undefined
  if (!head) throw new StartupError(`${file} is not a backup of this program.`)
  return { entries, head }
}

/** Fails unless all tables are empty, and locks them against writes by others. */
async function requireEmpty(client: pg.Client): Promise<void> {
  for (const table of await listTables(client)) {
    await client.query(`lock table ${quoteTableName(table)} in access exclusive mode`)
    const { rows } = await client.query(`select from ${quoteTableName(table)} limit 1`)
    if (rows.length > 0) {
      throw new StartupError(
        `The database is not empty (${getTableId(table)}); restore only into an empty one.`,
      )
    }
  }
}

/** Creates the schema as it was at the time of the backup. Newer migrations run after the rows are restored. */
async function migrateTo(ownerUrl: string, names: string[]): Promise<void> {
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
 * Drops foreign keys and triggers during the copy, because tables reference each other in circles.
 * Adding the constraints again verifies them.
 */
async function withoutReferences(
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

async function copyIn(client: pg.Client, table: Table, rows: Buffer): Promise<void> {
  const sink = client.query(copyFrom(`copy ${quoteTableName(table)} (${quoteColumnNames(table)}) from stdin`))
  await new Promise<void>((resolve, reject) => {
    sink.once('error', reject)
    sink.once('finish', resolve)
    sink.end(rows)
  })
}

/** A piece may end within a row, so the bytes after the last line end are kept for the next piece. */
class RowImporter {
  private table: Table | undefined
  private rest = Buffer.alloc(0)
  private readonly client: pg.Client
  private readonly tables: Map<string, Table>

  constructor(client: pg.Client, tables: Table[]) {
    this.client = client
    this.tables = new Map(tables.map(table => [getTableId(table), table]))
  }

  async add(name: string, piece: Buffer): Promise<void> {
    const table = this.tables.get(name.slice(tablePrefix.length, name.lastIndexOf('/')))
    if (!table) throw new StartupError(`The backup holds rows of an unknown table (${name}).`)
    if (table !== this.table) this.rest = Buffer.alloc(0)
    this.table = table
    const all = Buffer.concat([this.rest, piece])
    const end = all.lastIndexOf(10) + 1
    if (end > 0) await copyIn(this.client, table, all.subarray(0, end))
    this.rest = all.subarray(end)
  }
}

function writeUpload(folder: string, path: string, content: Buffer): string {
  const target = join(folder, normalize(path))
  if (!target.startsWith(`${folder}/`))
    throw new StartupError(`The backup names a file outside its folder (${path}).`)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  writeFileSync(target, content, { mode: 0o600 })
  return createHash('sha256').update(content).digest('hex')
}

async function unpack(client: pg.Client, archive: Archive, folder: string) {
  const pieces = new RowImporter(client, archive.head.tables)
  const files: Record<string, string> = {}
  let totals: BackupTotals | undefined
  let secret: Buffer | undefined
  for (let next = await archive.entries.next(); !next.done; next = await archive.entries.next()) {
    const { name, content } = next.value
    if (name.startsWith(tablePrefix)) await pieces.add(name, content)
    else if (name.startsWith(filePrefix)) {
      const path = name.slice(filePrefix.length)
      files[path] = writeUpload(folder, path, content)
    } else if (name === secretEntryName) secret = content
    else if (name === totalsEntryName) totals = JSON.parse(content.toString()) as BackupTotals
  }
  if (!totals) throw new StartupError('The backup is cut short; nothing was restored.')
  return { files, totals, secret }
}

/** Reads all rows back from the database and compares their checksums, and those of files, with the backup. */
async function verify(
  client: pg.Client,
  tables: Table[],
  totals: BackupTotals,
  files: Record<string, string>,
) {
  for (const table of tables) {
    const expected = totals.tables[getTableId(table)]
    const found = await copyTableRows(client, table)
    if (found.rows !== expected?.rows || found.sha256 !== expected.sha256) {
      throw new StartupError(`${getTableId(table)} differs from the backup; nothing was restored.`)
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

/** Restores all or nothing: rows in one transaction, files moved into place after everything was verified. */
export async function restoreBackup(target: RestoreTarget, archive: Archive) {
  const { head } = archive
  if (target.keyFingerprint && target.keyFingerprint !== head.keyFingerprint)
    throw createWrongKeyError(target)
  if (existsSync(target.uploadsDir) && readdirSync(target.uploadsDir).length > 0) {
    throw new StartupError(`${target.uploadsDir} is not empty; restore only into an empty DATA_DIR.`)
  }
  const client = await connectClient(target.ownerUrl, { purpose: 'restore' })
  const folder = `${target.uploadsDir}.unfinished`
  rmSync(folder, { recursive: true, force: true })
  try {
    await client.query('begin')
    await requireEmpty(client)
    await client.query('commit')
    await migrateTo(target.ownerUrl, head.migrations)
    await client.query('begin')
    await requireEmpty(client)
    let unpacked: Awaited<ReturnType<typeof unpack>> | undefined
    await withoutReferences(client, head.tables, async () => {
      unpacked = await unpack(client, archive, folder)
    })
    for (const { name, value } of head.sequences) await client.query('select setval($1, $2)', [name, value])
    if (!unpacked) throw new Error('nothing was unpacked')
    const key =
      target.keyFingerprint ??
      (unpacked.secret && deriveSecret(unpacked.secret.toString().trim()).fingerprint)
    if (key !== head.keyFingerprint) throw createWrongKeyError(target)
    await verify(client, head.tables, unpacked.totals, unpacked.files)
    const ended = await applyRestoreRules(client, head.tables)
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
