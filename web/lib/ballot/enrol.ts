// Enrols a voter: derives the voting credential from the ballot key, and signs it with the identity key.
import { computePublicCredential } from '#shared/ballot/credential.ts'
import {
  areAnswerOptionsVisiblyDistinct,
  hashElectionQuestions,
  type Question,
} from '#shared/ballot/election.ts'
import type { Enrolment } from '#shared/e2ee/election-statements.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import { type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'
import { findBallotKey } from '#web/lib/e2ee/keys/ballot-key.ts'
import { throwBallotAlarmUnless } from './ballot-alarm.ts'
import { deriveSecretVotingCredential } from './derive-secret-voting-credential.ts'

/** Data of an election that the voter sees at enrolment, when the election has no public key yet. */
export interface SeenElection {
  uuid: string
  name: string
  description: string
  questions: Question[]
}

/**
 * Computes the user's voting credential for an election and key generation (version of the keys); undefined if the key
 * is not on this device.
 */
export async function computeOwnVotingCredentialPair(
  identity: Identity,
  gen: number,
  uuid: string,
): Promise<{ secret: bigint; credential: string } | undefined> {
  const key = findBallotKey(identity, gen)
  if (!key) return undefined
  const secret = await deriveSecretVotingCredential(key, uuid)
  return { secret, credential: computePublicCredential(secret) }
}

/** Signs the voter's enrolment, including a hash of the questions that the screen shows. */
export async function createSignedEnrolment(
  identity: Identity,
  seen: SeenElection,
  announcedHash: string | null,
): Promise<{ credential: string; gen: number; statement: Signed }> {
  const questions = hashElectionQuestions(seen)
  throwBallotAlarmUnless(questions === announcedHash, 'questions-changed')
  throwBallotAlarmUnless(
    seen.questions.every(areAnswerOptionsVisiblyDistinct),
    'questions-changed',
    'equal answers',
  )
  const { userId, gen } = identity.card
  const own = await computeOwnVotingCredentialPair(identity, gen, seen.uuid)
  throwBallotAlarmUnless(own !== undefined, 'keys-missing')
  const body: Enrolment = {
    electionUuid: seen.uuid,
    questions,
    userId,
    gen,
    credential: own.credential,
  }
  const statement = await signText(identity.sign, 'enrolment', JSON.stringify(body))
  return { credential: own.credential, gen, statement }
}
