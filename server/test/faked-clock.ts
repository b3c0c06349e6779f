// A clock that can be put forward and back while a program runs, by Debian's libfaketime. What counts seconds, and the
// times of files, stay as they are.
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian keeps it in a folder by the kind of machine. */
const library = existsSync('/usr/lib')
  ? readdirSync('/usr/lib')
      .map(folder => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
      .find(file => existsSync(file))
  : undefined

export const hasFakedClock = library !== undefined

export interface FakedClock {
  /** For whoever is to go by it. */
  env: Record<string, string>
  /** Seconds ahead of the right time. */
  set(seconds: number): void
  clear(): void
}

export function makeClock(): FakedClock {
  const folder = mkdtempSync(join(tmpdir(), 'perantau-clock-'))
  const file = join(folder, 'time')
  // A database runs by another account.
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
