// Codes of trustees' keys. A voter compares a code with the trustee in person.
// Comparing the code in person reveals an invented key that the server shows under a trustee's name.
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import type { Card } from '#shared/e2ee/signed-public-keys.ts'
import { formatHashAsDigits } from './log-code.ts'
import {
  type CeremonyCheck,
  readAndVerifyTrusteesOfKeyCeremony,
} from './read-and-verify-trustees-of-key-ceremony.ts'
import type { ListedCertificate } from './verify-trustee-certificates.ts'

const getSignedKeyOfCertificate = ({ userId, gen, sign }: Card) => [userId, gen, sign]

/** Computes the hash of all trustees and their keys, which is the same on the devices of all voters. */
export const computeTrusteesHash = (trustees: ListedCertificate[]): string =>
  computeSha256InHex(JSON.stringify(trustees.map(({ card }) => getSignedKeyOfCertificate(card))))

/** Code of one trustee's key: 30 digits, so that nobody can generate another key with the same code. */
export const computeTrusteeKeyCode = (card: Card): string =>
  formatHashAsDigits(computeSha256InHex(JSON.stringify(getSignedKeyOfCertificate(card))), 6)

export interface TrusteeKeyCodes {
  /** Code with 60 digits by which trustees and voters compare the public keys of all trustees. */
  all: string
  trustees: { userId: number; code: string }[]
}

/** Verifies the trustees' signatures. Returns the code of each trustee's key and the code of all keys. */
export async function computeTrusteeKeyFingerprints(check: CeremonyCheck): Promise<TrusteeKeyCodes> {
  const trustees = await readAndVerifyTrusteesOfKeyCeremony(check)
  return {
    all: formatHashAsDigits(computeTrusteesHash(trustees)),
    trustees: trustees.map(({ userId, card }) => ({ userId, code: computeTrusteeKeyCode(card) })),
  }
}
