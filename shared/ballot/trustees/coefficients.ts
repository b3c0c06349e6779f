// Public coefficients of the trustees' polynomials.
// See "Polynomials", "Vinputs" and "Voutputs" of the Belenios specification.
import { requireBallot } from '#shared/ballot/ballot-error.ts'
import { type Element, identity } from '#shared/ballot/group/element.ts'
import { parsePublicBase } from '#shared/ballot/group/public-base.ts'
import {
  type Proof,
  parseStructure,
  rawCoefexps,
  type SignedMessage,
  writeStructure,
} from '#shared/ballot/structures.ts'
import type { Certificate } from './certificate.ts'
import { verifyMessage, verifySignedMessage } from './channel.ts'

/** Builds the message that a trustee signs: the trustee's coefficients and the list of all certificates. */
export function certificatesMessage(certificates: Certificate[], coefexps: string[]): string {
  const certs = certificates.map(({ signed: { message, signature } }) => ({ message, signature }))
  return `certs_sig|${writeStructure({ certs, coefexps })}`
}

/** Verifies the signed coefficients of one trustee and returns them. Throws when the signature is wrong. */
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
  return texts.map(text => parsePublicBase(text).element)
}

/** Computes g^f(index) from the public coefficients of the polynomial f by Horner's rule. The only exponent is the index. */
export function evaluateInExponent(coefficients: Element[], index: number): Element {
  return coefficients.reduceRight((sum, coefficient) => raiseToSmall(sum, index).add(coefficient), identity)
}

/** Raises an element to a public exponent of a few bits by square-and-multiply. */
function raiseToSmall(base: Element, exponent: number): Element {
  let result = identity
  for (const bit of exponent.toString(2)) {
    result = result.double()
    if (bit === '1') result = result.add(base)
  }
  return result
}

/** Computes the public key of a trustee from the coefficients of all trustees. */
export function computeVerificationKey(coefficients: Element[][], index: number): Element {
  return coefficients.reduce((sum, list) => sum.add(evaluateInExponent(list, index)), identity)
}
