// Published list of trustees and public key of the election.
// See "Threshold parameters" and "Trustees" of the Belenios specification.
import { requireBallot } from '#shared/ballot/ballot-error.ts'
import { type Element, formatElement, identity } from '#shared/ballot/group/element.ts'
import { parsePublicBase } from '#shared/ballot/group/public-base.ts'
import {
  parseStructure,
  rawCoefexps,
  type ThresholdParameters,
  type Trustees,
  thresholdParameters,
  trusteePublicKey,
  trustees as trusteesStructure,
  writeStructure,
} from '#shared/ballot/structures.ts'
import { openCertificates } from './certificate.ts'
import { computeVerificationKey, openCoefficients } from './coefficients.ts'
import { verifyTrusteeKey } from './single.ts'

/** Writes trustees.json: first the server's key, then the trustees' keys with their threshold. */
export function serializeTrustees(serverPublicKey: string, parameters: string): string {
  const text = writeStructure([
    ['Single', parseStructure(trusteePublicKey, serverPublicKey)],
    ['Pedersen', parseStructure(thresholdParameters, parameters)],
  ])
  requireTrustees(parseTrustees(text))
  return text
}

export function parseTrustees(text: string): Trustees {
  return parseStructure(trusteesStructure, text)
}

function requirePedersen(parameters: ThresholdParameters) {
  const { certs, coefexps, signatures, verification_keys, threshold } = parameters
  const certificates = openCertificates(certs)
  const size = certificates.length
  requireBallot(
    coefexps.length === size && signatures.length === size && verification_keys.length === size,
    'threshold parameters are incomplete',
  )
  requireBallot(threshold === certificates[0]?.context.threshold, 'threshold differs from the certificates')
  const coefficients = coefexps.map((signed, at) =>
    openCoefficients(certificates, at + 1, signed, signatures[at] as (typeof signatures)[number]),
  )
  for (const [at, key] of verification_keys.entries()) {
    requireBallot(verifyTrusteeKey(key), 'proof of a verification key is wrong')
    const expected = formatElement(computeVerificationKey(coefficients, at + 1))
    requireBallot(key.public_key === expected, 'verification key contradicts the coefficients')
  }
}

/** Verifies all proofs in the list of trustees. Throws when one of them is wrong. */
export function requireTrustees(trustees: Trustees): void {
  requireBallot(trustees.length > 0, 'there is no trustee')
  for (const [kind, value] of trustees) {
    if (kind === 'Pedersen') requirePedersen(value)
    else requireBallot(verifyTrusteeKey(value), 'proof of a verification key is wrong')
  }
}

function subKey([kind, value]: Trustees[number]): Element {
  if (kind === 'Single') return parsePublicBase(value.public_key).element
  return value.coefexps.reduce((sum, { message }) => {
    const [first] = parseStructure(rawCoefexps, message).coefexps
    requireBallot(first !== undefined, 'coefficients are missing')
    return sum.add(parsePublicBase(first).element)
  }, identity)
}

/** Computes the election's public key as the product of the keys of server and trustees. */
export function combinePublicKey(text: string): string {
  return formatElement(parseTrustees(text).reduce((sum, trustee) => sum.add(subKey(trustee)), identity))
}

/** Lists the public keys by owner: the server first, then the trustees. */
export function listVerificationKeys(trustees: Trustees): string[] {
  return trustees.flatMap(([kind, value]) =>
    kind === 'Single' ? [value.public_key] : value.verification_keys.map(({ public_key }) => public_key),
  )
}
