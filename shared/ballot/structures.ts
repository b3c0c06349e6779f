// JSON structures of the Belenios (voting protocol) specification, section "Messages".
// The fields of each JSON structure have the order of the Belenios specification.
import * as z from 'zod/mini'
import { BallotError, throwBallotErrorUnless } from './ballot-error.ts'

const decimalText = z.string().check(z.regex(/^(0|[1-9][0-9]{0,76})$/))
const elementText = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Schema of a SHA-256 hash in hexadecimal. */
export const hashText = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const count = z.int().check(z.nonnegative(), z.maximum(1_000_000_000))

export const proof = z.strictObject({ challenge: decimalText, response: decimalText })
export const ciphertext = z.strictObject({ alpha: elementText, beta: elementText })
export type Proof = z.infer<typeof proof>
export type Ciphertext = z.infer<typeof ciphertext>

const question = z.strictObject({
  answers: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
  blank: z.optional(z.boolean()),
  min: count,
  max: count,
  question: z.string(),
})
export type Question = z.infer<typeof question>

/** JSON structure of an election (section "Elections" of the Belenios specification). */
export const election = z.strictObject({
  version: z.literal(1),
  description: z.string(),
  name: z.string(),
  group: z.literal('Ed25519'),
  public_key: elementText,
  questions: z.array(question).check(z.minLength(1), z.maxLength(100)),
  uuid: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{14,64}$/)),
  administrator: z.optional(z.string()),
  credential_authority: z.optional(z.string()),
})

export const setupData = z.strictObject({ election: hashText, trustees: hashText, credentials: hashText })
export const publicCredentials = z.array(elementText)

/** JSON structure of an encrypted answer (section "Encrypted answers" of the Belenios specification). */
const answer = z.strictObject({
  choices: z.array(ciphertext),
  individual_proofs: z.array(z.array(proof)),
  overall_proof: z.array(proof),
  blank_proof: z.optional(z.array(proof)),
})
export type Answer = z.infer<typeof answer>

/** JSON structure of a ballot (section "Ballots" of the Belenios specification). */
export const ballot = z.strictObject({
  election_uuid: z.string(),
  election_hash: z.string(),
  credential: elementText,
  answers: z.array(answer),
  signature: z.strictObject({ hash: z.string(), proof }),
})
export type Ballot = z.infer<typeof ballot>

/** JSON structure of a trustee's public key (section "Verification keys" of the Belenios specification). */
export const trusteePublicKey = z.strictObject({
  pok: proof,
  public_key: elementText,
  name: z.optional(z.string()),
})
export type TrusteePublicKey = z.infer<typeof trusteePublicKey>

/** JSON structure of a trustee's signed message (section "Public key infrastructure" of the Belenios specification). */
export const signedMessage = z.strictObject({ message: z.string(), signature: proof })
export type SignedMessage = z.infer<typeof signedMessage>
export const encryptedMessage = z.strictObject({ alpha: elementText, beta: elementText, data: z.string() })
export const channelMessage = z.strictObject({ recipient: elementText, message: z.string() })

/** JSON structure of the keys in a trustee's certificate (section "Certificates" of the Belenios specification). */
export const certificateKeys = z.strictObject({
  context: z.strictObject({ group: z.literal('Ed25519'), size: count, threshold: count, index: count }),
  verification: elementText,
  encryption: elementText,
})

/** Messages of the key ceremony (sections "Polynomials", "Vinputs" and "Voutputs" of the Belenios specification). */
export const rawPolynomial = z.strictObject({ polynomial: z.array(decimalText) })
export const rawCoefexps = z.strictObject({ coefexps: z.array(elementText) })
export const secretShare = z.strictObject({ secret: decimalText })
export const partialDecryptionKey = z.strictObject({ decryption_key: decimalText })
export const polynomial = z.strictObject({
  polynomial: z.string(),
  secrets: z.array(z.string()),
  coefexps: signedMessage,
  signature: proof,
})
export const vinput = z.strictObject({
  polynomial: z.string(),
  secrets: z.array(z.string()),
  coefexps: z.array(signedMessage),
  signatures: z.array(proof),
})
export const voutput = z.strictObject({ private_key: z.string(), public_key: trusteePublicKey })

/** JSON structure of threshold parameters (section "Threshold parameters" of the Belenios specification). */
export const thresholdParameters = z.strictObject({
  threshold: count,
  certs: z.array(signedMessage),
  coefexps: z.array(signedMessage),
  signatures: z.array(proof),
  verification_keys: z.array(trusteePublicKey),
})
export type ThresholdParameters = z.infer<typeof thresholdParameters>
export const trustees = z.array(
  z.union([
    z.tuple([z.literal('Single'), trusteePublicKey]),
    z.tuple([z.literal('Pedersen'), thresholdParameters]),
  ]),
)
export type Trustees = z.infer<typeof trustees>

/** JSON structure of an encrypted tally (section "Encrypted tally" of the Belenios specification). */
export const encryptedTally = z.array(z.array(ciphertext))

/** JSON structure of a trustee's partial decryption (section "Partial decryptions" of the Belenios specification). */
export const partialDecryption = z.strictObject({
  decryption_factors: z.array(z.array(elementText)),
  decryption_proofs: z.array(z.array(proof)),
})
export const ownedPayload = z.strictObject({ owner: count, payload: hashText })

/** JSON structure of an election result (section "Election result" of the Belenios specification). */
export const electionResult = z.strictObject({ result: z.array(z.array(count)) })

/** Types of events in an election log (section "Public data" of the Belenios specification). */
export const eventTypes = [
  'Setup',
  'Ballot',
  'EndBallots',
  'EncryptedTally',
  'PartialDecryption',
  'Result',
] as const
export type EventType = (typeof eventTypes)[number]
export const logEvent = z.strictObject({
  parent: z.optional(hashText),
  height: count,
  type: z.enum(eventTypes),
  payload: z.optional(hashText),
})
export type LogEvent = z.infer<typeof logEvent>

/** Parses the JSON text of a Belenios structure. Throws unless the text is compact and its fields are in order. */
export function parseBallotJson<T>(schema: z.ZodMiniType<T>, text: string): T {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    throw new BallotError('text is not JSON')
  }
  const parsed = schema.safeParse(raw)
  throwBallotErrorUnless(parsed.success, 'structure does not match the specification')
  throwBallotErrorUnless(serializeBallotJson(parsed.data) === text, 'structure is not in canonical form')
  return parsed.data
}

/**
 * Writes a structure in compact form. The caller lists fields in the order of the specification. The delete
 * character is escaped as belenios-tool does.
 */
export function serializeBallotJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('\x7f', '\\u007f')
}
