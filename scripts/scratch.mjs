// Where tests put their databases and browsers: in memory, where there is plenty of it.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
const needed = 8 * 2 ** 30

function hasRoom() {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= needed
}

/** For the environment of a test run; gone with this process. */
export function scratchPlace() {
  if (!hasRoom()) return {}
  const TMPDIR = mkdtempSync(`${memory}/perantau-`)
  // As /tmp itself: databases run under accounts of their own.
  chmodSync(TMPDIR, 0o1777)
  process.on('exit', () => rmSync(TMPDIR, { recursive: true, force: true }))
  return { TMPDIR }
}
