// Builds the texts that bind the proofs of a ballot to the election, the voter's credential and the ciphertexts.
// The Belenios specification defines the ballot texts in its sections "Encrypted answers" and "Ballots".
import { computeSha256InBase64 } from '#shared/ballot/hash.ts'
import { type Ballot, type Ciphertext, serializeBallotJson } from '#shared/ballot/structures.ts'

/** Builds the text S₀ of Belenios, a hash input of ballot proofs: fingerprint and public credential. */
export function buildCredentialProofHashInput(fingerprint: string, credential: string): string {
  return `${fingerprint}|${credential}`
}

/** Builds the text that proofs of answers hash: the voter's credential and the ciphertexts of all answers. */
export function buildAnswerProofHashInput(context: string, choices: Ciphertext[]): string {
  return `${context}|${choices.map(({ alpha, beta }) => `${alpha},${beta}`).join(',')}`
}

/** Returns the hash of a ballot without its signature. The voter signs this hash. */
export function hashUnsignedBallot(ballot: Omit<Ballot, 'signature'>): string {
  const { election_uuid, election_hash, credential, answers } = ballot
  return computeSha256InBase64(serializeBallotJson({ election_uuid, election_hash, credential, answers }))
}

export function buildBallotSignaturePrefix(hash: string): string {
  return `sig|${hash}|`
}

/** Lists how many answers a voter may choose in a question: all numbers from `min` to `max`. */
export function listAllowedCountsOfChosenAnswers({ min, max }: { min: number; max: number }): number[] {
  return Array.from({ length: max - min + 1 }, (_, offset) => min + offset)
}
