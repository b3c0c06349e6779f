// All of a person's data as one ZIP, written to disk part by part: JSON for programs, a page for people, and the files
// they uploaded. Of one moment, because it is read in one transaction.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Db } from '#server/db/client.ts'
import { findMerged } from '#server/features/users/merged.queries.ts'
import { type NumberReader, readIcNumber } from '#server/features/users/read-ic-number.ts'
import { keyOf, type Storage } from '#server/storage.ts'
import { nameFor } from '#shared/document-types.ts'
import { formatIcNumber, unreadableIcNumber } from '#shared/ic-number.ts'
import { pageFoot, pageHead, sectionFoot, sectionHead, sectionRow } from './page.ts'
import { type Copy, type Row, readCopy, traces } from './traces.queries.ts'

interface Parts extends NumberReader {
  db: Db
  storage: Storage
  appName: string
}

/** A ZIP that grows on disk; `add` waits while the disk does not keep up. */
function openZip(path: string) {
  const output = createWriteStream(path)
  const written = finished(output)
  // Awaited by whoever closes it; until then a failure is nobody's to handle.
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
    abandon: () => output.destroy(),
    async close(): Promise<number> {
      zip.end()
      await written
      return output.bytesWritten
    },
  }
}

/** The number in full: it is the person's own. */
function opened(reader: NumberReader, userId: number, row: Row): Row {
  if (typeof row.icNumber !== 'string') return row
  const digits = readIcNumber(reader, userId, Buffer.from(row.icNumber, 'base64'))
  return { ...row, icNumber: digits === undefined ? unreadableIcNumber : formatIcNumber(digits) }
}

async function* rowsOf(tx: Db, reader: NumberReader, copy: Copy, userId: number): AsyncGenerator<Row> {
  for await (const rows of readCopy(tx, copy, userId)) {
    for (const row of rows) yield copy.file === 'akaun' ? opened(reader, userId, row) : row
  }
}

/** Also of accounts that became part of this one. */
async function* rowsOfAll(tx: Db, reader: NumberReader, copy: Copy, ids: number[]): AsyncGenerator<Row> {
  const [own] = ids
  for (const id of ids) if (id === own || copy.file !== 'akaun') yield* rowsOf(tx, reader, copy, id)
}

/** So many at a time that the packing is worth its call. */
async function* joined(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < 64_000) continue
    yield text
    text = ''
  }
  if (text) yield text
}

async function* asJson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let isFirst = true
  for await (const row of rows) {
    yield `${isFirst ? '[\n' : ',\n'}${JSON.stringify(row, null, 1)}`
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}

async function* asPage(copies: Copy[], appName: string, rowsFor: (copy: Copy) => AsyncIterable<Row>) {
  yield pageHead(appName, copies, new Date())
  for (const copy of copies) {
    const isSingle = copy.file === 'akaun'
    let count = 0
    yield sectionHead(copy, isSingle)
    for await (const row of rowsFor(copy)) {
      count++
      yield sectionRow(copy, row, isSingle)
    }
    yield sectionFoot(count)
  }
  yield pageFoot
}

/** Under a name that no system stumbles over; the id tells two of the same name apart. */
function nameInZip({ id, name, contentType }: Row): string {
  const own = nameFor({ name: String(name), contentType: String(contentType) })
  return `fail/${String(id).slice(0, 8)}-${own.replace(/[^\p{L}\p{N}._ ()-]/gu, '_')}`
}

/** `onProgress`: a share from 0 to 1. Returns the size. */
export async function writeCopy(
  { db, secret, log, storage, appName }: Parts,
  userId: number,
  path: string,
  onProgress: (share: number) => Promise<void>,
): Promise<number> {
  const copies = traces.map(({ copy }) => copy)
  const zip = openZip(path)
  const work = async (tx: Db) => {
    const ids = [userId, ...(await findMerged(tx, userId))]
    const rowsFor = (copy: Copy) => rowsOfAll(tx, { secret, log }, copy, ids)
    const files: Row[] = []
    for (const [place, copy] of copies.entries()) {
      const rows = rowsFor(copy)
      const noted = copy.file === 'fail' ? noting(rows, files) : rows
      await zip.add(`data/${copy.file}.json`, joined(asJson(noted)))
      await onProgress((place + 1) / (copies.length + 4))
    }
    await zip.add('index.html', joined(asPage(copies, appName, rowsFor)))
    await onProgress((copies.length + 2) / (copies.length + 4))
    for (const file of files) {
      const key = keyOf(String(file.id))
      // What is gone from the disk cannot be handed over; its row is.
      if (await storage.exists(key)) await zip.add(nameInZip(file), await storage.getStream(key), true)
    }
  }
  try {
    await db.transaction(work, { isSnapshot: true })
    return await zip.close()
  } catch (error) {
    zip.abandon()
    throw error
  }
}

async function* noting(rows: AsyncIterable<Row>, into: Row[]): AsyncGenerator<Row> {
  for await (const row of rows) {
    into.push(row)
    yield row
  }
}
