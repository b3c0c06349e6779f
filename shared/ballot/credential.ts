// Voting credentials (section "Credentials" of the Belenios specification).
// Perantau derives the secret credential from a ballot key instead of handing out a text.
// The published credential has the same form as in Belenios, so that any Belenios verifier accepts it.
import { requireBallot } from './ballot-error.ts'
import { formatElement, generator, parsePublicKey, power } from './group/element.ts'
import { bytesToInteger, reduceScalar } from './group/scalar.ts'
import { hashCredentialToScalar } from './hash.ts'
import { parseStructure, publicCredentials, writeStructure } from './structures.ts'

/** Converts 64 derived bytes to the secret exponent of a credential: a big-endian number modulo the group order q. */
export function credentialFromBytes(bytes: Uint8Array): bigint {
  requireBallot(bytes.length === 64, 'credential needs 64 bytes')
  return reduceScalar(bytesToInteger(bytes))
}

/** Derives the secret exponent from the text of a Belenios credential. */
export function credentialFromText(uuid: string, credential: string): bigint {
  return hashCredentialToScalar(uuid, credential)
}

/** Computes the public credential g^secret of a voter. */
export function publicCredential(secret: bigint): string {
  return formatElement(power(generator, secret))
}

/** True when the text is a valid public credential: an element of the group in canonical form, not the identity. */
export function isCredential(text: string): boolean {
  try {
    parsePublicKey(text)
    return true
  } catch {
    return false
  }
}

/** Writes the sorted list of public credentials. Throws when a credential is invalid or occurs twice. */
export function serializeCredentials(credentials: string[]): string {
  requireBallot(credentials.every(isCredential), 'credential is invalid')
  requireBallot(new Set(credentials).size === credentials.length, 'credential occurs twice')
  return writeStructure([...credentials].sort())
}

/** Parses the list of public credentials of an election. */
export function parseCredentials(text: string): Set<string> {
  const list = parseStructure(publicCredentials, text)
  const distinct = new Set(list)
  requireBallot(distinct.size === list.length, 'credential occurs twice')
  return distinct
}
