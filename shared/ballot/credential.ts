// Voting credentials (section "Credentials"). Perantau derives the secret from a ballot key instead of handing out
// a text; the published part is the same group element, so that any verifier accepts it.
import { requireBallot } from './ballot-error.ts'
import { formatElement, generator, parsePublicKey, power } from './group/element.ts'
import { bytesToInteger, reduceScalar } from './group/scalar.ts'
import { reduceCredential } from './hash.ts'
import { parseStructure, publicCredentials, writeStructure } from './structures.ts'

/** Turns 64 derived bytes into the secret exponent of a credential: a big-endian number modulo q. */
export function credentialFromBytes(bytes: Uint8Array): bigint {
  requireBallot(bytes.length === 64, 'credential needs 64 bytes')
  return reduceScalar(bytesToInteger(bytes))
}

/** Derives the secret exponent from a credential text of Belenios. */
export function credentialFromText(uuid: string, credential: string): bigint {
  return reduceCredential(uuid, credential)
}

/** Computes the public credential g^secret. */
export function publicCredential(secret: bigint): string {
  return formatElement(power(generator, secret))
}

/** Whether the text is a usable public credential: a canonical element of the group other than the identity. */
export function isCredential(text: string): boolean {
  try {
    parsePublicKey(text)
    return true
  } catch {
    return false
  }
}

/** Writes the list of public credentials in sorted order. Throws when a credential is invalid or occurs twice. */
export function serializeCredentials(credentials: string[]): string {
  requireBallot(credentials.every(isCredential), 'credential is invalid')
  requireBallot(new Set(credentials).size === credentials.length, 'credential occurs twice')
  return writeStructure([...credentials].sort())
}

/** Reads the list of public credentials. Weights are not used. */
export function parseCredentials(text: string): Set<string> {
  const list = parseStructure(publicCredentials, text)
  const distinct = new Set(list)
  requireBallot(distinct.size === list.length, 'credential occurs twice')
  return distinct
}
