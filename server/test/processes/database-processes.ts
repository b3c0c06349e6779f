import { readdirSync, readFileSync } from 'node:fs'
import { readDatabasePid } from './program-process.ts'

/** Lists the process ids of the embedded PostgreSQL of a data folder: the postmaster, followed by its child processes. */
export function listDatabaseProcesses(dataDir: string): number[] {
  const postmaster = readDatabasePid(dataDir)
  const children = readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster)
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)]
}

/** Kills all processes of the embedded PostgreSQL with SIGKILL, the postmaster first. */
export function killDatabaseProcesses(dataDir: string): void {
  for (const pid of listDatabaseProcesses(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // The child process may have exited together with its postmaster, so the signal finds no process.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
