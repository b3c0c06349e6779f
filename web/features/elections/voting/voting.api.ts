import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ElectionDetail, TrusteeTask } from '#shared/contracts/elections/elections.schemas.ts'
import { fillText } from '#shared/language/texts.ts'
import { ballotAlarmTexts, ballotText } from '#texts/ballots.ts'
import { BallotAlarm } from '#web/lib/ballot/ballot-alarm.ts'
import type { JobProgress } from '#web/lib/ballot/ballot-jobs.ts'
import { readElectionMemory } from '#web/lib/ballot/election-memory.ts'
import { judgeRecount } from '#web/lib/ballot/judge-recount.ts'
import { runBallotJob } from '#web/lib/ballot/run-ballot-job.ts'
import {
  makeCertificate,
  makeDecryption,
  makePolynomial,
  makeShare,
  type TrusteePorts,
} from '#web/lib/ballot/trustee-steps.ts'
import { castVote, enrolVoter, submitBallot } from '#web/lib/ballot/voter.ts'
import { getFailureText } from '#web/lib/http/api.ts'
import { openElectionPorts } from './election-ports.ts'

export interface Voter {
  id: number
  fullName: string
}

/** Sentence about a failed step: the alarm of this device, or the failure of the request. */
export function getBallotFailureText(error: Error): string {
  if (error instanceof BallotAlarm) return fillText(ballotAlarmTexts[error.kind], { detail: error.detail })
  return getFailureText(error, ballotText.failed)
}

export const isCancelled = (error: Error | null) => error?.name === 'AbortError'

export function useEnrol(user: Voter, election: ElectionDetail) {
  return useMutation({
    mutationFn: async () => enrolVoter(await openElectionPorts(user, election), election.questionsHash),
    meta: { success: ballotText.enrolled },
  })
}

/** A step with progress that can be cancelled. */
function useCancellableStep<T>(
  work: (signal: AbortSignal, onProgress: (now: JobProgress) => void) => Promise<T>,
) {
  const [progress, setProgress] = useState<JobProgress>()
  const controller = useRef<AbortController>(undefined)
  const mutation = useMutation({
    mutationFn: () => {
      setProgress(undefined)
      controller.current = new AbortController()
      return work(controller.current.signal, setProgress)
    },
  })
  return { ...mutation, progress, cancel: () => controller.current?.abort() }
}

/** Encrypts and casts the vote. Nothing is sent before the encryption has finished. */
export function useCastVote(user: Voter, election: ElectionDetail, choices: number[][]) {
  return useCancellableStep(async (signal, onProgress) => {
    const ports = await openElectionPorts(user, election, { signal, onProgress })
    return castVote(ports, election.own.gen ?? ports.identity.card.gen, choices)
  })
}

/** Ballots that this device cast. Ballots that the server has lost are sent again. */
export function useOwnBallots(user: Voter, election: ElectionDetail) {
  const { uuid, status, own } = election
  return useQuery({
    queryKey: ['own-ballots', uuid, own.ballotHash],
    queryFn: async () => {
      const { ballots = [] } = await readElectionMemory(user.id, uuid)
      const newest = ballots.at(-1)
      if (status === 'open' && newest && own.ballotHash === null) {
        await submitBallot(await openElectionPorts(user, election), newest.text)
      }
      return ballots
    },
    staleTime: 0,
  })
}

const trusteeSteps: Partial<Record<TrusteeTask, (ports: TrusteePorts) => Promise<void>>> = {
  certificate: makeCertificate,
  polynomial: makePolynomial,
  voutput: makeShare,
  decryption: makeDecryption,
}

export function useTrusteeStep(user: Voter, election: ElectionDetail, task: TrusteeTask) {
  return useCancellableStep(async (signal, onProgress) => {
    await trusteeSteps[task]?.(await openElectionPorts(user, election, { signal, onProgress }))
  })
}

/** Verifies the archive and compares it with the page and with what this device has seen. */
export function useRecount(user: Voter, election: ElectionDetail, archiveUrl: string) {
  return useCancellableStep(async (signal, onProgress) => {
    const { report } = await runBallotJob({ kind: 'recount', url: archiveUrl }, { signal, onProgress })
    const { uuid, status, rollHash, questions } = election
    const shown = {
      uuid,
      isPublished: status === 'published',
      rollHash,
      results: questions.map(({ result }) => result),
    }
    return { report, contradictions: judgeRecount(report, shown, await readElectionMemory(user.id, uuid)) }
  })
}
