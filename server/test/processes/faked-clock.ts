// Faked clock that can be set forward and back while a process runs, by Debian's libfaketime.
// The faked clock does not affect the monotonic clock and the timestamps of files.
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian installs libfaketime into a folder named after the processor architecture. */
const library = existsSync('/usr/lib')
  ? readdirSync('/usr/lib')
      .map(folder => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
      .find(file => existsSync(file))
  : undefined

export const hasFakedClock = library !== undefined

export interface FakedClock {
  /** Environment variables for the processes that use the faked clock. */
  env: Record<string, string>
  /** Sets the faked clock to the given number of seconds ahead of the real time. A negative number sets it back. */
  set(seconds: number): void
  clear(): void
}

export function createFakedClock(): FakedClock {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-clock-'))
  const file = join(folder, 'time')
  // PostgreSQL runs under another operating system account and must be able to read the file of the faked clock.
  chmodSync(folder, 0o755)
  const set = (seconds: number) => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    renameSync(`${file}.new`, file)
  }
  set(0)
  return {
    env: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set,
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}
