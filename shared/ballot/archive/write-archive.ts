// Writes the public archive (.bel) of an election: a header, followed by one tar entry per event.
// The archive has no tar end blocks, so that entries can be appended. belenios-tool rejects archives with end blocks.
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import type { LogEntry } from '#shared/ballot/log/log-entry.ts'
import { serializeBallotJson } from '#shared/ballot/structures.ts'
import { createTarFile, headerName } from './tar-block.ts'

/** Writes the header file of an election archive: its format version and its timestamp, in seconds of Unix time. */
export function writeElectionArchiveHeader(timestamp: number): Uint8Array {
  const text = serializeBallotJson({ version: 1, timestamp: timestamp.toString() })
  return createTarFile(headerName, utf8ToBytes(text), timestamp)
}

/** Writes an election event, and the data that the event refers to, to the election archive. */
export function buildElectionArchiveEntry(
  { data, event }: Pick<LogEntry, 'data' | 'event'>,
  timestamp: number,
): Uint8Array {
  const files = [...data.map(text => ({ text, kind: 'data' })), { text: event, kind: 'event' }].map(
    ({ text, kind }) =>
      createTarFile(`${computeSha256InHex(text)}.${kind}.json`, utf8ToBytes(text), timestamp),
  )
  const whole = new Uint8Array(files.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const file of files) {
    whole.set(file, at)
    at += file.length
  }
  return whole
}
