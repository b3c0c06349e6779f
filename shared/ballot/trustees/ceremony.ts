// Part of the server in the key ceremony: checks the trustees' texts and passes them on.
// Described as steps 1 to 6 of "Pedersen protocol" in the Belenios specification.
import { requireBallot } from '#shared/ballot/ballot-error.ts'
import { type Element, formatElement } from '#shared/ballot/group/element.ts'
import {
  parseStructure,
  polynomial as polynomialStructure,
  voutput as voutputStructure,
  writeStructure,
} from '#shared/ballot/structures.ts'
import { type Certificate, parseCertificates } from './certificate.ts'
import { computeVerificationKey, openCoefficients } from './coefficients.ts'
import { verifyTrusteeKey } from './single.ts'

/** Returns the number of trustees needed to decrypt: a majority. */
export function defaultThreshold(size: number): number {
  return Math.floor(size / 2) + 1
}

const readPolynomial = (text: string) => parseStructure(polynomialStructure, text)

function openPolynomial(certificates: Certificate[], index: number, text: string): Element[] {
  const { coefexps, signature, secrets } = readPolynomial(text)
  requireBallot(secrets.length === certificates.length, 'polynomial does not serve all trustees')
  return openCoefficients(certificates, index, coefexps, signature)
}

/** Step 3 of the key ceremony: true when the trustee's polynomial is signed for exactly these certificates. */
export function checkPolynomial(certificateTexts: string[], index: number, polynomial: string): boolean {
  try {
    openPolynomial(parseCertificates(certificateTexts), index, polynomial)
    return true
  } catch {
    return false
  }
}

/** Step 4 of the key ceremony: collects what all trustees sent to the trustee at `index`. */
export function createVinput(certificateTexts: string[], polynomials: string[], index: number): string {
  const certificates = parseCertificates(certificateTexts)
  requireBallot(polynomials.length === certificates.length, 'polynomials are incomplete')
  polynomials.forEach((text, position) => {
    openPolynomial(certificates, position + 1, text)
  })
  const all = polynomials.map(readPolynomial)
  const own = all[index - 1]
  requireBallot(own !== undefined, 'trustee index is out of range')
  return writeStructure({
    polynomial: own.polynomial,
    secrets: all.map(({ secrets }) => secrets[index - 1]),
    coefexps: all.map(({ coefexps }) => coefexps),
    signatures: all.map(({ signature }) => signature),
  })
}

function requireVoutput(coefficients: Element[][], index: number, text: string) {
  const { public_key } = parseStructure(voutputStructure, text)
  requireBallot(verifyTrusteeKey(public_key), 'proof of a verification key is wrong')
  const expected = formatElement(computeVerificationKey(coefficients, index))
  requireBallot(public_key.public_key === expected, 'verification key contradicts the coefficients')
  return public_key
}

/** Step 5 of the key ceremony: true when the trustee's public key follows from the coefficients of all trustees. */
export function checkVoutput(
  certificateTexts: string[],
  polynomials: string[],
  index: number,
  voutput: string,
): boolean {
  try {
    const certificates = parseCertificates(certificateTexts)
    requireBallot(polynomials.length === certificates.length, 'polynomials are incomplete')
    const coefficients = polynomials.map((text, at) => openPolynomial(certificates, at + 1, text))
    requireVoutput(coefficients, index, voutput)
    return true
  } catch {
    return false
  }
}

/** Step 6 of the key ceremony: builds the published threshold parameters. Throws when any part is wrong. */
export function createThresholdParameters(
  certificateTexts: string[],
  polynomials: string[],
  voutputs: string[],
): string {
  const certificates = parseCertificates(certificateTexts)
  const size = certificates.length
  requireBallot(polynomials.length === size && voutputs.length === size, 'ceremony is incomplete')
  const coefficients = polynomials.map((text, at) => openPolynomial(certificates, at + 1, text))
  const keys = voutputs.map((text, at) => requireVoutput(coefficients, at + 1, text))
  const all = polynomials.map(readPolynomial)
  return writeStructure({
    threshold: certificates[0]?.context.threshold,
    certs: certificates.map(({ signed }) => signed),
    coefexps: all.map(({ coefexps }) => coefexps),
    signatures: all.map(({ signature }) => signature),
    verification_keys: keys,
  })
}
