/**
 * Builds the review that a voter confirms once before voting: the trustees, and how many entries of the electoral roll
 * are doubtful.
 */
import { hashToHex } from '#shared/ballot/hash.ts'
import { BallotAlarm, type BallotAlarmKind, throwBallotAlarmUnless } from './ballot-alarm.ts'
import type { DeviceElectionRecord } from './device-election-record.ts'
import { computeOwnVotingCredential } from './enrol.ts'
import { type Booth, verifyElectionSetup } from './verify-election-setup.ts'
import { type CheckedLine, requireSignedRollEntries } from './verify-electoral-roll.ts'
import { verifyElectoralRollWithOwnEntry } from './verify-electoral-roll-with-own-entry.ts'
import {
  type ListedCertificate,
  requireValidKeyCeremony,
  verifyTrusteeCertificates,
} from './verify-trustee-certificates.ts'
import type { VoterPorts } from './voter-ports.ts'

export interface ElectionReview {
  /** Hash of the trustees' keys, the electoral roll and its entries with newer keys. */
  hash: string
  /** Hash of the trustees and their keys. It is the same on the devices of all voters. */
  trusteesHash: string
  trustees: { userId: number; isReplacement: boolean }[]
  /**
   * Entries of the electoral roll whose keys this device sees for the first time, or that were created or renewed
   * later.
   */
  lines: { first: number; late: number; renewed: number }
  /** Reasons why the user must look at the trustees and the electoral roll before voting. */
  reason: BallotAlarmKind
}

/** Alarm: the user has not confirmed the trustees or the electoral roll yet. */
export class ReviewNeeded extends BallotAlarm {
  readonly review: ElectionReview

  constructor(review: ElectionReview) {
    super(review.reason)
    this.review = review
  }
}

/** Returns the trustees after checking their signatures. If the key ceremony is incomplete, throws. */
async function readCheckedTrustees(ports: VoterPorts, ownCertificate?: string): Promise<ListedCertificate[]> {
  const { certificates, ceremonyId, size, threshold } = await ports.server.readCeremony()
  const ceremony = { ceremonyId, size, threshold }
  requireValidKeyCeremony(ceremony, ports.seen.uuid)
  const complete = certificates.filter((entry): entry is ListedCertificate => entry !== null)
  const { card, older = [] } = ports.identity
  const own = {
    userId: card.userId,
    cards: [card, ...older.map(keys => keys.card)],
    certificate: ownCertificate,
  }
  await verifyTrusteeCertificates(complete, ceremony, own, ports.compareCard, ports.verify)
  await ports.recordCards(complete.map(entry => entry.card).filter(({ userId }) => userId !== card.userId))
  return complete
}

/** Returns the certificates of all trustees after checking their signatures. */
export async function readVerifiedTrusteeCertificates(
  ports: VoterPorts,
  ownCertificate?: string,
): Promise<string[]> {
  const trustees = await readCheckedTrustees(ports, ownCertificate)
  return trustees.map(({ certificate }) => certificate)
}

function describeReview(
  trustees: ListedCertificate[],
  lines: CheckedLine[],
  { rollHash, firstSeen = [], trustees: before, secretVersion }: DeviceElectionRecord,
  ownId: number,
): ElectionReview {
  const listed = trustees.map(({ userId }) => ({
    userId,
    isReplacement: before !== undefined && !before.includes(userId),
  }))
  const wasTrustee = secretVersion !== undefined || before?.includes(ownId) === true
  const isOwnMissing = wasTrustee && !listed.some(({ userId }) => userId === ownId)
  const isReplaced =
    listed.some(({ isReplacement }) => isReplacement) || (before ?? listed).length > listed.length
  const renewed = lines.filter(({ mark }) => mark === 'renewed')
  const trusteesHash = hashToHex(
    JSON.stringify(trustees.map(({ card }) => [card.userId, card.gen, card.sign])),
  )
  const renewedKeys = renewed.map(({ card }) => card.sign).sort()
  return {
    hash: hashToHex(JSON.stringify([trusteesHash, rollHash, renewedKeys])),
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
        : renewed.length > 0
          ? 'roll-keys-renewed'
          : 'review-needed',
  }
}

/** Checks the election before a voter's ballot is encrypted. Throws an alarm at every contradiction. */
export async function reviewElectionBeforeVoting(
  ports: VoterPorts,
  gen: number,
): Promise<{ booth: Booth; secret: bigint; review: ElectionReview }> {
  const { identity, seen, server, memory } = ports
  const own = await computeOwnVotingCredential(identity, gen, seen.uuid)
  throwBallotAlarmUnless(own !== undefined, 'keys-missing')
  const booth = await server.readBooth()
  throwBallotAlarmUnless(booth !== undefined, 'questions-changed', 'not open')
  const trustees = await readCheckedTrustees(ports)
  const ids = trustees.map(({ userId }) => userId)
  throwBallotAlarmUnless(ids.join() === ports.trustees.join(), 'trustees-changed', 'people')
  const certificates = trustees.map(({ certificate }) => certificate)
  verifyElectionSetup(booth, seen, certificates, own.credential)
  const lines = await verifyElectoralRollWithOwnEntry(ports, gen)
  requireSignedRollEntries(lines)
  const review = describeReview(trustees, lines, await memory.read(), identity.card.userId)
  return { booth, secret: own.secret, review }
}

/** Throws unless the user has confirmed these trustees and this roll on this device. */
export async function requireConfirmedElectionReview(
  { memory }: VoterPorts,
  review: ElectionReview,
): Promise<void> {
  const { acceptedReview } = await memory.read()
  if (acceptedReview !== review.hash) throw new ReviewNeeded(review)
}

/** Stores that the user has seen and confirmed the trustees and the electoral roll. */
export async function storeConfirmedElectionReview(
  { memory }: Pick<VoterPorts, 'memory'>,
  hash: string,
): Promise<void> {
  await memory.update(now => ({ ...now, acceptedReview: hash }))
}
