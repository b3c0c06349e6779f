// Voting credentials, which the section "Credentials" of the Belenios specification defines.
// The secret credential is derived from the voter's ballot key, not from a mailed text as in Belenios.
// The public credential has the same form as in Belenios, so that any Belenios verifier accepts it.
import { throwBallotErrorUnless } from './ballot-error.ts'
import {
  formatGroupElement,
  generator,
  parsePublicKey,
  raiseToSecretExponentInConstantTime,
} from './group/element.ts'
import { convertBytesToInteger, reduceScalarModuloGroupOrder } from './group/scalar.ts'
import { hashCredentialToScalar } from './hash.ts'
import { parseBallotJson, publicCredentials, serializeBallotJson } from './structures.ts'

/** Converts 64 derived bytes to the secret exponent of a voting credential: a big-endian number modulo the order q. */
export function deriveCredentialFromBytes(bytes: Uint8Array): bigint {
  throwBallotErrorUnless(bytes.length === 64, 'credential needs 64 bytes')
  return reduceScalarModuloGroupOrder(convertBytesToInteger(bytes))
}

/** Derives the secret exponent from the text of a Belenios voting credential. */
export function deriveSecretExponentFromVotingCredential(uuid: string, credential: string): bigint {
  return hashCredentialToScalar(uuid, credential)
}

/** Computes a voter's public credential g^secret. */
export function computePublicCredential(secret: bigint): string {
  return formatGroupElement(raiseToSecretExponentInConstantTime(generator, secret))
}

/** True for a valid public credential: a group element in canonical form, but not the identity element. */
export function isPublicCredential(text: string): boolean {
  try {
    parsePublicKey(text)
    return true
  } catch {
    return false
  }
}

/** Writes the sorted list of the voters' public credentials. Throws when a credential is invalid or occurs twice. */
export function serializeCredentials(credentials: string[]): string {
  throwBallotErrorUnless(credentials.every(isPublicCredential), 'credential is invalid')
  throwBallotErrorUnless(new Set(credentials).size === credentials.length, 'credential occurs twice')
  return serializeBallotJson([...credentials].sort())
}

/** Parses the list of the voters' public credentials of an election. */
export function parsePublicVoterCredentials(text: string): Set<string> {
  const list = parseBallotJson(publicCredentials, text)
  const distinct = new Set(list)
  throwBallotErrorUnless(distinct.size === list.length, 'credential occurs twice')
  return distinct
}
