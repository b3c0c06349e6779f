import type { BallotJob, JobProgress, JobResults } from './ballot-jobs.ts'

interface WorkerMessage {
  progress?: JobProgress
  result?: unknown
  failure?: string
}

/**
 * Runs an election computation (job) in its own worker. Aborting terminates the worker at once and rejects with an
 * AbortError.
 */
export async function runElectionComputationInWorker<J extends BallotJob>(
  job: J,
  { onProgress, signal }: { onProgress?: (progress: JobProgress) => void; signal?: AbortSignal } = {},
): Promise<JobResults[J['kind']]> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./ballot-worker.ts', import.meta.url), { type: 'module' })
  const finished = new Promise<JobResults[J['kind']]>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    worker.onerror = event => reject(new Error(event.message))
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.progress) onProgress?.(data.progress)
      else if (data.failure !== undefined) reject(new Error(data.failure))
      else resolve(data.result as JobResults[J['kind']])
    }
    worker.postMessage(job)
  })
  return finished.finally(() => worker.terminate())
}
