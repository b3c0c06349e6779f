// Steps that the device of a voter makes: enrol, vote and check the public log.
// This file calls all checks by which a voter's device verifies what the server states.
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import { hashElectionSetup, type LogHead } from '#shared/ballot/log/log-entry.ts'
import { BallotAlarm, throwBallotAlarmUnless } from './ballot-alarm.ts'
import { listSupersededOwnBallots } from './device-election-record.ts'
import { createSignedEnrolment } from './enrol.ts'
import { type ListedEvent, readNewElectionLogEvents } from './read-new-election-log-events.ts'
import {
  requireConfirmedElectionReview,
  reviewElectionBeforeVoting,
} from './review-election-before-voting.ts'
import type { Booth } from './verify-election-setup.ts'
import type { VoterPorts } from './voter-ports.ts'

/** Server and device storage for checks of the election log that need none of the voter's keys. */
export type LogPorts = Pick<VoterPorts, 'server' | 'memory'>

export interface CastVote {
  hash: string
  height: number
  head: LogHead
}

/**
 * Enrols the voter. The enrolment is stored on this device before it is sent, so that from then on the keys count as
 * used. The trustees are stored as well, so that replaced trustees are detected when the user votes.
 */
export async function enrolVoter(ports: VoterPorts, announcedHash: string | null): Promise<void> {
  const { credential, gen, statement } = await createSignedEnrolment(
    ports.identity,
    ports.seen,
    announcedHash,
  )
  await ports.memory.update(memory => ({
    ...memory,
    enrolment: { gen, credential },
    trustees: ports.trustees,
  }))
  await ports.server.enrol({ credential, statement })
}

/**
 * Throws an alarm if this device enrolled the user but, after the electoral roll was fixed, the server denies the
 * enrolment.
 */
export async function requireOwnEnrolmentInElectoralRoll(
  { memory }: LogPorts,
  listed: string | null,
): Promise<void> {
  const { enrolment } = await memory.read()
  throwBallotAlarmUnless(enrolment === undefined || listed !== null, 'own-line-missing')
}

/**
 * Reads the election's public log since the last visit and stores its newest hash. If the log was rewritten, throws an
 * alarm.
 */
export async function readElectionLogSinceLastVisit({ server, memory }: LogPorts) {
  const { head: kept } = await memory.read()
  const followed = await readNewElectionLogEvents(kept, server.readLogPage).catch(async error => {
    // The organisers are told which events the public election log lacks.
    // The voter's device shows its alarm even if the report about missing events does not reach the server.
    if (kept && error instanceof BallotAlarm) await server.reportLostEvent(kept).catch(() => {})
    throw error
  })
  const { head, events } = followed
  if (head) {
    const setup = kept ? undefined : events[0]?.payload
    await memory.update(now => ({
      ...now,
      ...(setup && { setup }),
      head: now.head && now.head.height > head.height ? now.head : head,
    }))
  }
  return followed
}

/**
 * Reads the whole public log and verifies its hash chain. Throws an alarm when the log lacks the newest event that this
 * device has seen, or begins with another Setup event than the log that this device follows.
 */
async function readWholeElectionLog({ server, memory }: LogPorts) {
  const log = await readNewElectionLogEvents(undefined, server.readLogPage)
  const { head: kept, setup } = await memory.read()
  if (kept)
    throwBallotAlarmUnless(log.events[kept.height]?.hash === kept.hash, 'log-rewritten', String(kept.height))
  if (setup) throwBallotAlarmUnless(log.events[0]?.payload === setup, 'log-rewritten', 'setup')
  return log
}

/**
 * Throws an alarm when a ballot that this device replaced stands after its newest accepted one: a server that kept a ballot
 * back, or a request that arrived late, would make the replaced vote count. Voting again puts the newest vote last.
 */
export async function requireNewestOwnBallotToBeLastInLog(ports: LogPorts): Promise<void> {
  const kept = await ports.memory.read()
  const older = new Set(listSupersededOwnBallots(kept).map(({ hash }) => hash))
  if (older.size === 0) return
  const newest = kept.ballots?.findLast(({ height }) => height !== undefined)
  const { events } = await readWholeElectionLog(ports)
  const ballots = events.filter(({ type }) => type === 'Ballot').map(({ payload }) => payload)
  const late = ballots.slice(ballots.indexOf(newest?.hash ?? null) + 1)
  throwBallotAlarmUnless(!late.some(hash => hash !== null && older.has(hash)), 'older-ballot-counts')
}

/**
 * Throws an alarm unless the election log that this device follows begins with the given setup (election, trustees and
 * credentials). Otherwise a server could add voters to the list of credentials in the log and show this device another
 * list. From then on, this device follows no other log.
 */
async function requireElectionDataOfFollowedLog(ports: LogPorts, booth: Booth): Promise<void> {
  const { setup } = await ports.memory.read()
  const followed = setup ?? (await readWholeElectionLog(ports)).events[0]?.payload
  throwBallotAlarmUnless(followed === hashElectionSetup(booth), 'log-rewritten', 'setup')
  await ports.memory.update(now => ({ ...now, setup: followed }))
}

function findBallotEvent(events: ListedEvent[], { hash, height }: { hash: string; height: number }) {
  return events.find(event => event.height === height && event.type === 'Ballot' && event.payload === hash)
}

/**
 * Sends a ballot stored on this device and checks that the election log contains it. Sending the same ballot again is
 * harmless.
 */
export async function submitBallotAndVerifyItIsInLog(ports: LogPorts, ballot: string): Promise<CastVote> {
  const { server, memory } = ports
  const hash = computeSha256InHex(ballot)
  const { height } = await server.castBallot(ballot)
  const { head: kept } = await memory.read()
  const isNew = kept !== undefined && kept.height <= height
  const { head, events } = isNew
    ? await readNewElectionLogEvents(kept, server.readLogPage)
    : await readWholeElectionLog(ports)
  throwBallotAlarmUnless(
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

/**
 * Searches the whole public log for a ballot and verifies the hash chain. Returns its position, or undefined. The server says
 * whether a newer ballot of the voter has replaced it; a recount verifies this, because the ballots name their voters' credentials.
 */
export async function findBallotInElectionLog(
  ports: LogPorts,
  hash: string,
): Promise<{ height: number; eventHash: string; isReplaced: boolean } | undefined> {
  const { events } = await readWholeElectionLog(ports)
  const found = events.find(event => event.type === 'Ballot' && event.payload === hash)
  if (!found) return undefined
  return {
    height: found.height,
    eventHash: found.hash,
    isReplaced: await ports.server.isBallotReplaced(hash),
  }
}

/**
 * Sends the user's newest accepted ballot again if the election log has lost it, for example after a restore of the
 * server. Returns whether a ballot was sent. `listed` is the user's newest ballot on the server: when another device of
 * the user has cast it, that vote may be the newer one, and this device sends nothing.
 */
export async function resendLostBallot(
  { server, memory }: LogPorts,
  listed: string | null,
): Promise<boolean> {
  const { ballots = [] } = await memory.read()
  const newest = ballots.findLast(({ height }) => height !== undefined)
  if (!newest || (listed !== null && !ballots.some(({ hash }) => hash === listed))) return false
  const { events } = await readNewElectionLogEvents(undefined, server.readLogPage)
  if (events.some(event => event.type === 'Ballot' && event.payload === newest.hash)) return false
  const { height } = await server.castBallot(newest.text)
  await memory.update(now => ({
    ...now,
    ballots: (now.ballots ?? []).map(kept => (kept.hash === newest.hash ? { ...kept, height } : kept)),
  }))
  return true
}

/**
 * Accepts an election log that lost events, after the user has confirmed with the returning officer that the server was
 * restored from a backup. The newest event seen before stays stored on this device.
 */
export async function acceptRestoredElectionLog({ server, memory }: LogPorts): Promise<void> {
  const { head, events } = await readNewElectionLogEvents(undefined, server.readLogPage)
  const setup = events[0]?.payload ?? undefined
  await memory.update(now => ({ ...now, head, setup, lostHead: now.lostHead ?? now.head }))
}

/**
 * After all checks, encrypts a ballot for the choices, stores it on this device and casts it. A voter who cancels before the
 * ballot is sent gets an AbortError, and nothing is sent. Unless `isReviewed`, the checks end with `ReviewNeeded`, so that
 * the voter looks at the choices before anything is encrypted.
 */
export async function castVote(
  ports: VoterPorts,
  gen: number,
  choices: number[][],
  isReviewed = true,
): Promise<CastVote> {
  await readElectionLogSinceLastVisit(ports)
  const { booth, secret, review } = await reviewElectionBeforeVoting(ports, gen)
  await requireElectionDataOfFollowedLog(ports, booth)
  await requireConfirmedElectionReview(ports, review, isReviewed)
  const job = { kind: 'encrypt' as const, election: booth.election, credential: secret, choices }
  const ballot = await ports.encrypt(job)
  ports.signal?.throwIfAborted()
  const hash = computeSha256InHex(ballot)
  await ports.memory.update(now => ({ ...now, ballots: [...(now.ballots ?? []), { text: ballot, hash }] }))
  ports.signal?.throwIfAborted()
  return submitBallotAndVerifyItIsInLog(ports, ballot)
}
