// Texts that bind the proofs of a ballot to election, credential and ciphertexts (sections "Encrypted answers", "Ballots").
import { hashBase64 } from '#shared/ballot/hash.ts'
import { type Ballot, type Ciphertext, writeStructure } from '#shared/ballot/structures.ts'

/** S₀: fingerprint of the election and public credential. */
export function credentialContext(fingerprint: string, credential: string): string {
  return `${fingerprint}|${credential}`
}

/** S: S₀ followed by all ciphertexts of the answer. */
export function answerContext(context: string, choices: Ciphertext[]): string {
  return `${context}|${choices.map(({ alpha, beta }) => `${alpha},${beta}`).join(',')}`
}

/** Hash that the voter signs: the ballot without its signature. */
export function hashUnsignedBallot(ballot: Omit<Ballot, 'signature'>): string {
  const { election_uuid, election_hash, credential, answers } = ballot
  return hashBase64(writeStructure({ election_uuid, election_hash, credential, answers }))
}

export function signaturePrefix(hash: string): string {
  return `sig|${hash}|`
}

/** Values that the number of chosen answers may take. */
export function allowedTotals({ min, max }: { min: number; max: number }): number[] {
  return Array.from({ length: max - min + 1 }, (_, offset) => min + offset)
}
