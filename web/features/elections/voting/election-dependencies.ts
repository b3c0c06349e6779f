// Connects the code that verifies elections to the server and to the keys and records on this device.

import * as endpoints from '#shared/contracts/elections/elections.endpoints.ts'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { BallotAlarm } from '#web/lib/ballot/ballot-alarm.ts'
import type { JobProgress } from '#web/lib/ballot/ballot-jobs.ts'
import {
  readElectionRecordStoredOnDevice,
  updateElectionRecordStoredOnDevice,
} from '#web/lib/ballot/device-election-record.ts'
import type { ElectionServer, MemoryPort } from '#web/lib/ballot/election-server.ts'
import type { SeenElection } from '#web/lib/ballot/enrol.ts'
import type { CeremonyCheck } from '#web/lib/ballot/read-and-verify-trustees-of-key-ceremony.ts'
import { runElectionComputationInWorker } from '#web/lib/ballot/run-ballot-job.ts'
import type { TrusteePorts } from '#web/lib/ballot/trustee-steps.ts'
import type { ListedLine } from '#web/lib/ballot/verify-electoral-roll.ts'
import { buildOwnTrusteeCertificate } from '#web/lib/ballot/verify-trustee-certificates.ts'
import { loadEllipticCurveImplementation } from '#web/lib/e2ee/crypto/curves.ts'
import { loadPinnedKeysMergedWithServerBackup } from '#web/lib/e2ee/group/trust-store.ts'
import { ensureEncryptionKeys, readEncryptionKeysOfDevice } from '#web/lib/e2ee/keys/own-keys.ts'
import { loadKeysOfMergedAccount } from '#web/lib/e2ee/keys/unlock-merged-keys.ts'
import { buildEndpointUrl, callEndpoint } from '#web/lib/http/api.ts'

const rollPageSize = 500

/** Converts an election from the server's response to the format that voters sign. */
export function buildElectionDescriptionToSign({
  uuid,
  title,
  description,
  questions,
}: ElectionDetail): SeenElection {
  return {
    uuid,
    name: title,
    description,
    questions: questions.map(({ text, min, max, hasBlank, candidates }) => ({
      question: text,
      answers: candidates.map(({ name }) => name),
      min,
      max,
      ...(hasBlank && { blank: true }),
    })),
  }
}

async function readElectoralRollEntries(id: number): Promise<ListedLine[]> {
  const all: ListedLine[] = []
  let after: string | undefined
  for (;;) {
    const query = { limit: rollPageSize, ...(after && { after }) }
    const { lines } = await callEndpoint(endpoints.readRoll, { params: { id }, query })
    for (const { card, isLateCard, statement, person, hasVoted, isMerged } of lines)
      all.push({
        card,
        late: isLateCard,
        enrolment: statement,
        name: person?.fullName ?? null,
        hasVoted,
        isMerged,
      })
    after = lines.at(-1)?.credential
    if (lines.length < rollPageSize) return all
  }
}

function createElectionServer({ id, uuid, openedAt }: ElectionDetail): ElectionServer {
  const params = { id }
  return {
    archiveUrl: buildEndpointUrl(endpoints.downloadArchive, { params: { uuid } }),
    enrol: body => callEndpoint(endpoints.enrol, { params, body }),
    readBooth: async () => (openedAt === null ? undefined : callEndpoint(endpoints.readBooth, { params })),
    readRollLines: () => readElectoralRollEntries(id),
    readLogPage: from => callEndpoint(endpoints.readElectionLog, { params, query: { from } }),
    reportLostEvent: head => callEndpoint(endpoints.reportLostEvent, { params, body: head }),
    castBallot: ballot => callEndpoint(endpoints.castBallot, { params, body: { ballot } }),
    isBallotReplaced: async hash =>
      !(await callEndpoint(endpoints.readReceipt, { params: { ...params, hash } })).isNewest,
    readCeremony: async () => {
      const { certificates, ...rest } = await callEndpoint(endpoints.readCeremony, { params })
      const list = certificates.map(
        entry =>
          entry && {
            userId: entry.person.id,
            certificate: entry.certificate,
            statement: entry.statement,
            card: entry.card,
          },
      )
      return { ...rest, certificates: list }
    },
    readSecret: () => callEndpoint(endpoints.readTrusteeSecret, { params }),
    saveSecret: body => callEndpoint(endpoints.saveTrusteeSecret, { params, body }),
    submitCertificate: body => callEndpoint(endpoints.submitCertificate, { params, body }),
    submitPolynomial: polynomial =>
      callEndpoint(endpoints.submitPolynomial, { params, body: { polynomial } }),
    submitVoutput: voutput => callEndpoint(endpoints.submitVoutput, { params, body: { voutput } }),
    submitDecryption: body => callEndpoint(endpoints.submitDecryption, { params, body }),
  }
}

/**
 * Gives access to the server requests and stored records of this device that checks of the election log need. Such
 * checks need no keys.
 */
export function createElectionLogCheckDependencies(userId: number, election: ElectionDetail) {
  const { uuid } = election
  const memory: MemoryPort = {
    read: () => readElectionRecordStoredOnDevice(userId, uuid),
    update: change => updateElectionRecordStoredOnDevice(userId, uuid, change),
  }
  return { server: createElectionServer(election), memory }
}

/**
 * Gives access to what this device needs to check the trustees. A device without keys checks the signatures only, because
 * looking at the page must not create keys. A trustee's device needs the trustee's keys: the server could otherwise show
 * the trustee the code of invented trustees, among them one in the trustee's own name.
 */
export async function loadKeysForTrusteeVerification(
  user: { id: number },
  election: ElectionDetail,
): Promise<CeremonyCheck> {
  const { verify } = await loadEllipticCurveImplementation()
  const keys = await readEncryptionKeysOfDevice(user.id)
  const identity = keys.obstacle === undefined ? keys.identity : null
  if (!identity && election.own.trusteeIndex !== null) throw new BallotAlarm('keys-missing')
  const trust = identity && (await loadPinnedKeysMergedWithServerBackup(identity))
  return {
    server: createElectionServer(election),
    electionUuid: election.uuid,
    own: identity
      ? buildOwnTrusteeCertificate(identity)
      : { userId: user.id, cards: [], certificate: undefined },
    compareCard: card => trust?.compareCard(card) ?? 'first',
    verify,
  }
}

export interface PortOptions {
  onProgress?: (progress: JobProgress) => void
  signal?: AbortSignal
}

/**
 * Gives access to the keys, pinned contacts and records of this device for an election. Throws if only another device
 * has the keys.
 */
export async function loadKeysAndRecordsForVoterOrTrustee(
  user: { id: number; fullName: string },
  election: ElectionDetail,
  options: PortOptions = {},
): Promise<TrusteePorts> {
  const identity = await ensureEncryptionKeys(user)
  if (!identity) throw new BallotAlarm('keys-missing')
  const [trust, { verify }] = [
    await loadPinnedKeysMergedWithServerBackup(identity),
    await loadEllipticCurveImplementation(),
  ]
  const { mergedKeys } = election.own
  return {
    ...createElectionLogCheckDependencies(user.id, election),
    identity,
    ...(mergedKeys && {
      merged: { userId: mergedKeys.userId, identity: await loadKeysOfMergedAccount(mergedKeys) },
    }),
    seen: buildElectionDescriptionToSign(election),
    rollHash: election.rollHash,
    trustees: election.trustees.map(({ person }) => person.id),
    compareCard: card => trust.compareCard(card),
    recordCards: cards => trust.recordCards(cards.map(card => ({ card, word: 'listed' }))),
    verify,
    ...(options.signal && { signal: options.signal }),
    encrypt: job => runElectionComputationInWorker(job, options),
    recount: url => runElectionComputationInWorker({ kind: 'recount', url }, options),
    decrypt: (text, encryptedTally, privateKey) =>
      runElectionComputationInWorker(
        { kind: 'decrypt', election: text, encryptedTally, privateKey },
        options,
      ),
  }
}
