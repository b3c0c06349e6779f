// Reads an election archive in pieces, so that a large archive is never in memory as a whole.
import * as z from 'zod/mini'
import { BallotError, throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import { parseBallotJson } from '#shared/ballot/structures.ts'
import { blockSize, createTarHeader, getPaddedTarSize, headerName } from './tar-block.ts'

export interface ArchiveEntry {
  data: string[]
  event: string
}

/** Maximum size in bytes of a file in an election archive. The largest file has the credentials of 200,000 voters. */
const largestFile = 16_000_000
const mostDataFiles = 4
const archiveHeader = z.strictObject({
  version: z.literal(1),
  timestamp: z.union([z.string().check(z.regex(/^[1-9][0-9]{0,10}$/)), z.int().check(z.positive())]),
})

function isZero(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte === 0)
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new BallotError('file is not text')
  }
}

function readAscii(block: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...block.subarray(from, to))
}

/**
 * Parses the bytes of an election archive to entries. Throws unless the bytes are exactly what the writer would write.
 */
export class ArchiveReader {
  private pending: Uint8Array = new Uint8Array(0)
  private timestamp: number | undefined
  private data: string[] = []

  /** Adds bytes of the election archive and returns the files in it that are now complete. */
  push(chunk: Uint8Array): ArchiveEntry[] {
    const joined = new Uint8Array(this.pending.length + chunk.length)
    joined.set(this.pending)
    joined.set(chunk, this.pending.length)
    const entries: ArchiveEntry[] = []
    let at = 0
    for (;;) {
      const size = this.readFile(joined.subarray(at), entries)
      if (size === 0) break
      at += size
    }
    this.pending = joined.slice(at)
    return entries
  }

  /** Throws when the election archive ends within a file, or after a data file whose event is missing. */
  finish(): void {
    throwBallotErrorUnless(this.timestamp !== undefined, 'archive has no header')
    throwBallotErrorUnless(this.pending.length === 0, 'archive ends within a file')
    throwBallotErrorUnless(this.data.length === 0, 'archive ends with data without an event')
  }

  /** Reads one file from the start of the archive's bytes. Returns its size, or 0 when the file is not complete yet. */
  private readFile(bytes: Uint8Array, entries: ArchiveEntry[]): number {
    if (bytes.length < blockSize) return 0
    const lengthText = readAscii(bytes, 124, 135)
    throwBallotErrorUnless(/^[0-7]{11}$/.test(lengthText), 'length of a file is malformed')
    const length = Number.parseInt(lengthText, 8)
    throwBallotErrorUnless(length <= largestFile, 'file is too large')
    const size = blockSize + getPaddedTarSize(length)
    if (bytes.length < size) return 0
    const body = bytes.subarray(blockSize, blockSize + length)
    throwBallotErrorUnless(isZero(bytes.subarray(blockSize + length, size)), 'padding of a file is not zero')
    const text = decodeText(body)
    const end = bytes.indexOf(0)
    const name = readAscii(bytes, 0, Math.min(Math.max(end, 0), 100))
    if (this.timestamp === undefined) this.timestamp = readHeader(name, text)
    else this.addText(name, text, entries)
    const expected = createTarHeader(name, length, this.timestamp)
    throwBallotErrorUnless(
      expected.every((byte, index) => byte === bytes[index]),
      'header of a file is malformed',
    )
    return size
  }

  private addText(name: string, text: string, entries: ArchiveEntry[]) {
    const hash = computeSha256InHex(text)
    if (name === `${hash}.data.json`) {
      this.data.push(text)
      throwBallotErrorUnless(this.data.length <= mostDataFiles, 'too many data files before an event')
    } else {
      throwBallotErrorUnless(name === `${hash}.event.json`, 'name of a file is not the hash of its contents')
      entries.push({ data: this.data, event: text })
      this.data = []
    }
  }
}

function readHeader(name: string, text: string): number {
  throwBallotErrorUnless(name === headerName, 'archive does not begin with its header')
  return Number(parseBallotJson(archiveHeader, text).timestamp)
}
