/**
 * Builds the review that a voter confirms once before voting: the trustees, and how many entries of the electoral roll
 * are doubtful.
 */
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import { BallotAlarm, type BallotAlarmKind, throwBallotAlarmUnless } from './ballot-alarm.ts'
import type { DeviceElectionRecord } from './device-election-record.ts'
import { computeOwnVotingCredentialPair } from './enrol.ts'
import { pinPublicKeysOfVotersAndTrustees } from './pin-public-keys-of-voters-and-trustees.ts'
import { readAndVerifyTrusteesOfKeyCeremony } from './read-and-verify-trustees-of-key-ceremony.ts'
import { computeTrusteeKeyCode, computeTrusteesHash } from './trustee-key-fingerprints.ts'
import { type Booth, verifyElectionSetup } from './verify-election-setup.ts'
import { type CheckedLine, requireAllElectoralRollEntriesSigned } from './verify-electoral-roll.ts'
import { verifyElectoralRollWithOwnEntry } from './verify-electoral-roll-with-own-entry.ts'
import { buildOwnTrusteeCertificate, type ListedCertificate } from './verify-trustee-certificates.ts'
import type { VoterPorts } from './voter-ports.ts'

export interface ReviewedTrustee {
  userId: number
  isReplacement: boolean
  /** Whether this device sees the trustee's key for the first time in this election. */
  isFirstSeen: boolean
  /** Code of the trustee's key, which the voter can compare with the trustee. */
  code: string
}

export interface ElectionReview {
  /** Hash of the data that the voter reviews: trustees' keys, roll, renewed keys, merged account if any. */
  hash: string
  /** Hash of the trustees and their keys, which is the same on the devices of all voters. */
  trusteesHash: string
  trustees: ReviewedTrustee[]
  /**
   * Entries of the electoral roll whose keys this device sees for the first time, or that were created or renewed
   * later.
   */
  lines: { first: number; late: number; renewed: number }
  /** Reasons why the user must look at the trustees and the electoral roll before voting. */
  reason: BallotAlarmKind
}

/**
 * Alarm: the user must review the vote before it is cast. Unless `isConfirmed`, the user must also confirm the trustees
 * and the electoral roll on this device.
 */
export class ElectionReviewRequired extends BallotAlarm {
  readonly review: ElectionReview
  readonly isConfirmed: boolean

  constructor(review: ElectionReview, isConfirmed: boolean) {
    super(review.reason)
    this.review = review
    this.isConfirmed = isConfirmed
  }
}

/** Verifies the trustees' signatures, pins their keys and returns them. Throws if the key ceremony is incomplete. */
async function readVerifiedTrustees(
  ports: VoterPorts,
  ownCertificate?: string,
): Promise<ListedCertificate[]> {
  const { identity, seen } = ports
  const trustees = await readAndVerifyTrusteesOfKeyCeremony({
    ...ports,
    electionUuid: seen.uuid,
    own: buildOwnTrusteeCertificate(identity, ownCertificate),
  })
  const others = trustees.filter(({ userId }) => userId !== identity.card.userId)
  await pinPublicKeysOfVotersAndTrustees(
    ports,
    others.map(({ card }) => card),
  )
  return trustees
}

/** Verifies the signatures of all trustees and returns their certificates. */
export async function readVerifiedTrusteeCertificates(
  ports: VoterPorts,
  ownCertificate?: string,
): Promise<string[]> {
  const trustees = await readVerifiedTrustees(ports, ownCertificate)
  return trustees.map(({ certificate }) => certificate)
}

function buildElectionReview(
  trustees: ListedCertificate[],
  lines: CheckedLine[],
  { rollHash, firstSeen = [], firstSeenKeys = [], trustees: before, secretVersion }: DeviceElectionRecord,
  { userId: ownId, mergedId }: { userId: number; mergedId: number | undefined },
): ElectionReview {
  const listed = trustees.map(({ userId, card }) => ({
    userId,
    isReplacement: before !== undefined && !before.includes(userId),
    isFirstSeen: firstSeenKeys.includes(card.sign),
    code: computeTrusteeKeyCode(card),
  }))
  const wasTrustee = secretVersion !== undefined || before?.includes(ownId) === true
  const isOwnMissing = wasTrustee && !listed.some(({ userId }) => userId === ownId)
  const isReplaced =
    listed.some(({ isReplacement }) => isReplacement) || (before ?? listed).length > listed.length
  const renewed = lines.filter(({ mark }) => mark === 'renewed')
  const trusteesHash = computeTrusteesHash(trustees)
  const renewedKeys = renewed.map(({ card }) => card.sign).sort()
  return {
    hash: computeSha256InHex(
      JSON.stringify([trusteesHash, rollHash, renewedKeys, ...(mergedId ? [mergedId] : [])]),
    ),
    trusteesHash,
    trustees: listed,
    lines: {
      first: firstSeen.length,
      late: lines.filter(({ mark }) => mark === 'late').length,
      renewed: renewed.length,
    },
    reason: isOwnMissing
      ? 'own-certificate-missing'
      : isReplaced
        ? 'trustees-replaced'
        : mergedId !== undefined
          ? 'merged-account'
          : renewed.length > 0
            ? 'roll-keys-renewed'
            : 'review-needed',
  }
}

/** Computes the voting credential of the user, or of the merged account that signed the user's entry in the roll. */
async function computeCredentialToVoteWith({ identity, merged, seen }: VoterPorts, gen: number) {
  const keys = merged ? merged.identity : identity
  const own = keys && (await computeOwnVotingCredentialPair(keys, gen, seen.uuid))
  throwBallotAlarmUnless(own !== undefined, merged ? 'merged-keys-missing' : 'keys-missing')
  return own
}

/** Checks the election before the voter's ballot is encrypted. Every contradiction throws an alarm. */
export async function reviewElectionBeforeVoting(
  ports: VoterPorts,
  gen: number,
): Promise<{ booth: Booth; secret: bigint; review: ElectionReview }> {
  const { identity, seen, server, memory } = ports
  const own = await computeCredentialToVoteWith(ports, gen)
  const booth = await server.readBooth()
  throwBallotAlarmUnless(booth !== undefined, 'questions-changed', 'not open')
  const trustees = await readVerifiedTrustees(ports)
  const ids = trustees.map(({ userId }) => userId)
  throwBallotAlarmUnless(ids.join() === ports.trustees.join(), 'trustees-changed', 'people')
  const certificates = trustees.map(({ certificate }) => certificate)
  verifyElectionSetup(booth, seen, certificates, own.credential)
  const lines = await verifyElectoralRollWithOwnEntry(ports, gen, booth)
  requireAllElectoralRollEntriesSigned(lines)
  const review = buildElectionReview(trustees, lines, await memory.read(), {
    userId: identity.card.userId,
    mergedId: ports.merged?.userId,
  })
  return { booth, secret: own.secret, review }
}

/** Throws unless the user has confirmed trustees and electoral roll on this device and has finished the review. */
export async function requireConfirmedElectionReview(
  { memory }: VoterPorts,
  review: ElectionReview,
  isReviewed: boolean,
): Promise<void> {
  const { acceptedReview } = await memory.read()
  const isConfirmed = acceptedReview === review.hash
  if (!isConfirmed || !isReviewed) throw new ElectionReviewRequired(review, isConfirmed)
}

/** Stores that the user has reviewed and confirmed the trustees and the electoral roll. */
export async function storeConfirmedElectionReview(
  { memory }: Pick<VoterPorts, 'memory'>,
  hash: string,
): Promise<void> {
  await memory.update(now => ({ ...now, acceptedReview: hash }))
}
