// Writes a user's data export as a ZIP file: one JSON file per table, a readable HTML page and the user's own uploads.
// The ZIP is streamed to disk. All rows are read in one transaction, so the export is a consistent snapshot.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Db } from '#server/db/connection/client.ts'
import { findMergedAccountIds } from '#server/features/users/details/merged-accounts.queries.ts'
import {
  type IcNumberReader,
  readIdentityNumber,
} from '#server/features/users/person-data/read-identity-number.ts'
import { buildFileStorageKey, type Storage } from '#server/storage.ts'
import { replaceWrongFileExtension } from '#shared/document-types.ts'
import { formatIdentityNumber } from '#shared/ic-number.ts'
import { icNumberText } from '#texts/person-fields.ts'
import { dataReferences } from './data-references.queries.ts'
import {
  pageFoot,
  renderExportPageHead,
  renderExportSectionFoot,
  renderExportSectionHead,
  renderExportSectionRow,
} from './export-page.ts'
import { type ExportRow, readExportSection } from './read-export-section.queries.ts'
import type { ExportSection } from './references/data-reference.queries.ts'

interface ExportContext extends IcNumberReader {
  db: Db
  storage: Storage
  appName: string
}

/** Opens a ZIP file for streaming; `add` waits while the disk is slower than the compression. */
function openZip(path: string) {
  const output = createWriteStream(path)
  const written = finished(output)
  // Until `close` awaits `written`, an empty handler prevents an unhandled rejection when writing fails.
  written.catch(() => {})
  const zip = new Zip((error, chunk, isLast) => {
    if (error) return void output.destroy(error)
    output.write(chunk)
    if (isLast) output.end()
  })
  return {
    async add(name: string, content: AsyncIterable<string | Uint8Array>, isPacked = false): Promise<void> {
      const part = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
      zip.add(part)
      for await (const chunk of content) {
        part.push(typeof chunk === 'string' ? strToU8(chunk) : chunk)
        if (output.destroyed) break
        if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), written])
      }
      part.push(new Uint8Array(), true)
    },
    abort: () => output.destroy(),
    async close(): Promise<number> {
      zip.end()
      await written
      return output.bytesWritten
    },
  }
}

/** Decrypts the identity card number in an export row, because users may see their own number in full. */
function decryptIdentityNumber(reader: IcNumberReader, userId: number, row: ExportRow): ExportRow {
  if (typeof row.icNumber !== 'string') return row
  const digits = readIdentityNumber(reader, userId, Buffer.from(row.icNumber, 'base64'))
  return { ...row, icNumber: digits === undefined ? icNumberText.unreadable : formatIdentityNumber(digits) }
}

async function* readRowsOfCopy(
  tx: Db,
  reader: IcNumberReader,
  copy: ExportSection,
  userId: number,
): AsyncGenerator<ExportRow> {
  for await (const rows of readExportSection(tx, copy, userId)) {
    for (const row of rows) yield copy.file === 'akaun' ? decryptIdentityNumber(reader, userId, row) : row
  }
}

/**
 * Reads the export rows of the user and of other accounts that were merged into the user's account.
 * The account section contains only the user's own account.
 */
async function* readRowsOfAccounts(
  tx: Db,
  reader: IcNumberReader,
  copy: ExportSection,
  ids: number[],
): AsyncGenerator<ExportRow> {
  const [ownId] = ids
  for (const id of ids) if (id === ownId || copy.file !== 'akaun') yield* readRowsOfCopy(tx, reader, copy, id)
}

/** Joins small strings into chunks of about 64,000 characters, so the compressor is called less often. */
async function* batchText(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < 64_000) continue
    yield text
    text = ''
  }
  if (text) yield text
}

async function* renderJsonRows(rows: AsyncIterable<ExportRow>): AsyncGenerator<string> {
  let isFirst = true
  for await (const row of rows) {
    yield `${isFirst ? '[\n' : ',\n'}${JSON.stringify(row, null, 1)}`
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}

async function* renderExportPage(
  copies: ExportSection[],
  appName: string,
  rowsFor: (copy: ExportSection) => AsyncIterable<ExportRow>,
) {
  yield renderExportPageHead(appName, copies, new Date())
  for (const copy of copies) {
    const isSingle = copy.file === 'akaun'
    let count = 0
    yield renderExportSectionHead(copy, isSingle)
    for await (const row of rowsFor(copy)) {
      count++
      yield renderExportSectionRow(copy, row, isSingle)
    }
    yield renderExportSectionFoot(count)
  }
  yield pageFoot
}

/** Builds a portable file name inside the ZIP; the id prefix separates files of the same name. */
function buildZipPath({ id, name, contentType }: ExportRow): string {
  const fileName = replaceWrongFileExtension({ name: String(name), contentType: String(contentType) })
  return `fail/${String(id).slice(0, 8)}-${fileName.replace(/[^\p{L}\p{N}._ ()-]/gu, '_')}`
}

/** Writes the user's data export to `path` and returns its size in bytes. `onProgress` receives a value from 0 to 1. */
export async function writeDataExport(
  { db, secret, log, storage, appName }: ExportContext,
  userId: number,
  path: string,
  onProgress: (share: number) => Promise<void>,
): Promise<number> {
  const copies = dataReferences.map(({ copy }) => copy)
  const zip = openZip(path)
  const writeSections = async (tx: Db) => {
    const ids = [userId, ...(await findMergedAccountIds(tx, userId))]
    const readRowsOfSection = (copy: ExportSection) => readRowsOfAccounts(tx, { secret, log }, copy, ids)
    const files: ExportRow[] = []
    for (const [index, copy] of copies.entries()) {
      const rows = readRowsOfSection(copy)
      const sectionRows = copy.file === 'fail' ? collectRowsWhileReading(rows, files) : rows
      await zip.add(`data/${copy.file}.json`, batchText(renderJsonRows(sectionRows)))
      await onProgress((index + 1) / (copies.length + 4))
    }
    await zip.add('index.html', batchText(renderExportPage(copies, appName, readRowsOfSection)))
    await onProgress((copies.length + 2) / (copies.length + 4))
    for (const file of files) {
      const key = buildFileStorageKey(String(file.id))
      // For a file that is missing on disk, the data export contains only the database row.
      if (await storage.exists(key)) await zip.add(buildZipPath(file), await storage.getStream(key), true)
    }
  }
  try {
    await db.transaction(writeSections, { isSnapshot: true })
    return await zip.close()
  } catch (error) {
    zip.abort()
    throw error
  }
}

async function* collectRowsWhileReading(
  rows: AsyncIterable<ExportRow>,
  collected: ExportRow[],
): AsyncGenerator<ExportRow> {
  for await (const row of rows) {
    collected.push(row)
    yield row
  }
}
