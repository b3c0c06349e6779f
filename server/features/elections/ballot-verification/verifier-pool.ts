// Worker threads that verify ballots. Verification costs tens of milliseconds and must not delay other requests.
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { root } from '#server/env.ts'
import { unavailable } from '#server/errors.ts'
import type { BallotTask, BallotVerdict } from './ballot-task.ts'

/** Number of threads; each verifies one ballot at a time. */
const threadCount = 2
/** Number of waiting ballots above which a ballot is refused with 503. The client sends it again. */
const maxQueueLength = 200
const timeoutMs = 30_000

interface QueuedTask {
  task: BallotTask
  resolve: (verdict: BallotVerdict) => void
  reject: (error: Error) => void
}

const queue: QueuedTask[] = []
const idle: Worker[] = []
let threads = 0

function startThread(): Worker {
  threads++
  const worker = new Worker(join(realpathSync(join(root, 'dist')), 'server/verify-ballot.js'), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: {},
  })
  // Idle threads do not keep the process alive.
  worker.unref()
  return worker
}

/** Runs a task in a thread. A thread that fails or takes too long is ended, and its ballot is refused with 503. */
function runTask(worker: Worker, { task, resolve, reject }: QueuedTask): void {
  const timer = setTimeout(() => void worker.terminate(), timeoutMs)
  const settle = (action: () => void, isUsable: boolean) => {
    clearTimeout(timer)
    worker.removeAllListeners()
    if (isUsable) idle.push(worker)
    else {
      threads--
      void worker.terminate()
    }
    action()
    startNextTask()
  }
  worker.once('message', (verdict: BallotVerdict) => settle(() => resolve(verdict), true))
  worker.once('error', error => settle(() => reject(unavailable(error)), false))
  worker.once('exit', () => settle(() => reject(unavailable()), false))
  worker.postMessage(task)
}

function startNextTask(): void {
  if (queue.length === 0) return
  const worker = idle.pop() ?? (threads < threadCount ? startThread() : undefined)
  const next = worker && queue.shift()
  if (worker && next) runTask(worker, next)
}

/** Verifies a ballot in a worker thread. Throws 503 when too many ballots wait. */
export function verifyBallot(task: BallotTask): Promise<BallotVerdict> {
  if (queue.length >= maxQueueLength) return Promise.reject(unavailable())
  return new Promise((resolve, reject) => {
    queue.push({ task, resolve, reject })
    startNextTask()
  })
}
