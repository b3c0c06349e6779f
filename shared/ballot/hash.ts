// Hash functions of the Belenios specification: SHA-256 of UTF-8 text.
// The SHA-256 implementation is synchronous, so that functions that compute proofs need no await.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { convertBytesToInteger, reduceScalarModuloGroupOrder } from './group/scalar.ts'

/** Computes SHA-256 in hexadecimal, which names data and events in the election archive. */
export function computeSha256InHex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** Computes SHA-256 in Base64 without padding, as used for election fingerprints and ballot trackers. */
export function computeSha256InBase64(text: string): string {
  return convertHexToBase64(computeSha256InHex(text))
}

export function convertHexToBase64(hex: string): string {
  let binary = ''
  for (let at = 0; at < hex.length; at += 2) {
    binary += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16))
  }
  return btoa(binary).replaceAll('=', '')
}

/** Computes the challenge of a proof: SHA-256 of prefix and texts of commitments, as a big-endian number modulo q. */
export function computeProofChallengeScalar(prefix: string, commitments: string[]): bigint {
  return hashTextToScalar(prefix + commitments.join(','))
}

/** Computes SHA-256 of a text as a big-endian number modulo q. */
export function hashTextToScalar(text: string): bigint {
  return reduceScalarModuloGroupOrder(convertBytesToInteger(sha256(utf8ToBytes(text))))
}

/** Computes the secret exponent of a Belenios credential text: two hashes as one 512-bit number modulo q. */
export function hashCredentialToScalar(uuid: string, credential: string): bigint {
  const half = (index: number) => computeSha256InHex(`derive_credential|${uuid}|${index}|${credential}`)
  return reduceScalarModuloGroupOrder(BigInt(`0x${half(0)}${half(1)}`))
}
