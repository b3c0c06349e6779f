// Manipulations of single values in each part of an election log. The verification of the log must detect each one.
import {
  formatGroupElement,
  generator,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import { generateRandomScalar } from '#shared/ballot/group/scalar.ts'
import type { Ballot } from '#shared/ballot/structures.ts'
import { type LogPart, signManipulatedBallot } from './rebuild-log.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type Random = (below: number) => number

interface Leaf {
  holder: { [key: string]: Json }
  key: string
}

function listLeaves(value: Json, into: Leaf[] = []): Leaf[] {
  if (value === null || typeof value !== 'object') return into
  const holder = value as { [key: string]: Json }
  for (const key of Object.keys(holder)) {
    const child = holder[key] as Json
    if (child !== null && typeof child === 'object') listLeaves(child, into)
    else into.push({ holder, key })
  }
  return into
}

function changeText(text: string, random: Random): string {
  if (/^[0-9a-f]{64}$/.test(text))
    return formatGroupElement(raiseToSecretExponentInConstantTime(generator, generateRandomScalar()))
  if (/^[0-9]+$/.test(text))
    return random(2) ? (BigInt(text) + 1n).toString() : generateRandomScalar().toString()
  if (!text.startsWith('{')) return `${text}x`
  const inner = JSON.parse(text) as Json
  changeRandomValueInJson(inner, random)
  return JSON.stringify(inner)
}

/** Changes one random value of a JSON structure, or exchanges two values that look alike. */
export function changeRandomValueInJson(value: Json, random: Random): void {
  const leaves = listLeaves(value)
  const { holder, key } = leaves[random(leaves.length)] as Leaf
  const old = holder[key] as Json
  const others = leaves.filter(
    leaf => typeof leaf.holder[leaf.key] === typeof old && leaf.holder[leaf.key] !== old && leaf.key === key,
  )
  const other = others[random(Math.max(others.length, 1))]
  if (other && random(3) === 0) {
    holder[key] = other.holder[other.key] as Json
    other.holder[other.key] = old
  } else if (typeof old === 'string') holder[key] = changeText(old, random)
  else if (typeof old === 'number') holder[key] = old + 1
  else holder[key] = !old
}

export interface MutableElection {
  parts: LogPart[]
  /** Secret credential of each voter in the test election, by public credential. */
  secrets: Map<string, bigint>
}

type Mutation = (election: MutableElection, random: Random) => void

function changeData(type: string, at: number, pick: (value: Json) => Json): Mutation {
  return ({ parts }, random) => {
    const candidates = parts.filter(part => part.type === type)
    const part = candidates[random(candidates.length)] as LogPart
    const value = JSON.parse(part.data[at] as string) as Json
    changeRandomValueInJson(pick(value), random)
    part.data[at] = JSON.stringify(value)
  }
}

/** Changes one number in the JSON data of a log event, without updating the hashes of the log. */
function changeNumber(type: string, keys: string[]): Mutation {
  return ({ parts }, random) => {
    const candidates = parts.filter(part => part.type === type)
    const part = candidates[random(candidates.length)] as LogPart
    const value = JSON.parse(part.data[1] as string) as { [key: string]: number }
    const key = keys[random(keys.length)] as string
    value[key] = ((value[key] as number) + 1 + random(5)) % 7
    part.data[1] = JSON.stringify(value)
  }
}

function changeBallot(pick: (ballot: Ballot, random: Random) => Json, isSigned: boolean): Mutation {
  return ({ parts, secrets }, random) => {
    const candidates = parts.filter(part => part.type === 'Ballot')
    const part = candidates[random(candidates.length)] as LogPart
    const ballot = JSON.parse(part.data[0] as string) as Ballot
    const secret = secrets.get(ballot.credential) as bigint
    changeRandomValueInJson(pick(ballot, random), random)
    part.data[0] = isSigned ? signManipulatedBallot(ballot, secret) : JSON.stringify(ballot)
  }
}

const field = (value: Json, key: string) => (value as { [key: string]: Json })[key] as Json
const pedersen = (value: Json, key: string) => field(((value as Json[])[1] as Json[])[1] as Json, key)
const single = (value: Json) => ((value as Json[])[0] as Json[])[1] as Json
const answer = (ballot: Ballot, random: Random) =>
  ballot.answers[random(ballot.answers.length)] as unknown as Json

/** Manipulations of an election log, grouped by the proof or structure that must reveal them. */
export const mutations: Record<string, Mutation> = {
  individualProof: changeBallot((ballot, random) => field(answer(ballot, random), 'individual_proofs'), true),
  overallProof: changeBallot((ballot, random) => field(answer(ballot, random), 'overall_proof'), true),
  blankProof: changeBallot(ballot => ballot.answers.at(-1)?.blank_proof as unknown as Json, true),
  ciphertext: changeBallot((ballot, random) => field(answer(ballot, random), 'choices'), true),
  signature: changeBallot(ballot => ballot.signature as unknown as Json, false),
  serverKey: changeData('Setup', 1, single),
  certificate: changeData('Setup', 1, value => pedersen(value, 'certs')),
  coefficients: changeData('Setup', 1, value => pedersen(value, 'coefexps')),
  certificateSignature: changeData('Setup', 1, value => pedersen(value, 'signatures')),
  verificationKey: changeData('Setup', 1, value => pedersen(value, 'verification_keys')),
  election: changeData('Setup', 0, value => value),
  credentials: changeData('Setup', 2, value => value),
  tally: changeData('EncryptedTally', 0, value => value),
  tallySize: changeNumber('EncryptedTally', ['num_tallied', 'total_weight']),
  decryptionFactor: changeData('PartialDecryption', 0, value => field(value, 'decryption_factors')),
  decryptionProof: changeData('PartialDecryption', 0, value => field(value, 'decryption_proofs')),
  decryptionOwner: changeNumber('PartialDecryption', ['owner']),
  result: changeData('Result', 0, value => value),
}
