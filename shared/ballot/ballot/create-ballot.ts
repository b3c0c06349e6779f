// Creates a signed ballot as the section "Ballots" of the Belenios specification defines it.
import { throwBallotErrorUnless } from '#shared/ballot/ballot-error.ts'
import { computePublicCredential } from '#shared/ballot/credential.ts'
import { countChoicesOfQuestion, parseElection } from '#shared/ballot/election.ts'
import { parsePublicKey } from '#shared/ballot/group/element.ts'
import { proveKnowledgeOfSecretKey } from '#shared/ballot/proofs/schnorr.ts'
import { type Answer, serializeBallotJson } from '#shared/ballot/structures.ts'
import {
  buildBallotSignaturePrefix,
  buildCredentialProofHashInput,
  hashUnsignedBallot,
} from './ballot-parts.ts'
import { createEncryptedAnswer } from './create-answer.ts'

export interface BallotRequest {
  /** Text of the file election.json, which describes the election. */
  election: string
  /** Secret exponent of the voter's credential. */
  credential: bigint
  /**
   * Choices of the voter: for each question a 0 or 1 per answer. If a question allows a blank vote, an
   * additional first item marks a blank vote.
   */
  choices: number[][]
  /** Progress callback of the encryption: receives the number of finished steps and the number of all steps. */
  onProgress?: (done: number, total: number) => void
}

/** Encrypts and signs a ballot. Returns the ballot's text, which is submitted, hashed and published. */
export function createBallot({ election: text, credential, choices, onProgress }: BallotRequest): string {
  const election = parseElection(text)
  throwBallotErrorUnless(
    choices.length === election.questions.length,
    'number of answers differs from the questions',
  )
  const publicKey = parsePublicKey(election.publicKey).precompute(5)
  const credentialText = computePublicCredential(credential)
  const context = buildCredentialProofHashInput(election.fingerprint, credentialText)
  const total = election.questions.reduce((sum, question) => sum + countChoicesOfQuestion(question), 1)
  let done = 0
  const onStep = () => {
    done += 1
    onProgress?.(done, total)
  }
  const answers = election.questions.map(
    (question, index): Answer =>
      createEncryptedAnswer(question, publicKey, context, choices[index] as number[], onStep),
  )
  const unsigned = {
    election_uuid: election.uuid,
    election_hash: election.fingerprint,
    credential: credentialText,
    answers,
  }
  const hash = hashUnsignedBallot(unsigned)
  const signature = { hash, proof: proveKnowledgeOfSecretKey(buildBallotSignaturePrefix(hash), credential) }
  onStep()
  return serializeBallotJson({ ...unsigned, signature })
}
