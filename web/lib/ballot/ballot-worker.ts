// Web worker for long computations of elections, so that the page stays responsive.
import { type BallotJob, runElectionComputation } from './ballot-jobs.ts'

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<BallotJob>) => void
  postMessage(message: unknown): void
}

scope.onmessage = async ({ data }) => {
  try {
    const result = await runElectionComputation(data, progress => scope.postMessage({ progress }))
    scope.postMessage({ result })
  } catch (error) {
    scope.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
}
