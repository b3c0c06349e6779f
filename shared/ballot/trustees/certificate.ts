// Certificates by which trustees publish their keys (section "Certificates" of the Belenios specification).
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import {
  type Element,
  formatGroupElement,
  generator,
  groupName,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import { type PublicBase, parseAndCachePublicKey } from '#shared/ballot/group/public-base.ts'
import {
  certificateKeys,
  parseBallotJson,
  type SignedMessage,
  serializeBallotJson,
  signedMessage,
} from '#shared/ballot/structures.ts'
import { type ChannelKeys, signTrusteeMessage, verifySignedTrusteeMessage } from './channel.ts'

/** Position of a trustee in a key ceremony (from 1), with the number of trustees and of those needed to decrypt. */
export interface CeremonyContext {
  size: number
  threshold: number
  index: number
}

export interface Certificate {
  context: CeremonyContext
  verification: PublicBase
  encryption: Element
  verificationText: string
  encryptionText: string
  signed: SignedMessage
}

/** Signs the public keys of a trustee with the trustee's own signing key. */
export function signCertificate(keys: ChannelKeys, { size, threshold, index }: CeremonyContext): string {
  const message = serializeBallotJson({
    context: { group: groupName, size, threshold, index },
    verification: formatGroupElement(raiseToSecretExponentInConstantTime(generator, keys.signing)),
    encryption: formatGroupElement(raiseToSecretExponentInConstantTime(generator, keys.decryption)),
  })
  return serializeBallotJson({ message, signature: signTrusteeMessage(keys.signing, message) })
}

/** Parses a trustee's certificate and verifies its signature. Throws when the certificate is malformed or not valid. */
export function parseAndVerifyTrusteeCertificate(signed: SignedMessage): Certificate {
  const { context, verification, encryption } = parseBallotJson(certificateKeys, signed.message)
  const certificate = {
    context: { size: context.size, threshold: context.threshold, index: context.index },
    verification: parseAndCachePublicKey(verification),
    encryption: parseAndCachePublicKey(encryption).element,
    verificationText: verification,
    encryptionText: encryption,
    signed,
  }
  throwBallotErrorUnless(
    verifySignedTrusteeMessage(certificate.verification, signed),
    'certificate signature is wrong',
  )
  return certificate
}

/**
 * Verifies the complete list of trustees' certificates (step 2 of the key ceremony): all state the same number of
 * trustees and the same threshold, and no key occurs twice. Throws when one certificate is invalid.
 */
export function verifyAllTrusteeCertificates(list: SignedMessage[]): Certificate[] {
  const certificates = list.map(parseAndVerifyTrusteeCertificate)
  const threshold = certificates[0]?.context.threshold ?? 0
  throwBallotErrorUnless(threshold >= 1 && threshold <= list.length, 'threshold is out of range')
  for (const [position, { context }] of certificates.entries()) {
    throwBallotErrorUnless(
      context.size === list.length && context.threshold === threshold && context.index === position + 1,
      'certificate belongs to another ceremony or position',
    )
  }
  const keys = certificates.flatMap(certificate => [certificate.verificationText, certificate.encryptionText])
  throwBallotErrorUnless(new Set(keys).size === keys.length, 'two certificates share a key')
  return certificates
}

export function parseAndVerifyCertificates(texts: string[]): Certificate[] {
  return verifyAllTrusteeCertificates(texts.map(text => parseBallotJson(signedMessage, text)))
}

/**
 * Step 1 of the key ceremony: true when a trustee's certificate is valid and names the expected trustee
 * index, number of trustees and threshold.
 */
export function isCertificateValidForTrusteeIndex(
  text: string,
  { size, threshold, index }: CeremonyContext,
): boolean {
  try {
    const { context } = parseAndVerifyTrusteeCertificate(parseBallotJson(signedMessage, text))
    return context.size === size && context.threshold === threshold && context.index === index
  } catch {
    return false
  }
}
