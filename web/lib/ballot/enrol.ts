// Enrolment of a voter: the credential follows from the ballot key, and the identity key signs it.
import { publicCredential } from '#shared/ballot/credential.ts'
import { hashQuestions, type Question } from '#shared/ballot/election.ts'
import type { Enrolment } from '#shared/e2ee/election-statements.ts'
import type { Signed } from '#shared/e2ee/signed-text.ts'
import { type Identity, signText } from '#web/lib/e2ee/crypto/identity.ts'
import { findBallotKey } from '#web/lib/e2ee/keys/ballot-key.ts'
import { requireHonest } from './ballot-alarm.ts'
import { deriveCredential } from './derive-credential.ts'

/** Election as the voter sees it before the public key exists. */
export interface SeenElection {
  uuid: string
  name: string
  description: string
  questions: Question[]
}

/** Computes the user's credential of an election for a generation of keys. Undefined: this device lacks the key. */
export async function computeOwnCredential(
  identity: Identity,
  gen: number,
  uuid: string,
): Promise<{ secret: bigint; credential: string } | undefined> {
  const key = findBallotKey(identity, gen)
  if (!key) return undefined
  const secret = await deriveCredential(key, uuid)
  return { secret, credential: publicCredential(secret) }
}

/** Signs the enrolment for the questions that are on the screen. */
export async function createEnrolment(
  identity: Identity,
  seen: SeenElection,
  announcedHash: string | null,
): Promise<{ credential: string; gen: number; statement: Signed }> {
  const questions = hashQuestions(seen)
  requireHonest(questions === announcedHash, 'questions-changed')
  const { userId, gen } = identity.card
  const own = await computeOwnCredential(identity, gen, seen.uuid)
  requireHonest(own !== undefined, 'keys-missing')
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
