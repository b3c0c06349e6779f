// Public coefficients of the polynomials that trustees create in the key ceremony.
// Belenios specifies the coefficients in the sections "Polynomials", "Vinputs" and "Voutputs".
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { type Element, identity } from '#shared/ballot/group/element.ts'
import { parseAndCacheGroupElement } from '#shared/ballot/group/public-base.ts'
import {
  type Proof,
  parseBallotJson,
  rawCoefexps,
  type SignedMessage,
  serializeBallotJson,
} from '#shared/ballot/structures.ts'
import type { Certificate } from './certificate.ts'
import { verifySignedTrusteeMessage, verifyTrusteeSignature } from './channel.ts'

/** Builds the message that a trustee signs: the trustee's coefficients and the list of all certificates. */
export function buildTrusteeCoefficientsMessage(certificates: Certificate[], coefexps: string[]): string {
  const certs = certificates.map(({ signed: { message, signature } }) => ({ message, signature }))
  return `certs_sig|${serializeBallotJson({ certs, coefexps })}`
}

/** Verifies the signed coefficients of one trustee and returns them. Throws when the signature is wrong. */
export function verifySignedTrusteeCoefficients(
  certificates: Certificate[],
  index: number,
  coefexps: SignedMessage,
  signature: Proof,
): Element[] {
  const certificate = certificates[index - 1]
  throwBallotErrorUnless(certificate !== undefined, 'trustee index is out of range')
  throwBallotErrorUnless(
    verifySignedTrusteeMessage(certificate.verification, coefexps),
    'coefficients are not signed',
  )
  const texts = parseBallotJson(rawCoefexps, coefexps.message).coefexps
  throwBallotErrorUnless(texts.length === certificate.context.threshold, 'wrong number of coefficients')
  const message = buildTrusteeCoefficientsMessage(certificates, texts)
  throwBallotErrorUnless(
    verifyTrusteeSignature(certificate.verification, message, signature),
    'list of certificates is not signed',
  )
  return texts.map(text => parseAndCacheGroupElement(text).element)
}

/** Computes g^f(index) from the public coefficients of f by Horner's rule, whose only exponent is the small index. */
export function evaluatePolynomialInExponent(coefficients: Element[], index: number): Element {
  return coefficients.reduceRight((sum, coefficient) => raiseToSmall(sum, index).add(coefficient), identity)
}

/** Raises a group element to a public exponent of a few bits by square-and-multiply. */
function raiseToSmall(base: Element, exponent: number): Element {
  let result = identity
  for (const bit of exponent.toString(2)) {
    result = result.double()
    if (bit === '1') result = result.add(base)
  }
  return result
}

/** Computes the public key of a trustee from the public coefficients of all trustees. */
export function computeTrusteePublicKey(coefficients: Element[][], index: number): Element {
  return coefficients.reduce((sum, list) => sum.add(evaluatePolynomialInExponent(list, index)), identity)
}
