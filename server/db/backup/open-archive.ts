// Opens a backup file: decrypts and decompresses it and reads its entries.
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import * as z from 'zod/mini'
import { StartupError } from '#server/terminal.ts'
import { createDecryptionStream, encryptionHeaderSize, isEncryptedBackup } from './age-encryption.ts'
import { type BackupHead, headEntryName, totalsEntryName } from './format.ts'

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

/** Returns the offset at which the content of a backup file starts, and the stream that decrypts the content. */
async function openDecryptionStream(
  file: string,
  passphrase: string | undefined,
): Promise<{ begin: number; stream: Transform }> {
  const start = await readFirstBytes(file)
  return isEncryptedBackup(start)
    ? createDecryptionStream(start, passphrase)
    : { begin: 0, stream: new PassThrough() }
}

/**
 * Maximum size in bytes of an entry (a piece of a table, or an uploaded file) in a backup archive. Real entries are far
 * smaller.
 */
const maxEntrySize = 64_000_000
/** Maximum size in bytes of totals.json, the list of all files and tables in a backup. */
const maxTotalsSize = 1_000_000_000

async function* readArchiveEntries(
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

function parseArchiveHead(content: Buffer): BackupHead | undefined {
  try {
    return backupHead.parse(JSON.parse(content.toString()))
  } catch {
    return undefined
  }
}

/**
 * Opens a backup and checks its first entry (backup.json). This happens before a database or folder is created for the
 * restore.
 */
export async function openBackupArchive(file: string, passphrase?: string): Promise<Archive> {
  if (!existsSync(file)) throw new StartupError(`${file} does not exist. Name an existing backup file.`)
  const entries = readArchiveEntries(file, passphrase)
  const first = await entries.next()
  const head = first.value?.name === headEntryName ? parseArchiveHead(first.value.content) : undefined
  if (!head) throw new StartupError(`${file} is not a backup of this program.`)
  return { entries, head }
}
