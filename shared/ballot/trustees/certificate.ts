// Certificates of trustees (section "Certificates" of the Belenios specification).
import { requireBallot } from '#shared/ballot/ballot-error.ts'
import { type Element, formatElement, generator, groupName, power } from '#shared/ballot/group/element.ts'
import { type PublicBase, parsePublicKeyBase } from '#shared/ballot/group/public-base.ts'
import {
  certificateKeys,
  parseStructure,
  type SignedMessage,
  signedMessage,
  writeStructure,
} from '#shared/ballot/structures.ts'
import { type ChannelKeys, signMessage, verifySignedMessage } from './channel.ts'

/** Position of a trustee in a key ceremony, whose index starts at 1. */
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

/** Signs the public keys of a trustee with the signing key among them. */
export function signCertificate(keys: ChannelKeys, { size, threshold, index }: CeremonyContext): string {
  const message = writeStructure({
    context: { group: groupName, size, threshold, index },
    verification: formatElement(power(generator, keys.signing)),
    encryption: formatElement(power(generator, keys.decryption)),
  })
  return writeStructure({ message, signature: signMessage(keys.signing, message) })
}

/** Parses a trustee's certificate and verifies its signature. Throws when the certificate is invalid. */
export function openCertificate(signed: SignedMessage): Certificate {
  const { context, verification, encryption } = parseStructure(certificateKeys, signed.message)
  const certificate = {
    context: { size: context.size, threshold: context.threshold, index: context.index },
    verification: parsePublicKeyBase(verification),
    encryption: parsePublicKeyBase(encryption).element,
    verificationText: verification,
    encryptionText: encryption,
    signed,
  }
  requireBallot(verifySignedMessage(certificate.verification, signed), 'certificate signature is wrong')
  return certificate
}

/**
 * Verifies the complete list of certificates (step 2 of the key ceremony): all contain the same size and threshold,
 * and no key occurs twice. Throws when one of them is invalid.
 */
export function openCertificates(list: SignedMessage[]): Certificate[] {
  const certificates = list.map(openCertificate)
  const threshold = certificates[0]?.context.threshold ?? 0
  requireBallot(threshold >= 1 && threshold <= list.length, 'threshold is out of range')
  for (const [position, { context }] of certificates.entries()) {
    requireBallot(
      context.size === list.length && context.threshold === threshold && context.index === position + 1,
      'certificate belongs to another ceremony or position',
    )
  }
  const keys = certificates.flatMap(certificate => [certificate.verificationText, certificate.encryptionText])
  requireBallot(new Set(keys).size === keys.length, 'two certificates share a key')
  return certificates
}

export function parseCertificates(texts: string[]): Certificate[] {
  return openCertificates(texts.map(text => parseStructure(signedMessage, text)))
}

/** Step 1 of the key ceremony: true when the certificate is valid for this position. */
export function checkCertificate(text: string, { size, threshold, index }: CeremonyContext): boolean {
  try {
    const { context } = openCertificate(parseStructure(signedMessage, text))
    return context.size === size && context.threshold === threshold && context.index === index
  } catch {
    return false
  }
}
