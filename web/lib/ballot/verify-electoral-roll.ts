// Checks the electoral roll against the election, the pinned keys of voters and the user's own enrolment.
import { BallotError } from '#shared/ballot/ballot-error.ts'
import { parsePublicVoterCredentials } from '#shared/ballot/credential.ts'
import { hashElectionQuestions } from '#shared/ballot/election.ts'
import type { Setup } from '#shared/ballot/log/verify-log.ts'
import {
  hashElectoralRoll,
  type RollExpectation,
  type RollLine,
  requireElectoralRollToMatchCredentials,
  type VerifiedLine,
  verifyVoterSignaturesInElectoralRollLine,
} from '#shared/ballot/roll.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import type { VerifySignature } from '#shared/e2ee/signed-text.ts'
import type { KeyVerdict } from '#web/lib/e2ee/trust/trust.ts'
import { BallotAlarm, throwBallotAlarmUnless } from './ballot-alarm.ts'

/** Entry of the electoral roll as the server lists it. Its name and times are not signed by the voter. */
export interface ListedLine extends RollLine {
  name: string | null
  hasVoted: boolean
  isMerged: boolean
}

/**
 * Rating of the key that signed an entry of the electoral roll. `late`: the key was published after the election was
 * announced, so the roll may be the first to show it. `outdated`: this device knows a newer key, which the voter may
 * have made after enrolling. `forged` and `unsigned` stop voting.
 */
export type LineMark = 'own' | 'known' | 'first' | 'late' | 'renewed' | 'outdated' | 'forged' | 'unsigned'

export interface CheckedLine extends ListedLine {
  userId: number
  mark: LineMark
}

function determineRollEntryMark({ late }: VerifiedLine, verdict: KeyVerdict): LineMark {
  if (late && (verdict === 'first' || verdict === 'same')) return 'late'
  return ({ first: 'first', same: 'known', newer: 'renewed', older: 'outdated', swapped: 'forged' } as const)[
    verdict
  ]
}

export interface OwnEnrolment {
  userId: number
  /**
   * Voting credentials computed from the user's keys for the enrolments that this device or the server has stored.
   * Empty: the user did not enrol. Undefined: this device lacks the keys and cannot compute them.
   */
  credentials: string[] | undefined
  /** Account that was merged into the user's account. The user votes with its credential, which must be in the roll. */
  merged?: { userId: number; credential: string } | undefined
}

/**
 * Checks that the electoral roll contains the user's own entry with the right credential if, and only if, the user
 * enrolled.
 */
function requireCorrectOwnRollEntry(
  lines: VerifiedLine[],
  { userId, credentials }: Omit<OwnEnrolment, 'merged'>,
) {
  if (credentials === undefined) return
  const own = lines.find(line => line.userId === userId)
  if (credentials.length === 0) throwBallotAlarmUnless(own === undefined, 'own-line-forged')
  else {
    throwBallotAlarmUnless(own !== undefined, 'own-line-missing')
    throwBallotAlarmUnless(credentials.includes(own.credential), 'own-line-forged')
  }
}

export interface RollClaim extends RollExpectation {
  /**
   * Hash of the electoral roll stated in the election. Before voting opens, the hash of the roll that the server sends.
   */
  rollHash: string
  /** Voting credentials in the election's public log; undefined before voting opens. */
  credentials: ReadonlySet<string> | undefined
}

/**
 * Verifies the electoral roll and rates each entry. If the roll contradicts the election or the user's own enrolment,
 * throws an alarm. Entries with a wrong signature are rated, so that the screen can show them.
 */
export async function verifyElectoralRoll(
  lines: ListedLine[],
  { rollHash, credentials, ...expectation }: RollClaim,
  own: OwnEnrolment,
  compareCard: (card: Card) => KeyVerdict,
  verify: VerifySignature,
): Promise<CheckedLine[]> {
  try {
    throwBallotAlarmUnless(hashElectoralRoll(lines) === rollHash, 'roll-forged', 'another roll')
    const checked: CheckedLine[] = []
    const verified: VerifiedLine[] = []
    for (const line of lines) {
      const { userId } = line.card
      const result = await verifyVoterSignaturesInElectoralRollLine(line, expectation, verify)
      if (result) verified.push(result)
      const isOwn = userId === own.userId || userId === own.merged?.userId
      const mark = result && (isOwn ? 'own' : determineRollEntryMark(result, compareCard(line.card)))
      checked.push({ ...line, userId, mark: mark ?? 'unsigned' })
    }
    requireCorrectOwnRollEntry(verified, own)
    if (own.merged)
      requireCorrectOwnRollEntry(verified, {
        userId: own.merged.userId,
        credentials: [own.merged.credential],
      })
    if (credentials && verified.length === lines.length)
      requireElectoralRollToMatchCredentials(verified, credentials)
    return checked
  } catch (error) {
    if (error instanceof BallotError) throw new BallotAlarm('roll-forged', error.message)
    throw error
  }
}

/**
 * True when all lines of the electoral roll are signed and belong to this setup: the same hash, and one line for each
 * credential.
 */
export async function doesElectoralRollMatchElection(
  { election, credentials }: Setup,
  lines: ListedLine[],
  verify: VerifySignature,
): Promise<boolean> {
  const claim = {
    rollHash: election.credentialAuthority ?? '',
    credentials: parsePublicVoterCredentials(credentials),
    electionUuid: election.uuid,
    questions: hashElectionQuestions(election),
  }
  try {
    const nobody = { userId: 0, credentials: undefined }
    const checked = await verifyElectoralRoll(lines, claim, nobody, () => 'first', verify)
    return !checked.some(isRollEntryForged)
  } catch (error) {
    if (error instanceof BallotAlarm) return false
    throw error
  }
}

export const isRollEntryForged = ({ mark }: Pick<CheckedLine, 'mark'>) =>
  mark === 'forged' || mark === 'unsigned'

/** Throws an alarm with the names of the voters who did not sign their entries in the electoral roll. */
export function requireAllElectoralRollEntriesSigned(lines: CheckedLine[]): void {
  const forged = lines.filter(isRollEntryForged)
  const names = forged.map(({ name, userId }) => name ?? String(userId)).join(', ')
  throwBallotAlarmUnless(forged.length === 0, 'roll-line-forged', names)
}
