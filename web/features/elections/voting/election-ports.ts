// Connects the checks of voters and trustees with the server, this device's keys and its memory.

import type { RollLine } from '#shared/ballot/roll.ts'
import * as endpoints from '#shared/contracts/elections/elections.endpoints.ts'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { BallotAlarm } from '#web/lib/ballot/ballot-alarm.ts'
import type { JobProgress } from '#web/lib/ballot/ballot-jobs.ts'
import { readElectionMemory, updateElectionMemory } from '#web/lib/ballot/election-memory.ts'
import type { ElectionServer } from '#web/lib/ballot/election-server.ts'
import type { SeenElection } from '#web/lib/ballot/enrol.ts'
import { runBallotJob } from '#web/lib/ballot/run-ballot-job.ts'
import type { TrusteePorts } from '#web/lib/ballot/trustee-steps.ts'
import { loadCurves } from '#web/lib/e2ee/crypto/curves.ts'
import { loadTrustWithVault } from '#web/lib/e2ee/group/trust-store.ts'
import { ensureKeys } from '#web/lib/e2ee/keys/own-keys.ts'
import { buildEndpointUrl, callEndpoint } from '#web/lib/http/api.ts'

const rollPageSize = 500

/** Election as the screen shows it, in the form that voters sign. */
export function describeSeenElection({ uuid, title, description, questions }: ElectionDetail): SeenElection {
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

async function readRollLines(id: number): Promise<RollLine[]> {
  const all: RollLine[] = []
  let after: string | undefined
  for (;;) {
    const query = { limit: rollPageSize, ...(after && { after }) }
    const { lines } = await callEndpoint(endpoints.readRoll, { params: { id }, query })
    for (const { card, isLateCard, statement } of lines)
      all.push({ card, late: isLateCard, enrolment: statement })
    after = lines.at(-1)?.credential
    if (lines.length < rollPageSize) return all
  }
}

function connectServer({ id, uuid }: ElectionDetail): ElectionServer {
  const params = { id }
  return {
    archiveUrl: buildEndpointUrl(endpoints.downloadArchive, { params: { uuid } }),
    enrol: body => callEndpoint(endpoints.enrol, { params, body }),
    readBooth: () => callEndpoint(endpoints.readBooth, { params }),
    readRollLines: () => readRollLines(id),
    readLogPage: from => callEndpoint(endpoints.readElectionLog, { params, query: { from } }),
    castBallot: ballot => callEndpoint(endpoints.castBallot, { params, body: { ballot } }),
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
    submitDecryption: partialDecryption =>
      callEndpoint(endpoints.submitDecryption, { params, body: { partialDecryption } }),
  }
}

export interface PortOptions {
  onProgress?: (progress: JobProgress) => void
  signal?: AbortSignal
}

/** Opens the user's keys, pins and memory for an election. Throws an alarm when the keys are on another device only. */
export async function openElectionPorts(
  user: { id: number; fullName: string },
  election: ElectionDetail,
  options: PortOptions = {},
): Promise<TrusteePorts> {
  const identity = await ensureKeys(user)
  if (!identity) throw new BallotAlarm('keys-missing')
  const [trust, { verify }] = [await loadTrustWithVault(identity), await loadCurves()]
  const { uuid } = election
  return {
    identity,
    seen: describeSeenElection(election),
    server: connectServer(election),
    memory: {
      read: () => readElectionMemory(user.id, uuid),
      update: change => updateElectionMemory(user.id, uuid, change),
    },
    compareCard: card => trust.compareCard(card),
    verify,
    encrypt: job => runBallotJob(job, options),
    recount: url => runBallotJob({ kind: 'recount', url }, options),
    decrypt: (text, encryptedTally, privateKey) =>
      runBallotJob({ kind: 'decrypt', election: text, encryptedTally, privateKey }, options),
  }
}
