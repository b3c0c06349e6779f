import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupError } from '#server/terminal.ts'
import {
  type BackupTotals,
  filePrefix,
  getQualifiedTableName,
  secretEntryName,
  type Table,
  tablePrefix,
  totalsEntryName,
} from './format.ts'
import type { Archive } from './open-archive.ts'
import { quoteColumnNames, quoteTableName } from './tables.ts'

async function copyRowsIntoTable(client: pg.Client, table: Table, rows: Buffer): Promise<void> {
  const sink = client.query(copyFrom(`copy ${quoteTableName(table)} (${quoteColumnNames(table)}) from stdin`))
  await new Promise<void>((resolve, reject) => {
    sink.once('error', reject)
    sink.once('finish', resolve)
    sink.end(rows)
  })
}

/**
 * Imports the rows of a table from the pieces in a backup.
 * A piece may end within a row, so the bytes after the last line end are kept until the next piece arrives.
 */
class RowImporter {
  private table: Table | undefined
  private rest = Buffer.alloc(0)
  private readonly client: pg.Client
  private readonly tables: Map<string, Table>

  constructor(client: pg.Client, tables: Table[]) {
    this.client = client
    this.tables = new Map(tables.map(table => [getQualifiedTableName(table), table]))
  }

  async add(name: string, piece: Buffer): Promise<void> {
    const table = this.tables.get(name.slice(tablePrefix.length, name.lastIndexOf('/')))
    if (!table) throw new StartupError(`The backup holds rows of an unknown table (${name}).`)
    if (table !== this.table) this.rest = Buffer.alloc(0)
    this.table = table
    const all = Buffer.concat([this.rest, piece])
    const end = all.lastIndexOf(10) + 1
    if (end > 0) await copyRowsIntoTable(this.client, table, all.subarray(0, end))
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

/** Copies the rows of a backup into their tables and writes its uploaded files into `folder`. */
export async function unpackBackupArchive(client: pg.Client, archive: Archive, folder: string) {
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
