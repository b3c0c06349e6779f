import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Setup } from '#shared/ballot/log/verify-log.ts'
import * as endpoints from '#shared/contracts/elections/elections.endpoints.ts'
import type { ElectionDetail, TrusteeTask } from '#shared/contracts/elections/elections.schemas.ts'
import type { BodyOf } from '#shared/endpoint.ts'
import { fillText } from '#shared/language/texts.ts'
import { backupText, ballotAlarmTexts, ballotText, mergedKeysText, rollText } from '#texts/ballots.ts'
import { BallotAlarm } from '#web/lib/ballot/ballot-alarm.ts'
import type { JobProgress } from '#web/lib/ballot/ballot-jobs.ts'
import { readElectionRecordStoredOnDevice } from '#web/lib/ballot/device-election-record.ts'
import { findRecountContradictions } from '#web/lib/ballot/find-recount-contradictions.ts'
import { storeConfirmedElectionReview } from '#web/lib/ballot/review-election-before-voting.ts'
import { runElectionComputationInWorker } from '#web/lib/ballot/run-ballot-job.ts'
import { exportTrusteeSecretSeed, restoreTrusteeSecretSeed } from '#web/lib/ballot/trustee-key-backup.ts'
import { computeTrusteeKeyFingerprints } from '#web/lib/ballot/trustee-key-fingerprints.ts'
import {
  type CheckedTally,
  submitKeyShare,
  submitPartialDecryption,
  submitTrusteeCertificate,
  submitTrusteePolynomial,
  type TrusteePorts,
  verifyEncryptedTally,
} from '#web/lib/ballot/trustee-steps.ts'
import { verifyElectionLogAndResendLostBallot } from '#web/lib/ballot/verify-election-log-and-resend-lost-ballot.ts'
import { doesElectoralRollMatchElection } from '#web/lib/ballot/verify-electoral-roll.ts'
import { verifyElectoralRollWithOwnEntry } from '#web/lib/ballot/verify-electoral-roll-with-own-entry.ts'
import {
  acceptRestoredElectionLog,
  castVote,
  enrolVoter,
  findBallotInElectionLog,
} from '#web/lib/ballot/voter.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { findBallotKey } from '#web/lib/e2ee/keys/ballot-key.ts'
import {
  loadKeysOfMergedAccount,
  type MergedKeys,
  unlockKeysOfMergedAccountByPasskey,
  unlockKeysOfMergedAccountByPhrase,
} from '#web/lib/e2ee/keys/unlock-merged-keys.ts'
import { callEndpoint, getErrorMessageForUser } from '#web/lib/http/api.ts'
import {
  buildElectionDescriptionToSign,
  createElectionLogCheckDependencies,
  loadKeysAndRecordsForVoterOrTrustee,
  loadKeysForTrusteeVerification,
} from './election-dependencies.ts'

export interface Voter {
  id: number
  fullName: string
}

/** Returns a text about a failed voting step: an alarm raised by this device, or the error of the request. */
export function getBallotFailureText(error: Error): string {
  if (error instanceof BallotAlarm) return fillText(ballotAlarmTexts[error.kind], { detail: error.detail })
  return getErrorMessageForUser(error, ballotText.failed)
}

export const isVotingCancelled = (error: Error | null) => error?.name === 'AbortError'

export function useEnrolVoter(user: Voter, election: ElectionDetail) {
  return useMutation({
    mutationFn: async () =>
      enrolVoter(await loadKeysAndRecordsForVoterOrTrustee(user, election), election.questionsHash),
  })
}

/** Runs a long voting step, such as encryption, and reports progress. `cancel` or unmounting aborts it. */
function useCancellableVotingStep<T, V = void>(
  work: (signal: AbortSignal, onProgress: (now: JobProgress) => void, variables: V) => Promise<T>,
) {
  const [progress, setProgress] = useState<JobProgress>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: (variables: V) => {
      setProgress(undefined)
      controller.current = new AbortController()
      return work(controller.current.signal, setProgress, variables)
    },
  })
  return { ...mutation, progress, cancel: () => controller.current?.abort() }
}

/**
 * Encrypts and casts the vote once the voter has reviewed it; before, only checks the election, and fails with
 * `ReviewNeeded`. Nothing is sent to the server before the encryption has finished.
 */
export function useCastVote(user: Voter, election: ElectionDetail, choices: number[][]) {
  return useCancellableVotingStep(async (signal, onProgress, { isReviewed }: { isReviewed: boolean }) => {
    const ports = await loadKeysAndRecordsForVoterOrTrustee(user, election, { signal, onProgress })
    return castVote(ports, election.own.gen ?? ports.identity.card.gen, choices, isReviewed)
  })
}

/** Stores that the user has confirmed the election's trustees and its list of voters. */
export function useConfirmTrusteesAndVoters(user: Voter, election: ElectionDetail) {
  return useMutation({
    mutationFn: (hash: string) =>
      storeConfirmedElectionReview(createElectionLogCheckDependencies(user.id, election), hash),
  })
}

/** Fetches the ballots of the election that are stored on this device. */
export function useOwnBallots(user: Voter, { uuid, own }: ElectionDetail) {
  return useQuery({
    queryKey: ['own-ballots', uuid, own.ballotHash],
    queryFn: async () => (await readElectionRecordStoredOnDevice(user.id, uuid)).ballots ?? [],
    staleTime: 0,
  })
}

/**
 * Checks the election's public log on every visit. If the server has lost the user's newest ballot, this device sends
 * it again. The query fails with an alarm if events that this device has seen are missing.
 */
export function useVerifiedElectionLog(user: Voter, election: ElectionDetail) {
  const { uuid, status, own, head } = election
  return useQuery({
    queryKey: ['election-log', uuid, status, head?.hash, own.credential],
    queryFn: () =>
      verifyElectionLogAndResendLostBallot(createElectionLogCheckDependencies(user.id, election), {
        isRollFixed: status === 'roll_fixed',
        hasLog: head !== null,
        isOpen: status === 'open',
        credential: own.credential,
        ballotHash: own.ballotHash,
      }),
    staleTime: 0,
    retry: false,
  })
}

export function useAcceptRestoredElectionLog(user: Voter, election: ElectionDetail) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await acceptRestoredElectionLog(createElectionLogCheckDependencies(user.id, election))
      await client.invalidateQueries({ queryKey: ['election-log', election.uuid] })
    },
  })
}

/** Verifies the election's fixed list of voters on this device and rates each voter's entry. */
export function useVerifiedElectoralRoll(user: Voter, election: ElectionDetail, isWanted: boolean) {
  const { uuid, status, voted, own } = election
  return useQuery({
    queryKey: ['election-roll', uuid, status, voted],
    queryFn: async () =>
      verifyElectoralRollWithOwnEntry(
        await loadKeysAndRecordsForVoterOrTrustee(user, election),
        own.gen ?? undefined,
      ),
    enabled: isWanted,
    staleTime: 0,
    retry: false,
  })
}

/** Whether this device has the keys of the merged account that signed the user's entry in the list of voters. */
export function useHasKeysOfMergedAccountOnDevice(keys: MergedKeys | null, gen: number | null) {
  return useQuery({
    queryKey: ['merged-keys', keys?.userId, gen],
    queryFn: async () => {
      const identity = keys && (await loadKeysOfMergedAccount(keys))
      return Boolean(identity && gen !== null && findBallotKey(identity, gen))
    },
    enabled: keys !== null,
    staleTime: 0,
  })
}

/** Unlocks the keys of a merged account by its recovery phrase or, if it has no phrase, by a passkey. */
export function useUnlockMergedAccountKeys(keys: MergedKeys) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ phrase }: { phrase?: string }) =>
      phrase === undefined
        ? unlockKeysOfMergedAccountByPasskey(keys)
        : unlockKeysOfMergedAccountByPhrase(keys, phrase),
    onSuccess: () => client.invalidateQueries({ queryKey: ['merged-keys', keys.userId] }),
    meta: { success: mergedKeysText.unlocked },
  })
}

/** Computes the codes by which people compare trustees' keys, after verifying the trustees' signatures. */
export function useTrusteeKeyFingerprints(user: Voter, election: ElectionDetail, isWanted: boolean) {
  const { uuid, trustees } = election
  const keyTimes = trustees.map(({ person, certifiedAt }) => `${person.id} ${certifiedAt}`)
  return useQuery({
    queryKey: ['trustee-key-codes', uuid, ...keyTimes],
    queryFn: async () => computeTrusteeKeyFingerprints(await loadKeysForTrusteeVerification(user, election)),
    enabled: isWanted,
    staleTime: 0,
    retry: false,
  })
}

export function useSubmitElectoralRollObjection(id: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof endpoints.objectToRoll>) =>
      callEndpoint(endpoints.objectToRoll, { params: { id }, body }),
    meta: { success: rollText.objected, failure: rollText.objectFailed },
  })
}

/** Looks up a ballot receipt in the election's public log, which this device verifies. */
export function useFindBallotReceipt(user: Voter, election: ElectionDetail) {
  return useMutation({
    mutationFn: async (hash: string) =>
      (await findBallotInElectionLog(createElectionLogCheckDependencies(user.id, election), hash)) ?? null,
  })
}

/** Shows the secret seed of the trustee's share of the decryption key, or stores a seed from a backup. */
export function useExportAndRestoreTrusteeSeed(user: Voter, election: ElectionDetail) {
  const show = useMutation({
    mutationFn: async () =>
      exportTrusteeSecretSeed(await loadKeysAndRecordsForVoterOrTrustee(user, election)),
  })
  const restore = useMutation({
    mutationFn: async (seed: string) =>
      restoreTrusteeSecretSeed(await loadKeysAndRecordsForVoterOrTrustee(user, election), seed),
    meta: { success: backupText.restored },
  })
  return { show, restore }
}

const trusteeSteps: Partial<Record<TrusteeTask, (ports: TrusteePorts) => Promise<void>>> = {
  certificate: submitTrusteeCertificate,
  polynomial: submitTrusteePolynomial,
  voutput: submitKeyShare,
}

export function useRunNextTrusteeStep(user: Voter, election: ElectionDetail, task: TrusteeTask) {
  return useCancellableVotingStep(async (signal, onProgress) => {
    await trusteeSteps[task]?.(
      await loadKeysAndRecordsForVoterOrTrustee(user, election, { signal, onProgress }),
    )
  })
}

/**
 * Verifies the encrypted tally. After the trustee has compared the closing code with the other trustees, decrypts it.
 */
export function useVerifyAndDecryptTally(user: Voter, election: ElectionDetail) {
  const check = useCancellableVotingStep(async (signal, onProgress) =>
    verifyEncryptedTally(await loadKeysAndRecordsForVoterOrTrustee(user, election, { signal, onProgress })),
  )
  const open = useMutation({
    mutationFn: async (checked: CheckedTally) =>
      submitPartialDecryption(await loadKeysAndRecordsForVoterOrTrustee(user, election), checked),
  })
  return { check, open }
}

/** Whether the electoral roll matches the election archive; undefined for users who may not read the roll. */
async function verifyElectoralRollOfArchive(user: Voter, election: ElectionDetail, setup: Setup | undefined) {
  const { canManage, credential } = election.own
  if (!setup || (!canManage && credential === null)) return undefined
  const [{ verify }, { server }] = [
    await loadEllipticCurveImplementation(),
    createElectionLogCheckDependencies(user.id, election),
  ]
  return doesElectoralRollMatchElection(setup, await server.readRollLines(), verify)
}

/** Verifies the election archive and compares it with the election's page and this device's records. */
export function useRecountElection(user: Voter, election: ElectionDetail, archiveUrl: string) {
  return useCancellableVotingStep(async (signal, onProgress) => {
    const { report } = await runElectionComputationInWorker(
      { kind: 'recount', url: archiveUrl },
      { signal, onProgress },
    )
    const { uuid, status, rollHash, head, questions, closedAt, enrolled, voted } = election
    const shown = {
      seen: buildElectionDescriptionToSign(election),
      isPublished: status === 'published',
      rollHash,
      isRollSigned: await verifyElectoralRollOfArchive(user, election, report.setup),
      head,
      turnout: closedAt === null ? undefined : { enrolled, voted },
      results: questions.map(({ result }) => result),
    }
    return {
      report,
      contradictions: findRecountContradictions(
        report,
        shown,
        await readElectionRecordStoredOnDevice(user.id, uuid),
      ),
    }
  })
}
