// Computations of one trustee in the key ceremony, which run in the browser of the trustee.
// Belenios specifies a trustee's computations in "Public key infrastructure", "Polynomials", "Vinputs" and "Voutputs".
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import {
  formatGroupElement,
  generator,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import { PublicBase } from '#shared/ballot/group/public-base.ts'
import {
  generateRandomScalar,
  parseScalarBelowGroupOrder,
  reduceScalarModuloGroupOrder,
} from '#shared/ballot/group/scalar.ts'
import { createBase58Token } from '#shared/ballot/random-token.ts'
import {
  parseBallotJson,
  partialDecryptionKey,
  rawPolynomial,
  secretShare,
  serializeBallotJson,
  vinput,
  voutput,
} from '#shared/ballot/structures.ts'
import {
  type CeremonyContext,
  type Certificate,
  parseAndVerifyCertificates,
  signCertificate,
} from './certificate.ts'
import {
  type ChannelKeys,
  decryptTrusteeMessage,
  deriveTrusteeSigningAndDecryptionKeys,
  encryptTrusteeMessage,
  signTrusteeMessage,
} from './channel.ts'
import {
  buildTrusteeCoefficientsMessage,
  evaluatePolynomialInExponent,
  verifySignedTrusteeCoefficients,
} from './coefficients.ts'
import { createTrusteePublicKeyWithProof } from './single.ts'

/** Creates the secret seed of a trustee: 22 Base58 characters. All other secrets of the trustee are derived from it. */
export function createTrusteeSeed(): string {
  return createBase58Token(22)
}

/** Step 1 of the key ceremony: creates the certificate of the trustee who owns the seed. */
export function createTrusteeCertificate(seed: string, context: CeremonyContext): string {
  return signCertificate(deriveTrusteeSigningAndDecryptionKeys(seed), context)
}

interface OwnPlace {
  keys: ChannelKeys
  certificates: Certificate[]
  own: Certificate
}

function findOwnPlace(seed: string, texts: string[]): OwnPlace {
  const keys = deriveTrusteeSigningAndDecryptionKeys(seed)
  const certificates = parseAndVerifyCertificates(texts)
  const verification = formatGroupElement(raiseToSecretExponentInConstantTime(generator, keys.signing))
  const encryption = formatGroupElement(raiseToSecretExponentInConstantTime(generator, keys.decryption))
  const own = certificates.find(
    candidate => candidate.verificationText === verification && candidate.encryptionText === encryption,
  )
  throwBallotErrorUnless(own !== undefined, 'own certificate is not in the list')
  return { keys, certificates, own }
}

/**
 * Finds the position of the trustee's own certificate by the trustee's seed. Throws when none of the certificates
 * belongs to the seed.
 */
export function findTrusteeIndex(seed: string, certificates: string[]): number {
  return findOwnPlace(seed, certificates).own.context.index
}

function evaluatePolynomial(polynomial: bigint[], at: number): bigint {
  return polynomial.reduceRight(
    (sum, coefficient) => reduceScalarModuloGroupOrder(sum * BigInt(at) + coefficient),
    0n,
  )
}

/** Step 3 of the key ceremony: creates a random polynomial and encrypts one of its values for each trustee. */
export function createTrusteePolynomial(seed: string, certificateTexts: string[]): string {
  const { keys, certificates, own } = findOwnPlace(seed, certificateTexts)
  const polynomial = Array.from({ length: own.context.threshold }, generateRandomScalar)
  const coefexps = polynomial.map(coefficient =>
    formatGroupElement(raiseToSecretExponentInConstantTime(generator, coefficient)),
  )
  const message = serializeBallotJson({ coefexps })
  return serializeBallotJson({
    polynomial: encryptTrusteeMessage(
      keys.signing,
      own.encryptionText,
      serializeBallotJson({ polynomial: polynomial.map(String) }),
    ),
    secrets: certificates.map(({ encryptionText, context }) =>
      encryptTrusteeMessage(
        keys.signing,
        encryptionText,
        serializeBallotJson({ secret: evaluatePolynomial(polynomial, context.index).toString() }),
      ),
    ),
    coefexps: { message, signature: signTrusteeMessage(keys.signing, message) },
    signature: signTrusteeMessage(keys.signing, buildTrusteeCoefficientsMessage(certificates, coefexps)),
  })
}

/**
 * Step 5 of the key ceremony: verifies the values from all trustees and computes the trustee's own share of the
 * decryption key.
 */
export function createKeyShare(seed: string, certificateTexts: string[], vinputText: string): string {
  const { keys, certificates, own } = findOwnPlace(seed, certificateTexts)
  const input = parseBallotJson(vinput, vinputText)
  const size = certificates.length
  throwBallotErrorUnless(
    input.secrets.length === size && input.coefexps.length === size && input.signatures.length === size,
    'input does not cover all trustees',
  )
  const raw = decryptTrusteeMessage(keys.decryption, own.verification, input.polynomial)
  const polynomial = parseBallotJson(rawPolynomial, raw).polynomial.map(parseScalarBelowGroupOrder)
  throwBallotErrorUnless(polynomial.length === own.context.threshold, 'own polynomial has another degree')
  let share = 0n
  for (const [position, sender] of certificates.entries()) {
    const body = decryptTrusteeMessage(
      keys.decryption,
      sender.verification,
      input.secrets[position] as string,
    )
    const secret = parseScalarBelowGroupOrder(parseBallotJson(secretShare, body).secret)
    const coefficients = verifySignedTrusteeCoefficients(
      certificates,
      position + 1,
      input.coefexps[position] as (typeof input.coefexps)[number],
      input.signatures[position] as (typeof input.signatures)[number],
    )
    const expected = evaluatePolynomialInExponent(coefficients, own.context.index)
    throwBallotErrorUnless(
      raiseToSecretExponentInConstantTime(generator, secret).equals(expected),
      'received value contradicts the coefficients',
    )
    if (sender === own) {
      const first = coefficients.every((coefficient, degree) =>
        raiseToSecretExponentInConstantTime(generator, polynomial[degree] as bigint).equals(coefficient),
      )
      throwBallotErrorUnless(first, 'own coefficients were replaced')
    }
    share = reduceScalarModuloGroupOrder(share + secret)
  }
  const body = serializeBallotJson({ decryption_key: share.toString() })
  return serializeBallotJson({
    private_key: encryptTrusteeMessage(keys.signing, own.encryptionText, body),
    public_key: createTrusteePublicKeyWithProof(share),
  })
}

/** Decrypts the trustee's share of the election's decryption key and returns it as private decimal exponent. */
export function decryptKeyShare(seed: string, voutputText: string): string {
  const keys = deriveTrusteeSigningAndDecryptionKeys(seed)
  const own = new PublicBase(raiseToSecretExponentInConstantTime(generator, keys.signing))
  const { private_key, public_key } = parseBallotJson(voutput, voutputText)
  const body = decryptTrusteeMessage(keys.decryption, own, private_key)
  const key = parseBallotJson(partialDecryptionKey, body).decryption_key
  const isOwn =
    formatGroupElement(raiseToSecretExponentInConstantTime(generator, parseScalarBelowGroupOrder(key))) ===
    public_key.public_key
  throwBallotErrorUnless(isOwn, 'share does not match its public key')
  return key
}
