// Verifies the fixed electoral roll against the user's own entry in it and against data stored on this device.
import { parsePublicVoterCredentials } from '#shared/ballot/credential.ts'
import { hashElectionQuestions, parseElection } from '#shared/ballot/election.ts'
import { throwBallotAlarmUnless } from './ballot-alarm.ts'
import { computeOwnVotingCredentialPair } from './enrol.ts'
import { pinPublicKeysOfVotersAndTrustees } from './pin-public-keys-of-voters-and-trustees.ts'
import type { Booth } from './verify-election-setup.ts'
import {
  type CheckedLine,
  type ListedLine,
  type OwnEnrolment,
  requireAllElectoralRollEntriesSigned,
  verifyElectoralRoll,
} from './verify-electoral-roll.ts'
import type { VoterPorts } from './voter-ports.ts'

/**
 * Up to this size, the identity keys on an electoral roll are pinned for conversations too. The hash is stored for
 * every roll.
 */
const maxPinnedRoll = 500

/** Verifies the electoral roll of the election, and stores the hash of the first roll that this device sees. */
async function verifyRollSignatures(
  ports: VoterPorts,
  booth: Booth | undefined,
  listed: ListedLine[],
  enrolled: Pick<OwnEnrolment, 'credentials' | 'merged'>,
): Promise<CheckedLine[]> {
  const { identity, seen, memory } = ports
  const rollHash = booth ? parseElection(booth.election).credentialAuthority : ports.rollHash
  throwBallotAlarmUnless(typeof rollHash === 'string', 'roll-forged', 'no hash')
  const { rollHash: known } = await memory.read()
  throwBallotAlarmUnless(known === undefined || known === rollHash, 'roll-forged', 'the roll was replaced')
  const claim = {
    rollHash,
    credentials: booth && parsePublicVoterCredentials(booth.credentials),
    electionUuid: seen.uuid,
    questions: hashElectionQuestions(seen),
  }
  const own = { userId: identity.card.userId, ...enrolled }
  const lines = await verifyElectoralRoll(listed, claim, own, ports.compareCard, ports.verify)
  const first = lines.filter(({ mark }) => mark === 'first').map(({ userId }) => userId)
  await memory.update(now => ({ ...now, rollHash, firstSeen: now.firstSeen ?? first }))
  const signed = lines.filter(({ mark }) => mark !== 'unsigned' && mark !== 'own')
  if (lines.length <= maxPinnedRoll)
    await pinPublicKeysOfVotersAndTrustees(
      ports,
      signed.map(({ card }) => card),
    )
  return lines
}

/**
 * Computes the user's voting credentials for the given key generations (versions of the keys). Generations without keys
 * on this device are omitted.
 */
async function computeOwnCredentials({ identity, seen }: VoterPorts, gens: (number | undefined)[]) {
  const known = [...new Set(gens)].filter(gen => gen !== undefined)
  const found = await Promise.all(known.map(gen => computeOwnVotingCredentialPair(identity, gen, seen.uuid)))
  return { isEnrolled: known.length > 0, credentials: found.flatMap(own => own?.credential ?? []) }
}

const findOwnRollEntry = ({ identity }: VoterPorts, listed: ListedLine[]) =>
  listed.find(({ card }) => card.userId === identity.card.userId)

/**
 * Computes the voting credential of an account that was merged into the user's account. Undefined if this device lacks
 * the keys of that account.
 */
async function computeMergedCredential({ merged, seen }: VoterPorts, gen: number | undefined) {
  if (!merged?.identity || gen === undefined) return undefined
  const own = await computeOwnVotingCredentialPair(merged.identity, gen, seen.uuid)
  return own && { userId: merged.userId, credential: own.credential }
}

/**
 * Verifies the fixed electoral roll including the user's own entry, and rates each entry. The enrolment stored on this
 * device and the key generation (version of the keys) stated by the server are both taken into account, so that a
 * dropped enrolment is detected. A voter
 * passes the booth with which the ballot will be encrypted, because the server could answer a second request differently.
 */
export async function verifyElectoralRollWithOwnEntry(
  ports: VoterPorts,
  gen: number | undefined,
  checkedBooth?: Booth,
): Promise<CheckedLine[]> {
  const { enrolment } = await ports.memory.read()
  const booth = checkedBooth ?? (await ports.server.readBooth())
  const listed = await ports.server.readRollLines()
  // When the user votes with keys of a merged account, `gen` is the key generation (version) of that account.
  // The key generation of the user's own account is in the roll entry.
  const ownGen = ports.merged ? findOwnRollEntry(ports, listed)?.card.gen : gen
  const { isEnrolled, credentials } = await computeOwnCredentials(ports, [enrolment?.gen, ownGen])
  throwBallotAlarmUnless(!isEnrolled || credentials.length > 0, 'keys-missing')
  const merged = await computeMergedCredential(ports, gen)
  return verifyRollSignatures(ports, booth, listed, { credentials, merged })
}

/** Requires that the ballots of an election archive belong to a signed electoral roll, before a trustee decrypts. */
export async function requireElectionArchiveMatchesSignedRoll(
  ports: VoterPorts,
  booth: Booth,
): Promise<void> {
  const { enrolment } = await ports.memory.read()
  const listed = await ports.server.readRollLines()
  const line = findOwnRollEntry(ports, listed)
  const { isEnrolled, credentials } = await computeOwnCredentials(ports, [enrolment?.gen, line?.card.gen])
  const lacksKey = isEnrolled && credentials.length === 0
  requireAllElectoralRollEntriesSigned(
    await verifyRollSignatures(ports, booth, listed, { credentials: lacksKey ? undefined : credentials }),
  )
}
