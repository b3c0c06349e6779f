// Puts temporary databases and browser profiles of the tests into memory (/dev/shm) when 8 GB are free there.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

const memoryFolder = '/dev/shm'
const requiredBytes = 8 * 2 ** 30

function hasEnoughFreeMemory() {
  if (!existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize >= requiredBytes
}

/** Returns environment variables for a test run with a temporary folder, which is removed when this process exits. */
export function createScratchFolder() {
  if (!hasEnoughFreeMemory()) return {}
  const TMPDIR = mkdtempSync(`${memoryFolder}/perantau-`)
  // World-writable like /tmp, because PostgreSQL runs under its own account.
  chmodSync(TMPDIR, 0o1777)
  process.on('exit', () => rmSync(TMPDIR, { recursive: true, force: true }))
  return { TMPDIR }
}
