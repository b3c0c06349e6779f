// Definition of an election: its questions, and the hash (fingerprint) of the definition.
// The Belenios specification defines elections in its sections "Questions" and "Elections".
import { throwBallotErrorUnless } from './ballot-error.ts'
import { groupName } from './group/element.ts'
import { computeSha256InBase64, computeSha256InHex } from './hash.ts'
import { createBase58Token } from './random-token.ts'
import { election, parseBallotJson, type Question, serializeBallotJson } from './structures.ts'

export type { Question } from './structures.ts'

export interface Election {
  uuid: string
  name: string
  description: string
  questions: Question[]
  /** Public key y of the election in hexadecimal. */
  publicKey: string
  administrator: string | undefined
  /** SHA-256 of the roll (list of voters) in hexadecimal. Elections made by Belenios have a free text in this field. */
  credentialAuthority: string | undefined
  /** Fingerprint of the election: the SHA-256 hash of its JSON text, encoded in Base64 without padding. */
  fingerprint: string
}

/** Creates the identifier of an election: Base58 characters with 128 random bits. */
export function createElectionUuid(): string {
  return createBase58Token(22)
}

/** True when a question can be answered: 0 ≤ min ≤ max ≤ number of answers, and max is at least 1. */
export function hasValidMinAndMaxAnswers({ answers, min, max }: Question): boolean {
  return answers.length > 0 && min >= 0 && min <= max && max >= 1 && max <= answers.length
}

/**
 * True when the answers of the question look different. Voters sign only the text of an answer: of two equal ones, a server
 * could exchange the pictures.
 */
export function areAnswerOptionsVisiblyDistinct({ answers }: Pick<Question, 'answers'>): boolean {
  const shown = answers.map(answer =>
    answer
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  )
  return new Set(shown).size === shown.length
}

/** Returns the number of choices in a ballot for the question: its answers, and the blank vote if allowed. */
export function countChoicesOfQuestion({ answers, blank }: Question): number {
  return answers.length + (blank ? 1 : 0)
}

function orderQuestion({ answers, blank, min, max, question }: Question): Question {
  return { answers, ...(blank === undefined ? {} : { blank }), min, max, question }
}

export interface NewElection {
  uuid: string
  name: string
  description: string
  questions: Question[]
  publicKey: string
  administrator?: string
  credentialAuthority?: string
}

/** Writes election.json, the description of an election. Its text is published and hashed unchanged. */
export function serializeElection(source: NewElection): string {
  const { uuid, name, description, questions, publicKey, administrator, credentialAuthority } = source
  throwBallotErrorUnless(questions.every(hasValidMinAndMaxAnswers), 'question cannot be answered')
  const text = serializeBallotJson({
    version: 1,
    description,
    name,
    group: groupName,
    public_key: publicKey,
    questions: questions.map(orderQuestion),
    uuid,
    ...(administrator === undefined ? {} : { administrator }),
    ...(credentialAuthority === undefined ? {} : { credential_authority: credentialAuthority }),
  })
  parseElection(text)
  return text
}

export function parseElection(text: string): Election {
  const parsed = parseBallotJson(election, text)
  throwBallotErrorUnless(parsed.questions.every(hasValidMinAndMaxAnswers), 'question cannot be answered')
  return {
    uuid: parsed.uuid,
    name: parsed.name,
    description: parsed.description,
    questions: parsed.questions,
    publicKey: parsed.public_key,
    administrator: parsed.administrator,
    credentialAuthority: parsed.credential_authority,
    fingerprint: computeSha256InBase64(text),
  }
}

/** Hashes title, description and questions of an election, which exist before its public key. Voters sign this hash. */
export function hashElectionQuestions(
  source: Pick<Election, 'uuid' | 'name' | 'description' | 'questions'>,
): string {
  const { uuid, name, description, questions } = source
  return computeSha256InHex(
    serializeBallotJson({ uuid, name, description, questions: questions.map(orderQuestion) }),
  )
}
