import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** All programs that were started and have not ended. */
const running = new Set<ChildProcess>()

export function remember(child: ChildProcess): void {
  running.add(child)
  child.once('exit', () => running.delete(child))
}

/** For whatever a test that failed left behind. */
export async function endRunning(): Promise<void> {
  const left = [...running]
  const ended = left.map(child => once(child, 'exit'))
  for (const child of left) child.kill('SIGKILL')
  await Promise.all(ended)
}
