// Public key of the server or of a trustee, with a proof that its owner knows the secret key.
// The section "Verification keys" of the Belenios specification defines keys with their proofs.
import {
  formatGroupElement,
  generator,
  groupName,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import { nobleGroup } from '#shared/ballot/group/noble-group.ts'
import { parseAndCachePublicKey } from '#shared/ballot/group/public-base.ts'
import { generateRandomScalar, parseScalarBelowGroupOrder } from '#shared/ballot/group/scalar.ts'
import { proveKnowledgeOfSecretKey, verifyProofOfSecretKey } from '#shared/ballot/proofs/schnorr.ts'
import { serializeBallotJson, type TrusteePublicKey } from '#shared/ballot/structures.ts'

function keyPrefix(publicKey: string): string {
  return `pok|${groupName}|${publicKey}|`
}

/** Builds the public key that belongs to a secret exponent, with a proof that its owner knows the exponent. */
export function createTrusteePublicKeyWithProof(secret: bigint): TrusteePublicKey {
  const publicKey = formatGroupElement(raiseToSecretExponentInConstantTime(generator, secret))
  return { pok: proveKnowledgeOfSecretKey(keyPrefix(publicKey), secret), public_key: publicKey }
}

/** Verifies the proof of knowledge in a trustee's public key. Throws when an element or scalar is malformed. */
export function verifyTrusteePublicKeyProof({ pok, public_key }: TrusteePublicKey): boolean {
  return verifyProofOfSecretKey(nobleGroup, keyPrefix(public_key), parseAndCachePublicKey(public_key), pok)
}

/** Creates the server's key pair for one election: the private key as decimal exponent, the public key as JSON. */
export function createElectionServerKeyPair(): { privateKey: string; publicKey: string } {
  const secret = generateRandomScalar()
  return {
    privateKey: secret.toString(),
    publicKey: serializeBallotJson(createTrusteePublicKeyWithProof(secret)),
  }
}

/** Computes the public key that belongs to a private decimal exponent. */
export function computePublicKeyOfPrivateKey(privateKey: string): string {
  return formatGroupElement(
    raiseToSecretExponentInConstantTime(generator, parseScalarBelowGroupOrder(privateKey)),
  )
}
