// Exponents of group elements: integers modulo the prime order q of the group Ed25519.
import { ed25519 } from '@noble/curves/ed25519.js'
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'

const field = ed25519.Point.Fn

/** Order q of the group in which votes are encrypted. */
export const groupOrder: bigint = field.ORDER

export function reduceScalarModuloGroupOrder(value: bigint): bigint {
  return field.create(value)
}

export function invertScalar(value: bigint): bigint {
  return field.inv(value)
}

/** Returns a random scalar: 512 random bits modulo q, whose deviation from a uniform distribution is below 2^-250. */
export function generateRandomScalar(): bigint {
  return reduceScalarModuloGroupOrder(convertBytesToInteger(crypto.getRandomValues(new Uint8Array(64))))
}

/** Converts bytes to a number, the most significant byte first. */
export function convertBytesToInteger(bytes: Uint8Array): bigint {
  let hex = '0x'
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return BigInt(hex)
}

const decimal = /^(0|[1-9][0-9]{0,76})$/

/** Parses a decimal scalar. Throws unless the text is the canonical form of a number below q. */
export function parseScalarBelowGroupOrder(text: string): bigint {
  throwBallotErrorUnless(decimal.test(text), 'scalar is not a decimal number')
  const value = BigInt(text)
  throwBallotErrorUnless(value < groupOrder, 'scalar is not below the group order')
  return value
}
