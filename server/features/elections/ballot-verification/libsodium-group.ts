// Computes on the curve edwards25519 with libsodium, whose WebAssembly code is much faster than JavaScript.
// A curve point is kept in its compressed form of 32 bytes, the least significant byte first.
import sodium from 'libsodium-wrappers-sumo'
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import type { VerificationGroup } from '#shared/ballot/group/verification-group.ts'

await sodium.ready

const identity = Uint8Array.of(1, ...Array(31).fill(0))

function isIdentity(element: Uint8Array): boolean {
  return Buffer.compare(element, identity) === 0
}

function packScalar(scalar: bigint): Uint8Array {
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse()
}

/** libsodium reports the neutral point of the curve as an error, so the code handles this point before each call. */
export const libsodiumGroup: VerificationGroup<Uint8Array> = {
  parse(text) {
    throwBallotErrorUnless(/^[0-9a-f]{64}$/.test(text), 'element is not 64 hexadecimal digits')
    const element = Buffer.from(text, 'hex').reverse()
    throwBallotErrorUnless(
      isIdentity(element) || sodium.crypto_core_ed25519_is_valid_point(element),
      'element is not canonical or outside the prime-order subgroup',
    )
    return element
  },
  format: elements => elements.map(element => Buffer.from(element).reverse().toString('hex')),
  isIdentity,
  add: (left, right) => sodium.crypto_core_ed25519_add(left, right),
  power: (base, exponent) =>
    exponent === 0n || isIdentity(base)
      ? identity
      : sodium.crypto_scalarmult_ed25519_noclamp(packScalar(exponent), base),
  powerOfGenerator: exponent =>
    exponent === 0n ? identity : sodium.crypto_scalarmult_ed25519_base_noclamp(packScalar(exponent)),
  precompute: base => base,
}
