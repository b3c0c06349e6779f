// The server's part in the key ceremony (joint generation of the election key): checks and forwards trustees' texts.
// The section "Pedersen protocol" of the Belenios specification defines steps 1 to 6 of the key ceremony.
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { type Element, formatGroupElement } from '#shared/ballot/group/element.ts'
import {
  parseBallotJson,
  polynomial as polynomialStructure,
  serializeBallotJson,
  voutput as voutputStructure,
} from '#shared/ballot/structures.ts'
import { type Certificate, parseAndVerifyCertificates } from './certificate.ts'
import { computeTrusteePublicKey, verifySignedTrusteeCoefficients } from './coefficients.ts'
import { verifyTrusteePublicKeyProof } from './single.ts'

/** Returns the number of trustees needed to decrypt the tally: a majority of all trustees. */
export function getDecryptionThreshold(size: number): number {
  return Math.floor(size / 2) + 1
}

const readPolynomial = (text: string) => parseBallotJson(polynomialStructure, text)

function openPolynomial(certificates: Certificate[], index: number, text: string): Element[] {
  const { coefexps, signature, secrets } = readPolynomial(text)
  throwBallotErrorUnless(secrets.length === certificates.length, 'polynomial does not serve all trustees')
  return verifySignedTrusteeCoefficients(certificates, index, coefexps, signature)
}

/** Step 3 of the key ceremony: true when trustee `index` signed the polynomial for all certificates. */
export function isSignedTrusteePolynomialValid(
  certificateTexts: string[],
  index: number,
  polynomial: string,
): boolean {
  try {
    openPolynomial(parseAndVerifyCertificates(certificateTexts), index, polynomial)
    return true
  } catch {
    return false
  }
}

/** Step 4 of the key ceremony: returns the JSON from which the trustee at `index` computes the trustee's key share. */
export function buildKeyShareInputForTrustee(
  certificateTexts: string[],
  polynomials: string[],
  index: number,
): string {
  const certificates = parseAndVerifyCertificates(certificateTexts)
  throwBallotErrorUnless(polynomials.length === certificates.length, 'polynomials are incomplete')
  polynomials.forEach((text, position) => {
    openPolynomial(certificates, position + 1, text)
  })
  const all = polynomials.map(readPolynomial)
  const own = all[index - 1]
  throwBallotErrorUnless(own !== undefined, 'trustee index is out of range')
  return serializeBallotJson({
    polynomial: own.polynomial,
    secrets: all.map(({ secrets }) => secrets[index - 1]),
    coefexps: all.map(({ coefexps }) => coefexps),
    signatures: all.map(({ signature }) => signature),
  })
}

function requireVoutput(coefficients: Element[][], index: number, text: string) {
  const { public_key } = parseBallotJson(voutputStructure, text)
  throwBallotErrorUnless(verifyTrusteePublicKeyProof(public_key), 'proof of a verification key is wrong')
  const expected = formatGroupElement(computeTrusteePublicKey(coefficients, index))
  throwBallotErrorUnless(public_key.public_key === expected, 'verification key contradicts the coefficients')
  return public_key
}

/** Step 5 of the key ceremony: true when the trustee's public key follows from the coefficients of all trustees. */
export function isKeyShareValid(
  certificateTexts: string[],
  polynomials: string[],
  index: number,
  voutput: string,
): boolean {
  try {
    const certificates = parseAndVerifyCertificates(certificateTexts)
    throwBallotErrorUnless(polynomials.length === certificates.length, 'polynomials are incomplete')
    const coefficients = polynomials.map((text, at) => openPolynomial(certificates, at + 1, text))
    requireVoutput(coefficients, index, voutput)
    return true
  } catch {
    return false
  }
}

/**
 * Step 6 of the key ceremony: builds the published threshold parameters. Throws when any of the trustees' texts is
 * wrong.
 */
export function buildThresholdTrusteeParameters(
  certificateTexts: string[],
  polynomials: string[],
  voutputs: string[],
): string {
  const certificates = parseAndVerifyCertificates(certificateTexts)
  const size = certificates.length
  throwBallotErrorUnless(polynomials.length === size && voutputs.length === size, 'ceremony is incomplete')
  const coefficients = polynomials.map((text, at) => openPolynomial(certificates, at + 1, text))
  const keys = voutputs.map((text, at) => requireVoutput(coefficients, at + 1, text))
  const all = polynomials.map(readPolynomial)
  return serializeBallotJson({
    threshold: certificates[0]?.context.threshold,
    certs: certificates.map(({ signed }) => signed),
    coefexps: all.map(({ coefexps }) => coefexps),
    signatures: all.map(({ signature }) => signature),
    verification_keys: keys,
  })
}
