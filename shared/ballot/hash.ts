// Hashes of the specification: SHA-256 of UTF-8 text. The synchronous implementation keeps proofs free of await.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Element, formatElements } from './group/element.ts'
import { bytesToInteger, reduceScalar } from './group/scalar.ts'

/** Computes SHA-256 in hexadecimal: the name of data and events in the archive (section "Public data"). */
export function hashHex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** Computes SHA-256 in Base64 without padding: fingerprints and trackers (sections "Elections", "Ballots"). */
export function hashBase64(text: string): string {
  return hexToBase64(hashHex(text))
}

export function hexToBase64(hex: string): string {
  let binary = ''
  for (let at = 0; at < hex.length; at += 2) {
    binary += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16))
  }
  return btoa(binary).replaceAll('=', '')
}

/** Computes a challenge: SHA-256 of the prefix and the commitments, read as big-endian number modulo q. */
export function hashToScalar(prefix: string, commitments: Element[]): bigint {
  return reduceHash(prefix + formatElements(commitments).join(','))
}

/** Reads SHA-256 of a text as big-endian number modulo q. */
export function reduceHash(text: string): bigint {
  return reduceScalar(bytesToInteger(sha256(utf8ToBytes(text))))
}

/** Derives secret(c) of a credential text: two hashes as one 512-bit number modulo q (section "Credentials"). */
export function reduceCredential(uuid: string, credential: string): bigint {
  const half = (index: number) => hashHex(`derive_credential|${uuid}|${index}|${credential}`)
  return reduceScalar(BigInt(`0x${half(0)}${half(1)}`))
}
