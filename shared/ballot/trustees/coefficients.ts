// Public coefficients of the trustees' polynomials (sections "Polynomials", "Vinputs" and "Voutputs").
import { requireBallot } from '#shared/ballot/ballot-error.ts'
import { type Element, identity, parseElement } from '#shared/ballot/group/element.ts'
import { PublicBase } from '#shared/ballot/group/public-base.ts'
import { reduceScalar } from '#shared/ballot/group/scalar.ts'
import {
  type Proof,
  parseStructure,
  rawCoefexps,
  type SignedMessage,
  writeStructure,
} from '#shared/ballot/structures.ts'
import type { Certificate } from './certificate.ts'
import { verifyMessage, verifySignedMessage } from './channel.ts'

/** Message that binds a trustee's coefficients to the complete list of certificates. */
export function certificatesMessage(certificates: Certificate[], coefexps: string[]): string {
  const certs = certificates.map(({ signed: { message, signature } }) => ({ message, signature }))
  return `certs_sig|${writeStructure({ certs, coefexps })}`
}

/** Verifies the signed coefficients of one trustee and returns them. Throws when a signature is wrong. */
export function openCoefficients(
  certificates: Certificate[],
  index: number,
  coefexps: SignedMessage,
  signature: Proof,
): Element[] {
  const certificate = certificates[index - 1]
  requireBallot(certificate !== undefined, 'trustee index is out of range')
  requireBallot(verifySignedMessage(certificate.verification, coefexps), 'coefficients are not signed')
  const texts = parseStructure(rawCoefexps, coefexps.message).coefexps
  requireBallot(texts.length === certificate.context.threshold, 'wrong number of coefficients')
  const message = certificatesMessage(certificates, texts)
  requireBallot(
    verifyMessage(certificate.verification, message, signature),
    'list of certificates is not signed',
  )
  return texts.map(parseElement)
}

/** Computes g^f(index) from the public coefficients of f. */
export function evaluateInExponent(coefficients: Element[], index: number): Element {
  let factor = 1n
  let sum = identity
  for (const coefficient of coefficients) {
    sum = sum.add(new PublicBase(coefficient).power(factor))
    factor = reduceScalar(factor * BigInt(index))
  }
  return sum
}

/** Computes the verification key of a trustee from the coefficients of all trustees. */
export function computeVerificationKey(coefficients: Element[][], index: number): Element {
  return coefficients.reduce((sum, list) => sum.add(evaluateInExponent(list, index)), identity)
}
