import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Setup } from '#shared/ballot/log/verify-log.ts'
import * as endpoints from '#shared/contracts/elections/elections.endpoints.ts'
import type { ElectionDetail, TrusteeTask } from '#shared/contracts/elections/elections.schemas.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { fillText } from '#shared/language/texts.ts'
import { backupText, ballotAlarmTexts, ballotText, rollText } from '#texts/ballots.ts'
import { BallotAlarm } from '#web/lib/ballot/ballot-alarm.ts'
import type { JobProgress } from '#web/lib/ballot/ballot-jobs.ts'
import { readElectionMemory } from '#web/lib/ballot/election-memory.ts'
import { findRecountContradictions } from '#web/lib/ballot/find-recount-contradictions.ts'
import { storeConfirmedReview } from '#web/lib/ballot/review-election.ts'
import { runBallotJobInWorker } from '#web/lib/ballot/run-ballot-job.ts'
import { exportTrusteeSeed, restoreTrusteeSeed } from '#web/lib/ballot/trustee-backup.ts'
import {
  type CheckedTally,
  submitCertificate,
  submitKeyShare,
  submitPartialDecryption,
  submitPolynomial,
  type TrusteePorts,
  verifyTally,
} from '#web/lib/ballot/trustee-steps.ts'
import { doesRollMatchSetup } from '#web/lib/ballot/verify-electoral-roll.ts'
import { verifyRollWithOwnEntry } from '#web/lib/ballot/verify-roll-with-own-entry.ts'
import {
  acceptRestoredLog,
  castVote,
  enrolVoter,
  findBallotInLog,
  readLogSinceLastVisit,
  requireEnrolmentInRoll,
  requireNoReplacedBallotAfterNewest,
  resendLostBallot,
} from '#web/lib/ballot/voter.ts'
import { loadEllipticCurves } from '#web/lib/e2ee/crypto/curves.ts'
import { callEndpoint, getFailureText } from '#web/lib/http/api.ts'
import { describeSeenElection, openElectionPorts, openLogPorts } from './election-ports.ts'

export interface Voter {
  id: number
  fullName: string
}

/** Returns a text about a failed voting step: the alarm that this device raised, or the error of the request. */
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

/** Runs a long step, such as encrypting, with progress. The user cancels it by `cancel` or by leaving the screen. */
function useCancellableStep<T>(
  work: (signal: AbortSignal, onProgress: (now: JobProgress) => void) => Promise<T>,
) {
  const [progress, setProgress] = useState<JobProgress>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: () => {
      setProgress(undefined)
      controller.current = new AbortController()
      return work(controller.current.signal, setProgress)
    },
  })
  return { ...mutation, progress, cancel: () => controller.current?.abort() }
}

/** Encrypts and casts the vote. Nothing is sent to the server before the encryption has finished. */
export function useCastVote(user: Voter, election: ElectionDetail, choices: number[][]) {
  return useCancellableStep(async (signal, onProgress) => {
    const ports = await openElectionPorts(user, election, { signal, onProgress })
    return castVote(ports, election.own.gen ?? ports.identity.card.gen, choices)
  })
}

/** Stores that the user has confirmed the trustees and the list of voters. */
export function useConfirmTrusteesAndVoters(user: Voter, election: ElectionDetail) {
  return useMutation({
    mutationFn: (hash: string) => storeConfirmedReview(openLogPorts(user.id, election), hash),
  })
}

/** Ballots cast from this device. */
export function useOwnBallots(user: Voter, { uuid, own }: ElectionDetail) {
  return useQuery({
    queryKey: ['own-ballots', uuid, own.ballotHash],
    queryFn: async () => (await readElectionMemory(user.id, uuid)).ballots ?? [],
    staleTime: 0,
  })
}

/**
 * Checks the election's public log on every visit. If the server has lost the user's newest ballot, this device sends
 * it again. The query fails with an alarm if events that this device has seen are missing.
 */
export function useLogWatch(user: Voter, election: ElectionDetail) {
  const { uuid, status, own, head } = election
  return useQuery({
    queryKey: ['election-log', uuid, head?.hash, own.credential],
    queryFn: async () => {
      const ports = openLogPorts(user.id, election)
      await requireEnrolmentInRoll(ports, own.credential)
      if (head === null) return { hasResent: false }
      const { ballots = [] } = await ports.memory.read()
      const isLost =
        ballots.some(({ height }) => height !== undefined) && ballots.at(-1)?.hash !== own.ballotHash
      const hasResent =
        status === 'open' &&
        own.credential !== null &&
        isLost &&
        (await resendLostBallot(ports, own.ballotHash))
      await readLogSinceLastVisit(ports)
      await requireNoReplacedBallotAfterNewest(ports)
      return { hasResent }
    },
    enabled: head !== null || status === 'roll_fixed',
    staleTime: 0,
    retry: false,
  })
}

export function useAcceptRestoredLog(user: Voter, election: ElectionDetail) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await acceptRestoredLog(openLogPorts(user.id, election))
      await client.invalidateQueries({ queryKey: ['election-log', election.uuid] })
    },
  })
}

/** Verifies the fixed list of voters on this device and rates each voter's entry. */
export function useVerifiedRoll(user: Voter, election: ElectionDetail, isWanted: boolean) {
  const { uuid, status, voted, own } = election
  return useQuery({
    queryKey: ['election-roll', uuid, status, voted],
    queryFn: async () =>
      verifyRollWithOwnEntry(await openElectionPorts(user, election), own.gen ?? undefined),
    enabled: isWanted,
    staleTime: 0,
    retry: false,
  })
}

export function useObjection(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof endpoints.objectToRoll>) =>
      callEndpoint(endpoints.objectToRoll, { params: { id }, body }),
    meta: { success: rollText.objected, failure: rollText.objectFailed },
  })
}

/** Looks up a receipt in the election's public log, which this device verifies. */
export function useFindReceipt(user: Voter, election: ElectionDetail) {
  return useMutation({
    mutationFn: async (hash: string) =>
      (await findBallotInLog(openLogPorts(user.id, election), hash)) ?? null,
  })
}

/** Shows the secret seed of the trustee's key share, or stores a seed from a backup. */
export function useTrusteeBackup(user: Voter, election: ElectionDetail) {
  const show = useMutation({
    mutationFn: async () => exportTrusteeSeed(await openElectionPorts(user, election)),
  })
  const restore = useMutation({
    mutationFn: async (seed: string) => restoreTrusteeSeed(await openElectionPorts(user, election), seed),
    meta: { success: backupText.restored },
  })
  return { show, restore }
}

const trusteeSteps: Partial<Record<TrusteeTask, (ports: TrusteePorts) => Promise<void>>> = {
  certificate: submitCertificate,
  polynomial: submitPolynomial,
  voutput: submitKeyShare,
}

export function useTrusteeStep(user: Voter, election: ElectionDetail, task: TrusteeTask) {
  return useCancellableStep(async (signal, onProgress) => {
    await trusteeSteps[task]?.(await openElectionPorts(user, election, { signal, onProgress }))
  })
}

/**
 * Verifies the encrypted tally. After the trustee has compared the closing code with the other trustees, decrypts it.
 */
export function useDecryption(user: Voter, election: ElectionDetail) {
  const check = useCancellableStep(async (signal, onProgress) =>
    verifyTally(await openElectionPorts(user, election, { signal, onProgress })),
  )
  const open = useMutation({
    mutationFn: async (checked: CheckedTally) =>
      submitPartialDecryption(await openElectionPorts(user, election), checked),
  })
  return { check, open }
}

/** Whether the signed roll belongs to the archive; undefined when the user may not read the roll. */
async function checkRollOfArchive(user: Voter, election: ElectionDetail, setup: Setup | undefined) {
  const { canManage, credential } = election.own
  if (!setup || (!canManage && credential === null)) return undefined
  const [{ verify }, { server }] = [await loadEllipticCurves(), openLogPorts(user.id, election)]
  return doesRollMatchSetup(setup, await server.readRollLines(), verify)
}

/** Verifies the archive of the election and compares it with the page and with this device's records. */
export function useRecountElection(user: Voter, election: ElectionDetail, archiveUrl: string) {
  return useCancellableStep(async (signal, onProgress) => {
    const { report } = await runBallotJobInWorker(
      { kind: 'recount', url: archiveUrl },
      { signal, onProgress },
    )
    const { uuid, status, rollHash, head, questions } = election
    const shown = {
      seen: describeSeenElection(election),
      isPublished: status === 'published',
      rollHash,
      isRollSigned: await checkRollOfArchive(user, election, report.setup),
      head,
      results: questions.map(({ result }) => result),
    }
    return {
      report,
      contradictions: findRecountContradictions(report, shown, await readElectionMemory(user.id, uuid)),
    }
  })
}
