// Checks that each certificate of a key ceremony was made by the trustee whom it names.
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import { getDecryptionThreshold } from '#shared/ballot/trustees/ceremony.ts'
import { minTrustees } from '#shared/contracts/elections/elections.schemas.ts'
import { verifySignedTrusteeStatement } from '#shared/e2ee/election-statements.ts'
import { type Card, isPublicKeysSignatureValid } from '#shared/e2ee/signed-public-keys.ts'
import type { Signed, VerifySignature } from '#shared/e2ee/signed-text.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import type { KeyVerdict } from '#web/lib/e2ee/trust/trust.ts'
import { throwBallotAlarmUnless } from './ballot-alarm.ts'

export interface ListedCertificate {
  userId: number
  certificate: string
  statement: Signed
  card: Card
}

export interface CeremonyExpectation {
  ceremonyId: string
  size: number
  threshold: number
}

/** Throws unless the key ceremony belongs to the election and requires a majority of at least three trustees. */
export function requireValidKeyCeremony(
  { ceremonyId, size, threshold }: CeremonyExpectation,
  uuid: string,
): void {
  throwBallotAlarmUnless(ceremonyId === uuid, 'ceremony-forged', 'another election')
  const isMajority = size >= minTrustees && threshold === getDecryptionThreshold(size)
  throwBallotAlarmUnless(isMajority, 'ceremony-forged', `${threshold}/${size}`)
}

/**
 * Signed public keys (key cards) of the signed-in user, and the certificate that the user's own devices made, if any.
 */
export interface OwnCertificate {
  cards: Card[]
  userId: number
  certificate: string | undefined
}

/**
 * Checks all certificates in the order of the trustees. Each must be signed by its trustee's identity key for this
 * position, and the key must not contradict the key pinned for the trustee. Keys older than the pinned one are
 * rejected, because a replaced key may have been stolen.
 */
export async function verifyTrusteeCertificates(
  list: ListedCertificate[],
  { ceremonyId, size, threshold }: CeremonyExpectation,
  own: OwnCertificate,
  compareCard: (card: Card) => KeyVerdict,
  verify: VerifySignature,
): Promise<void> {
  throwBallotAlarmUnless(list.length === size, 'trustees-changed')
  throwBallotAlarmUnless(new Set(list.map(({ userId }) => userId)).size === size, 'trustees-changed')
  for (const [at, { userId, certificate, statement, card }] of list.entries()) {
    const name = String(userId)
    throwBallotAlarmUnless(card.userId === userId, 'certificate-unsigned', name)
    throwBallotAlarmUnless(await isPublicKeysSignatureValid(verify, card), 'certificate-unsigned', name)
    const signed = await verifySignedTrusteeStatement(card, statement, verify)
    const isForThis =
      signed?.ceremonyId === ceremonyId &&
      signed.size === size &&
      signed.threshold === threshold &&
      signed.index === at + 1 &&
      signed.certificate === computeSha256InHex(certificate)
    throwBallotAlarmUnless(isForThis, 'certificate-unsigned', name)
    if (userId === own.userId) {
      const isOwnCard = own.cards.some(({ sign, gen }) => sign === card.sign && gen === card.gen)
      const isOwnText = own.certificate === undefined || own.certificate === certificate
      throwBallotAlarmUnless(isOwnCard && isOwnText, 'own-certificate-forged')
      continue
    }
    const verdict = compareCard(card)
    throwBallotAlarmUnless(verdict === 'first' || verdict === 'same', 'trustee-key-changed', name)
  }
}

/**
 * Returns the user's key cards and own certificate, by which a device recognizes a certificate forged in the user's
 * name.
 */
export function buildOwnTrusteeCertificate(
  { card, older = [] }: Identity,
  certificate?: string,
): OwnCertificate {
  return { userId: card.userId, cards: [card, ...older.map(keys => keys.card)], certificate }
}
