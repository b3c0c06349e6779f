// Tracks child processes started by tests, so that those left over after a failed test can be killed.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Child processes that were started and have not exited yet. */
const runningChildren = new Set<ChildProcess>()

export function trackChildProcess(child: ChildProcess): void {
  runningChildren.add(child)
  child.once('exit', () => runningChildren.delete(child))
}

/** Kills every child process that is still running, for example after a failed test, and waits for its exit. */
export async function killRunningChildProcesses(): Promise<void> {
  const remaining = [...runningChildren]
  const exits = remaining.map(child => once(child, 'exit'))
  for (const child of remaining) child.kill('SIGKILL')
  await Promise.all(exits)
}
