// Worker threads that verify ballots. Verification costs tens of milliseconds and must not delay other requests.
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { root } from '#server/env.ts'
import { unavailable } from '#server/errors.ts'
import type { BallotTask, BallotVerdict } from './ballot-task.ts'

/** Number of worker threads. Each thread verifies one ballot at a time. */
const threadCount = 2
/** Number of waiting ballots above which the server refuses a ballot with 503. The client sends the ballot again. */
const maxQueueLength = 200
const timeoutMs = 30_000

interface QueuedTask {
  task: BallotTask
  resolve: (verdict: BallotVerdict) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  /** Ballot that the worker thread is verifying; undefined while the thread is idle. */
  current?: QueuedTask & { timer: NodeJS.Timeout }
}

const queue: QueuedTask[] = []
const threads = new Set<Thread>()

/** Finishes the current ballot of a worker thread and gives the thread the next ballot. */
function finishTask(thread: Thread, settle: (task: QueuedTask) => void): void {
  const { current } = thread
  thread.current = undefined
  if (!current) return
  clearTimeout(current.timer)
  settle(current)
  startNextTask()
}

/** Starts a worker thread. A thread that fails or takes too long is ended, and its ballot is refused with 503. */
function startThread(): Thread {
  const worker = new Worker(join(realpathSync(join(root, 'dist')), 'server/verify-ballot.js'), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: {},
  })
  const thread: Thread = { worker }
  threads.add(thread)
  worker.on('message', (verdict: BallotVerdict) => finishTask(thread, ({ resolve }) => resolve(verdict)))
  const end = (error?: Error) => {
    threads.delete(thread)
    finishTask(thread, ({ reject }) => reject(unavailable(error)))
  }
  worker.on('error', end)
  worker.on('exit', () => end())
  // Idle worker threads do not keep the process alive.
  worker.unref()
  return thread
}

function startNextTask(): void {
  if (queue.length === 0) return
  const idle = [...threads].find(({ current }) => current === undefined)
  const thread = idle ?? (threads.size < threadCount ? startThread() : undefined)
  const next = thread && queue.shift()
  if (!thread || !next) return
  const timer = setTimeout(() => void thread.worker.terminate(), timeoutMs)
  thread.current = { ...next, timer }
  thread.worker.postMessage(next.task)
}

/** Verifies a ballot in a worker thread. Throws 503 when too many ballots wait. */
export function verifyBallot(task: BallotTask): Promise<BallotVerdict> {
  if (queue.length >= maxQueueLength) return Promise.reject(unavailable())
  return new Promise((resolve, reject) => {
    queue.push({ task, resolve, reject })
    startNextTask()
  })
}
