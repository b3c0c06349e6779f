// Worker thread that verifies encrypted ballots of elections, one ballot after the other.
import { parentPort } from 'node:worker_threads'
import {
  type BallotTask,
  runBallotVerificationTask,
} from '#server/features/elections/ballot-verification/ballot-task.ts'

parentPort?.on('message', (task: BallotTask) => parentPort?.postMessage(runBallotVerificationTask(task)))
