// A voter's steps on this device: enrol, vote, follow the log. All checks of the server's claims are here.
import { parseElection } from '#shared/ballot/election.ts'
import { hashHex } from '#shared/ballot/hash.ts'
import type { LogHead } from '#shared/ballot/log/log-entry.ts'
import type { Card } from '#shared/e2ee/card.ts'
import type { VerifySignature } from '#shared/e2ee/signed-text.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { KeyVerdict } from '#web/lib/e2ee/trust/trust.ts'
import { requireHonest } from './ballot-alarm.ts'
import type { BallotJob } from './ballot-jobs.ts'
import { checkBooth } from './check-booth.ts'
import { checkCertificates, type ListedCertificate } from './check-certificates.ts'
import { followLog, type ListedEvent } from './check-log.ts'
import { type CheckedLine, checkRoll } from './check-roll.ts'
import type { ElectionServer, MemoryPort } from './election-server.ts'
import { computeOwnCredential, createEnrolment, type SeenElection } from './enrol.ts'

export interface VoterPorts {
  identity: Identity
  seen: SeenElection
  server: ElectionServer
  memory: MemoryPort
  compareCard(card: Card): KeyVerdict
  verify: VerifySignature
  encrypt(job: Extract<BallotJob, { kind: 'encrypt' }>): Promise<string>
}

export interface CastVote {
  hash: string
  height: number
  head: LogHead
}

/** Enrols and remembers the enrolment before it is sent, so that the keys count as used from then on. */
export async function enrolVoter(ports: VoterPorts, announcedHash: string | null): Promise<void> {
  const { credential, gen, statement } = await createEnrolment(ports.identity, ports.seen, announcedHash)
  await ports.memory.update(memory => ({ ...memory, enrolment: { gen, credential } }))
  await ports.server.enrol({ credential, statement })
}

/** Reads the log since the last visit and remembers its newest hash. Throws an alarm when the log was rewritten. */
export async function watchLog({ server, memory }: VoterPorts) {
  const { head: kept } = await memory.read()
  const followed = await followLog(kept, server.readLogPage)
  const { head } = followed
  if (head) {
    await memory.update(now => ({
      ...now,
      head: now.head && now.head.height > head.height ? now.head : head,
    }))
  }
  return followed
}

/** Certificates of all trustees after the check of their signatures. Throws when the ceremony is incomplete. */
export async function readCheckedCertificates(ports: VoterPorts, ownCertificate?: string): Promise<string[]> {
  const { certificates, ...expectation } = await ports.server.readCeremony()
  const complete = certificates.filter((entry): entry is ListedCertificate => entry !== null)
  const { card, older = [] } = ports.identity
  const own = {
    userId: card.userId,
    cards: [card, ...older.map(keys => keys.card)],
    certificate: ownCertificate,
  }
  const { ceremonyId, size, threshold } = expectation
  await checkCertificates(complete, { ceremonyId, size, threshold }, own, ports.compareCard, ports.verify)
  return complete.map(({ certificate }) => certificate)
}

/** Verifies the roll of the open election with the user's own line. `gen` is the generation of the enrolment. */
export async function checkOwnRoll(ports: VoterPorts, gen: number | undefined): Promise<CheckedLine[]> {
  const { identity, seen, server } = ports
  const booth = await server.readBooth()
  const own = gen === undefined ? undefined : await computeOwnCredential(identity, gen, seen.uuid)
  if (gen !== undefined) requireHonest(own !== undefined, 'keys-missing')
  const claim = { userId: identity.card.userId, credential: own?.credential }
  const lines = await server.readRollLines()
  const election = parseElection(booth.election)
  return checkRoll(lines, election, booth.credentials, claim, ports.compareCard, ports.verify)
}

function findBallotEvent(events: ListedEvent[], { hash, height }: { hash: string; height: number }) {
  return events.find(event => event.height === height && event.type === 'Ballot' && event.payload === hash)
}

/** Sends a kept ballot and checks that the log contains it. The same ballot may be sent any number of times. */
export async function submitBallot(ports: VoterPorts, ballot: string): Promise<CastVote> {
  const { server, memory } = ports
  const hash = hashHex(ballot)
  const { height } = await server.castBallot(ballot)
  const { head: kept } = await memory.read()
  const from = kept && kept.height <= height ? kept : undefined
  const { head, events } = await followLog(from, server.readLogPage)
  if (kept && !from) await watchLog(ports)
  requireHonest(
    head !== undefined && findBallotEvent(events, { hash, height }) !== undefined,
    'ballot-missing',
  )
  await memory.update(now => ({
    ...now,
    head: now.head && now.head.height > head.height ? now.head : head,
    ballots: (now.ballots ?? []).map(kept => (kept.hash === hash ? { ...kept, height } : kept)),
  }))
  return { hash, height, head }
}

/** Encrypts a ballot for the choices after all checks, keeps it on this device and casts it. */
export async function castVote(ports: VoterPorts, gen: number, choices: number[][]): Promise<CastVote> {
  const { identity, seen, server, memory } = ports
  const own = await computeOwnCredential(identity, gen, seen.uuid)
  requireHonest(own !== undefined, 'keys-missing')
  await watchLog(ports)
  const booth = await server.readBooth()
  checkBooth(booth, seen, await readCheckedCertificates(ports), own.credential)
  await checkOwnRoll(ports, gen)
  const job = { kind: 'encrypt' as const, election: booth.election, credential: own.secret, choices }
  const ballot = await ports.encrypt(job)
  const hash = hashHex(ballot)
  await memory.update(now => ({ ...now, ballots: [...(now.ballots ?? []), { text: ballot, hash }] }))
  return submitBallot(ports, ballot)
}
