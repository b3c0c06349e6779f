// Published list of an election's trustees, from which the election's public key is computed.
// The Belenios specification defines the trustee list in the sections "Threshold parameters" and "Trustees".
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { type Element, formatGroupElement, identity } from '#shared/ballot/group/element.ts'
import { parseAndCacheGroupElement } from '#shared/ballot/group/public-base.ts'
import {
  parseBallotJson,
  rawCoefexps,
  serializeBallotJson,
  type ThresholdParameters,
  type Trustees,
  thresholdParameters,
  trusteePublicKey,
  trustees as trusteesStructure,
} from '#shared/ballot/structures.ts'
import { verifyAllTrusteeCertificates } from './certificate.ts'
import { computeTrusteePublicKey, verifySignedTrusteeCoefficients } from './coefficients.ts'
import { verifyTrusteePublicKeyProof } from './single.ts'

/** Writes trustees.json: first the server's key, then the trustees' keys with their decryption threshold. */
export function serializeTrustees(serverPublicKey: string, parameters: string): string {
  const text = serializeBallotJson([
    ['Single', parseBallotJson(trusteePublicKey, serverPublicKey)],
    ['Pedersen', parseBallotJson(thresholdParameters, parameters)],
  ])
  verifyPublicKeyProofsOfAllTrustees(parseTrustees(text))
  return text
}

export function parseTrustees(text: string): Trustees {
  return parseBallotJson(trusteesStructure, text)
}

function requirePedersen(parameters: ThresholdParameters) {
  const { certs, coefexps, signatures, verification_keys, threshold } = parameters
  const certificates = verifyAllTrusteeCertificates(certs)
  const size = certificates.length
  throwBallotErrorUnless(
    coefexps.length === size && signatures.length === size && verification_keys.length === size,
    'threshold parameters are incomplete',
  )
  throwBallotErrorUnless(
    threshold === certificates[0]?.context.threshold,
    'threshold differs from the certificates',
  )
  const coefficients = coefexps.map((signed, at) =>
    verifySignedTrusteeCoefficients(
      certificates,
      at + 1,
      signed,
      signatures[at] as (typeof signatures)[number],
    ),
  )
  for (const [at, key] of verification_keys.entries()) {
    throwBallotErrorUnless(verifyTrusteePublicKeyProof(key), 'proof of a verification key is wrong')
    const expected = formatGroupElement(computeTrusteePublicKey(coefficients, at + 1))
    throwBallotErrorUnless(key.public_key === expected, 'verification key contradicts the coefficients')
  }
}

/** Verifies all proofs in the published list of trustees. Throws when one of them is wrong. */
export function verifyPublicKeyProofsOfAllTrustees(trustees: Trustees): void {
  throwBallotErrorUnless(trustees.length > 0, 'there is no trustee')
  for (const [kind, value] of trustees) {
    if (kind === 'Pedersen') requirePedersen(value)
    else throwBallotErrorUnless(verifyTrusteePublicKeyProof(value), 'proof of a verification key is wrong')
  }
}

function subKey([kind, value]: Trustees[number]): Element {
  if (kind === 'Single') return parseAndCacheGroupElement(value.public_key).element
  return value.coefexps.reduce((sum, { message }) => {
    const [first] = parseBallotJson(rawCoefexps, message).coefexps
    throwBallotErrorUnless(first !== undefined, 'coefficients are missing')
    return sum.add(parseAndCacheGroupElement(first).element)
  }, identity)
}

/** Computes the election's public key as the product of the public keys of server and trustees. */
export function computeElectionPublicKey(text: string): string {
  return formatGroupElement(parseTrustees(text).reduce((sum, trustee) => sum.add(subKey(trustee)), identity))
}

/** Lists the public keys of an election by owner: the server's key first, then the trustees' keys. */
export function listTrusteePublicKeys(trustees: Trustees): string[] {
  return trustees.flatMap(([kind, value]) =>
    kind === 'Single' ? [value.public_key] : value.verification_keys.map(({ public_key }) => public_key),
  )
}
