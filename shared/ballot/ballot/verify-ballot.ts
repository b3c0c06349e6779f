// Verifies ballots of one election (sections "Signatures" and "Ballots" of the Belenios specification).
import { BallotError, throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { parsePublicVoterCredentials } from '#shared/ballot/credential.ts'
import { type Election, parseElection, type Question } from '#shared/ballot/election.ts'
import type { VerificationGroup } from '#shared/ballot/group/verification-group.ts'
import { computeSha256InHex, convertHexToBase64 } from '#shared/ballot/hash.ts'
import { verifyProofOfSecretKey } from '#shared/ballot/proofs/schnorr.ts'
import { type Ballot, ballot as ballotStructure, parseBallotJson } from '#shared/ballot/structures.ts'
import {
  buildBallotSignaturePrefix,
  buildCredentialProofHashInput,
  hashUnsignedBallot,
} from './ballot-parts.ts'
import { type AnswerFailure, verifyProofsOfEncryptedBallotAnswer } from './verify-answer.ts'

export type BallotFailure = AnswerFailure | 'wrong-election' | 'unknown-credential' | 'signature'

export type BallotVerdict =
  | { ok: true; ballot: Ballot; credential: string; hash: string; tracker: string }
  | { ok: false; failure: BallotFailure }

export interface BallotVerifier {
  verify(ballot: string): BallotVerdict
}

function verifySignature<E>(group: VerificationGroup<E>, ballot: Ballot): boolean {
  const { hash, proof } = ballot.signature
  if (hash !== hashUnsignedBallot(ballot)) return false
  const credential = group.parse(ballot.credential)
  if (group.isIdentity(credential)) return false
  return verifyProofOfSecretKey(group, buildBallotSignaturePrefix(hash), credential, proof)
}

function findFailure<E>(
  group: VerificationGroup<E>,
  election: Election,
  credentials: ReadonlySet<string>,
  publicKey: E,
  ballot: Ballot,
): BallotFailure | undefined {
  if (ballot.election_uuid !== election.uuid) return 'wrong-election'
  if (ballot.election_hash !== election.fingerprint) return 'wrong-election'
  if (!credentials.has(ballot.credential)) return 'unknown-credential'
  if (ballot.answers.length !== election.questions.length) return 'malformed'
  if (!verifySignature(group, ballot)) return 'signature'
  const context = buildCredentialProofHashInput(election.fingerprint, ballot.credential)
  for (const [index, answer] of ballot.answers.entries()) {
    const failure = verifyProofsOfEncryptedBallotAnswer(
      group,
      election.questions[index] as Question,
      publicKey,
      context,
      answer,
    )
    if (failure) return failure
  }
  return undefined
}

/** Creates a verifier for many ballots of an election. It does not detect duplicates; callers compare the hashes. */
export function createBallotVerifier<E>(
  group: VerificationGroup<E>,
  setup: { election: string; credentials: string },
): BallotVerifier {
  const election = parseElection(setup.election)
  const credentials = parsePublicVoterCredentials(setup.credentials)
  const publicKey = group.precompute(group.parse(election.publicKey))
  throwBallotErrorUnless(!group.isIdentity(publicKey), 'public key is the identity')
  return {
    verify(text) {
      try {
        throwBallotErrorUnless(text.length < 4_000_000, 'ballot is too large')
        const ballot = parseBallotJson(ballotStructure, text)
        const failure = findFailure(group, election, credentials, publicKey, ballot)
        if (failure) return { ok: false, failure }
        const hash = computeSha256InHex(text)
        return { ok: true, ballot, credential: ballot.credential, hash, tracker: convertHexToBase64(hash) }
      } catch (error) {
        if (error instanceof BallotError) return { ok: false, failure: 'malformed' }
        throw error
      }
    },
  }
}
