// Statements about elections that users sign with their encryption identity (Ed25519 key).
// Voters sign their enrolment, and trustees sign the hash of their certificate.
import * as z from 'zod/mini'
import type { Card } from './signed-public-keys.ts'
import { isTextSignedBy, type SignaturePurpose, type Signed, type VerifySignature } from './signed-text.ts'

const hexHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const token = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{14,64}$/))

/** Signed statement of a voter, which registers a public credential for one election and confirms its questions. */
const enrolment = z.strictObject({
  electionUuid: token,
  /** Hash of title, description and questions that the voter saw, as `hashElectionQuestions` computes it. */
  questions: hexHash,
  userId: z.int(),
  gen: z.int(),
  credential: hexHash,
})
export type Enrolment = z.infer<typeof enrolment>

/** Signed statement of a trustee, which confirms the trustee's certificate for one position in a key ceremony. */
const trusteeStatement = z.strictObject({
  ceremonyId: token,
  size: z.int(),
  threshold: z.int(),
  index: z.int(),
  /** SHA-256 of the text of the trustee's certificate. */
  certificate: hexHash,
  userId: z.int(),
  gen: z.int(),
})
export type TrusteeStatement = z.infer<typeof trusteeStatement>

async function verifyStatement<T extends { userId: number; gen: number }>(
  purpose: SignaturePurpose,
  schema: z.ZodMiniType<T>,
  { userId, gen, sign }: Card,
  signed: Signed,
  verify: VerifySignature,
): Promise<T | undefined> {
  if (!(await isTextSignedBy(verify, sign, purpose, signed))) return undefined
  try {
    const statement = schema.parse(JSON.parse(signed.body))
    return statement.userId === userId && statement.gen === gen ? statement : undefined
  } catch {
    return undefined
  }
}

/**
 * Verifies a voter's signed enrolment with the voter's public keys; undefined when it is malformed, forged or of
 * another person.
 */
export function verifySignedVoterEnrolment(
  card: Card,
  signed: Signed,
  verify: VerifySignature,
): Promise<Enrolment | undefined> {
  return verifyStatement('enrolment', enrolment, card, signed, verify)
}

/** Verifies a trustee's signed statement by the trustee's public keys. Returns undefined when it is not valid. */
export function verifySignedTrusteeStatement(
  card: Card,
  signed: Signed,
  verify: VerifySignature,
): Promise<TrusteeStatement | undefined> {
  return verifyStatement('trustee', trusteeStatement, card, signed, verify)
}
