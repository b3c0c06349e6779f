// Checks that the certificates of a key ceremony were made by the people whose names they carry.
import { hashHex } from '#shared/ballot/hash.ts'
import { type Card, isCardSignatureValid } from '#shared/e2ee/card.ts'
import { verifyTrusteeStatement } from '#shared/e2ee/election-statements.ts'
import type { Signed, VerifySignature } from '#shared/e2ee/signed-text.ts'
import type { KeyVerdict } from '#web/lib/e2ee/trust/trust.ts'
import { requireHonest } from './ballot-alarm.ts'

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

/** Card of the signed-in user with the certificate that the user's own devices made, if any. */
export interface OwnCertificate {
  cards: Card[]
  userId: number
  certificate: string | undefined
}

/**
 * Checks all certificates in the order of the trustees: each is signed by the identity key of its trustee for this
 * position, and that key does not contradict the pinned one. Cards of lower generations than the pinned one count as
 * forged, because anybody may hold a key that was replaced. Returns trustees whose key is seen for the first time.
 */
export async function checkCertificates(
  list: ListedCertificate[],
  { ceremonyId, size, threshold }: CeremonyExpectation,
  own: OwnCertificate,
  compareCard: (card: Card) => KeyVerdict,
  verify: VerifySignature,
): Promise<number[]> {
  requireHonest(list.length === size, 'trustees-changed')
  requireHonest(new Set(list.map(({ userId }) => userId)).size === size, 'trustees-changed')
  const first: number[] = []
  for (const [at, { userId, certificate, statement, card }] of list.entries()) {
    const name = String(userId)
    requireHonest(card.userId === userId, 'certificate-unsigned', name)
    requireHonest(await isCardSignatureValid(verify, card), 'certificate-unsigned', name)
    const signed = await verifyTrusteeStatement(card, statement, verify)
    const isForThis =
      signed?.ceremonyId === ceremonyId &&
      signed.size === size &&
      signed.threshold === threshold &&
      signed.index === at + 1 &&
      signed.certificate === hashHex(certificate)
    requireHonest(isForThis, 'certificate-unsigned', name)
    if (userId === own.userId) {
      const isOwnCard = own.cards.some(({ sign, gen }) => sign === card.sign && gen === card.gen)
      const isOwnText = own.certificate === undefined || own.certificate === certificate
      requireHonest(isOwnCard && isOwnText, 'own-certificate-forged')
      continue
    }
    const verdict = compareCard(card)
    requireHonest(verdict === 'first' || verdict === 'same', 'trustee-key-changed', name)
    if (verdict === 'first') first.push(userId)
  }
  return first
}
