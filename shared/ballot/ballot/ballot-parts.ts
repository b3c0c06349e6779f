// Texts that bind the proofs of a ballot to election, credential and ciphertexts.
// See "Encrypted answers" and "Ballots" of the Belenios specification.
import { hashToBase64 } from '#shared/ballot/hash.ts'
import { type Ballot, type Ciphertext, serializeBallotJson } from '#shared/ballot/structures.ts'

/** Returns S₀ of the Belenios specification: fingerprint of the election, followed by the public credential. */
export function buildCredentialProofContext(fingerprint: string, credential: string): string {
  return `${fingerprint}|${credential}`
}

/** Returns S of the Belenios specification: S₀, followed by all ciphertexts of the answer. */
export function buildAnswerProofContext(context: string, choices: Ciphertext[]): string {
  return `${context}|${choices.map(({ alpha, beta }) => `${alpha},${beta}`).join(',')}`
}

/** Returns the hash that the voter signs: that of the ballot without signature. */
export function hashUnsignedBallot(ballot: Omit<Ballot, 'signature'>): string {
  const { election_uuid, election_hash, credential, answers } = ballot
  return hashToBase64(serializeBallotJson({ election_uuid, election_hash, credential, answers }))
}

export function buildSignaturePrefix(hash: string): string {
  return `sig|${hash}|`
}

/** Lists the numbers of answers that a voter may choose. */
export function listAllowedCandidateCounts({ min, max }: { min: number; max: number }): number[] {
  return Array.from({ length: max - min + 1 }, (_, offset) => min + offset)
}
