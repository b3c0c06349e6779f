// Elements of the prime-order subgroup of Ed25519, the group in which votes are encrypted.
// A group element is written as 64 hexadecimal digits: its compressed form as one big-endian number.
import { normalizeZ } from '@noble/curves/abstract/curve.js'
import type { EdwardsPoint } from '@noble/curves/abstract/edwards.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'

export type Element = EdwardsPoint

/** Name of the cryptographic group as elections and trustees' certificates contain it. */
export const groupName = 'Ed25519'
export const generator: Element = ed25519.Point.BASE
export const identity: Element = ed25519.Point.ZERO

const elementPattern = /^[0-9a-f]{64}$/

/** Writes a group element as hexadecimal text. */
export function formatGroupElement(element: Element): string {
  return reverseHex(element.toHex())
}

/** Writes many group elements as text. One field inversion serves all elements, which saves time. */
export function formatGroupElements(elements: Element[]): string[] {
  return normalizeZ(ed25519.Point, elements).map(formatGroupElement)
}

/** Parses a curve point in canonical form. Callers check the subgroup with `isInPrimeOrderSubgroup` or `PublicBase`. */
export function parseCurvePoint(text: string): Element {
  throwBallotErrorUnless(elementPattern.test(text), 'element is not 64 hexadecimal digits')
  try {
    return ed25519.Point.fromHex(reverseHex(text), false)
  } catch {
    throwBallotErrorUnless(false, 'element is not a canonical point of the curve')
  }
}

/** Parses a group element and throws unless it belongs to the prime-order subgroup. */
export function parsePrimeOrderGroupElement(text: string): Element {
  const element = parseCurvePoint(text)
  throwBallotErrorUnless(isInPrimeOrderSubgroup(element), 'element is outside the prime-order subgroup')
  return element
}

/** Parses a public key or public credential: an element of the subgroup other than the identity. */
export function parsePublicKey(text: string): Element {
  const element = parsePrimeOrderGroupElement(text)
  throwBallotErrorUnless(!element.is0(), 'public key is the identity')
  return element
}

export function isInPrimeOrderSubgroup(element: Element): boolean {
  return element.isTorsionFree()
}

/** Raises a group element to a secret exponent, in a time that does not depend on the exponent. */
export function raiseToSecretExponentInConstantTime(base: Element, secret: bigint): Element {
  return secret === 0n ? identity : base.multiply(secret)
}

function reverseHex(hex: string): string {
  let reversed = ''
  for (let at = hex.length - 2; at >= 0; at -= 2) reversed += hex.slice(at, at + 2)
  return reversed
}
