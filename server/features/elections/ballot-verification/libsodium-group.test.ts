// The server verifies ballots with libsodium, browsers with @noble/curves. Both must accept the same ballots.
import { ED25519_TORSION_SUBGROUP } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArchiveReader } from '#shared/ballot/archive/read-archive.ts'
import { type BallotVerdict, createBallotVerifier } from '#shared/ballot/ballot/verify-ballot.ts'
import { computePublicCredential } from '#shared/ballot/credential.ts'
import { serializeElection } from '#shared/ballot/election.ts'
import {
  formatGroupElement,
  generator,
  identity,
  parseCurvePoint,
  raiseToSecretExponentInConstantTime,
} from '#shared/ballot/group/element.ts'
import { nobleGroup } from '#shared/ballot/group/noble-group.ts'
import { PublicBase } from '#shared/ballot/group/public-base.ts'
import { generateRandomScalar, groupOrder } from '#shared/ballot/group/scalar.ts'
import type { VerificationGroup } from '#shared/ballot/group/verification-group.ts'
import { createBallotLogEntry, createElectionSetupLogEntry } from '#shared/ballot/log/log-entry.ts'
import type { Ballot } from '#shared/ballot/structures.ts'
import { runBeleniosElection } from '#shared/ballot/test/belenios-election.ts'
import {
  doesBeleniosAcceptArchive,
  hasBeleniosTool,
  runInTemporaryFolder,
} from '#shared/ballot/test/belenios-tool.ts'
import {
  type CraftedChoice,
  createManipulatedBallot,
  honestChoice,
} from '#shared/ballot/test/crafted-ballot.ts'
import { electionPlans } from '#shared/ballot/test/election-plans.ts'
import {
  buildElectionArchive,
  runTestElection,
  setUpTestElection,
} from '#shared/ballot/test/generated-election.ts'
import { mutations, type Random } from '#shared/ballot/test/mutations.ts'
import { signManipulatedBallot } from '#shared/ballot/test/rebuild-log.ts'
import { readSampleElectionArchive } from '#shared/ballot/test/sample.ts'
import { libsodiumGroup } from './libsodium-group.ts'

const reverseBytes = (hex: string) => Buffer.from(hex, 'hex').reverse().toString('hex')
const torsionOfOrder = (order: 2 | 4 | 8) => {
  const found = ED25519_TORSION_SUBGROUP.map(hex => parseCurvePoint(reverseBytes(hex))).find(
    point => power(point, order).is0() && !power(point, order / 2).is0(),
  )
  return found as typeof generator
}
const power = (point: typeof generator, exponent: number) => new PublicBase(point).power(BigInt(exponent))

const prime = 2n ** 255n - 19n
const signBit = 2n ** 255n
const toText = (value: bigint) => value.toString(16).padStart(64, '0')
const identityText = toText(1n)
const randomText = formatGroupElement(raiseToSecretExponentInConstantTime(generator, generateRandomScalar()))

/** Parses the text with both implementations and returns what both write, or undefined when both refuse it. */
function parseWithBoth(text: string): string | undefined {
  const parse = <E>(group: VerificationGroup<E>) => {
    try {
      return group.format([group.parse(text)])[0]
    } catch {
      return undefined
    }
  }
  const parsed = parse(libsodiumGroup)
  expect(parsed).toBe(parse(nobleGroup))
  return parsed
}

describe('elements', () => {
  it.each([
    ['the identity', identityText],
    ['the generator', formatGroupElement(generator)],
    ['a random element', randomText],
  ])('libsodium and noble parse %s', (_, text) => {
    expect(parseWithBoth(text)).toBe(text)
  })

  it.each([
    ['an element of order 2', formatGroupElement(torsionOfOrder(2))],
    ['an element of order 4', formatGroupElement(torsionOfOrder(4))],
    ['an element of order 8', formatGroupElement(torsionOfOrder(8))],
    ['a component of order 2', formatGroupElement(generator.add(torsionOfOrder(2)))],
    ['a component of order 4', formatGroupElement(generator.add(torsionOfOrder(4)))],
    ['a component of order 8', formatGroupElement(generator.add(torsionOfOrder(8)))],
    ['the identity with the sign bit', toText(1n + signBit)],
    ['the identity as y = p + 1', toText(prime + 1n)],
    ['the identity as y = p + 1 with the sign bit', toText(prime + 1n + signBit)],
    ['y = p', toText(prime)],
    ['y = 0', toText(0n)],
    ['y = p − 1 with the sign bit', toText(prime - 1n + signBit)],
    ['y = 2^255 − 1', toText(signBit - 1n)],
    ['y = 2, which is not on the curve', toText(2n)],
    ['capital letters', randomText.replace(/[a-f]/, letter => letter.toUpperCase())],
    ['a missing digit', randomText.slice(1)],
    ['an additional byte', `00${randomText}`],
  ])('libsodium and noble refuse %s', (_, text) => {
    expect(parseWithBoth(text)).toBeUndefined()
  })

  it('the crypto libraries libsodium and noble reject every curve point with y ≥ p and agree on random encodings', () => {
    for (let y = prime; y < signBit; y += 1n) {
      expect([parseWithBoth(toText(y)), parseWithBoth(toText(y + signBit))]).toEqual([undefined, undefined])
    }
    for (let run = 0; run < 50; run += 1) parseWithBoth(toText(generateRandomScalar() * 16n))
  })
})

describe('arithmetic', () => {
  const texts = [
    identityText,
    formatGroupElement(generator),
    formatGroupElement(generator.negate()),
    randomText,
  ]
  const exponents = [0n, 1n, 2n, 8n, groupOrder - 1n, generateRandomScalar()]

  function computeAll<E>(group: VerificationGroup<E>) {
    const elements = texts.map(text => group.parse(text))
    return {
      powers: elements.flatMap(base => group.format(exponents.map(exponent => group.power(base, exponent)))),
      powersOfGenerator: group.format(exponents.map(exponent => group.powerOfGenerator(exponent))),
      powersOfPrecomputed: group.format(
        exponents.map(exponent => group.power(group.precompute(elements[3] as E), exponent)),
      ),
      sums: elements.flatMap(left => group.format(elements.map(right => group.add(left, right)))),
      identities: elements.map(element => group.isIdentity(element)),
      isZeroPowerIdentity: group.isIdentity(group.power(elements[3] as E, 0n)),
    }
  }

  it('the crypto libraries libsodium and noble compute the same powers and sums of curve points, also of the neutral point and with exponent 0', () => {
    expect(computeAll(libsodiumGroup)).toEqual(computeAll(nobleGroup))
    expect(computeAll(libsodiumGroup)).toMatchObject({
      identities: [true, false, false, false],
      isZeroPowerIdentity: true,
    })
  })
})

const setup = setUpTestElection({
  questions: [{ answers: ['A'], min: 0, max: 1, question: 'Setuju?' }],
  trustees: 3,
  threshold: 2,
  voters: 1,
})
const secret = setup.secrets[0] as bigint

interface ElectionTexts {
  election: string
  credentials: string
}

/** Returns a function that verifies a ballot with both implementations and returns the verdict of both. */
function prepareBoth(texts: ElectionTexts): (ballot: string) => BallotVerdict {
  const libsodium = createBallotVerifier(libsodiumGroup, texts)
  const noble = createBallotVerifier(nobleGroup, texts)
  return ballot => {
    const verdict = libsodium.verify(ballot)
    expect(verdict).toEqual(noble.verify(ballot))
    return verdict
  }
}

function doesBeleniosAcceptBallot(ballot: string): boolean {
  const first = createElectionSetupLogEntry(setup)
  return doesBeleniosAcceptArchive(
    setup.uuid,
    buildElectionArchive([first, createBallotLogEntry(first, ballot)]),
  )
}

describe('crafted ballots', () => {
  const verifyWithBoth = prepareBoth(setup)
  const craft = (changes: Partial<CraftedChoice>) =>
    createManipulatedBallot(setup.election, secret, { ...honestChoice, ...changes })
  const simulated = honestChoice.simulated

  const valid: [string, Partial<CraftedChoice>][] = [
    ['random secrets', {}],
    ['the identity as both elements of the ciphertext', { plaintext: 0, randomness: 0n }],
    ['the identity as alpha and the generator as beta', { plaintext: 1, randomness: 0n }],
    ['a challenge of 0', { simulated: { ...simulated, challenge: 0n } }],
    ['a response of 0', { simulated: { ...simulated, response: 0n } }],
    ['commitments that are the identity', { simulated: { challenge: 0n, response: 0n } }],
    ['the largest scalars', { simulated: { challenge: groupOrder - 1n, response: groupOrder - 1n } }],
  ]

  it.each(valid)('libsodium and noble accept a ballot with %s', (_, changes) => {
    const ballot = craft(changes)
    expect(verifyWithBoth(ballot)).toMatchObject({ ok: true })
    if (hasBeleniosTool) expect(doesBeleniosAcceptBallot(ballot)).toBe(true)
  })

  const orders = [2, 4, 8] as const
  const outside: [string, Partial<CraftedChoice>][] = [
    ...orders.flatMap((order): [string, Partial<CraftedChoice>][] => {
      const torsion = torsionOfOrder(order)
      return [
        [`a component of order ${order} in alpha`, { torsion: { alpha: torsion, beta: identity } }],
        [`a component of order ${order} in beta`, { torsion: { alpha: identity, beta: torsion } }],
        [
          `an element of order ${order} as alpha`,
          { randomness: 0n, torsion: { alpha: torsion, beta: identity } },
        ],
      ]
    }),
  ]

  it.each(outside)('libsodium and noble reject a ballot with %s although its proofs hold', (_, changes) => {
    const ballot = craft(changes)
    expect(verifyWithBoth(ballot)).toEqual({ ok: false, failure: 'malformed' })
    const careless = { ...nobleGroup, parse: (text: string) => new PublicBase(parseCurvePoint(text)) }
    expect(createBallotVerifier(careless, setup).verify(ballot)).toMatchObject({ ok: true })
    if (hasBeleniosTool) expect(doesBeleniosAcceptBallot(ballot)).toBe(false)
  })

  it.each([
    ['with the sign bit', toText(1n + signBit)],
    ['as y = p + 1', toText(prime + 1n)],
  ])('libsodium and noble reject a ballot whose alpha is the identity %s', (_, alphaText) => {
    const ballot = craft({ randomness: 0n, alphaText })
    expect(verifyWithBoth(ballot)).toEqual({ ok: false, failure: 'malformed' })
    // belenios-tool also reads elements that are not canonical. The stricter rule prevents two texts of one ballot.
    if (hasBeleniosTool) expect(doesBeleniosAcceptBallot(ballot)).toBe(true)
  })

  it.each(['challenge', 'response'] as const)(
    'libsodium and noble reject a %s that is not below the group order or has a leading zero',
    field => {
      const source = craft({ simulated: { ...simulated, [field]: 5n } })
      for (const value of [`${groupOrder + 5n}`, '05', `${groupOrder}`, '-5']) {
        const ballot = JSON.parse(source) as Ballot
        const proof = ballot.answers[0]?.individual_proofs[0]?.[0] as { challenge: string; response: string }
        expect(proof[field]).toBe('5')
        proof[field] = value
        expect(verifyWithBoth(signManipulatedBallot(ballot, secret))).toEqual({
          ok: false,
          failure: 'malformed',
        })
      }
    },
  )

  it('the crypto libraries libsodium and noble reject a ballot signature when the public key (credential) is the neutral point of the curve', () => {
    expect(computePublicCredential(0n)).toBe(identityText)
    const texts = { ...setup, credentials: JSON.stringify([identityText]) }
    const ballot = createManipulatedBallot(setup.election, 0n, honestChoice)
    expect(prepareBoth(texts)(ballot)).toEqual({ ok: false, failure: 'signature' })
  })

  it.each([
    ['the identity', identityText],
    ['outside the prime-order subgroup', formatGroupElement(generator.add(torsionOfOrder(2)))],
  ])('libsodium and noble refuse an election whose public key is %s', (_, publicKey) => {
    const source = JSON.parse(setup.election)
    const election = serializeElection({ ...source, publicKey })
    expect(() => createBallotVerifier(libsodiumGroup, { ...setup, election })).toThrow()
    expect(() => createBallotVerifier(nobleGroup, { ...setup, election })).toThrow()
  })
})

describe('mutated ballots', () => {
  const perKind = Number(process.env.BALLOT_MUTATIONS ?? 5)
  const mutated = runTestElection({
    questions: [
      { answers: ['A', 'B'], min: 0, max: 1, question: 'Pengerusi?' },
      { answers: ['C'], blank: true, min: 1, max: 1, question: 'Bendahari?' },
    ],
    trustees: 3,
    threshold: 2,
    voters: 2,
    votes: [0, 1].map(voter => ({
      voter,
      choices: [
        [1, 0],
        [voter, 1 - voter],
      ],
    })),
  })
  const verifyWithBoth = prepareBoth(mutated.setup)
  const secrets = new Map(mutated.setup.secrets.map(value => [computePublicCredential(value), value]))
  const kinds = ['individualProof', 'overallProof', 'blankProof', 'ciphertext', 'signature']
  let state = 20_261_119
  const random: Random = below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }

  it.each(kinds)(
    'libsodium and noble reject every change of %s for the same reason',
    kind => {
      for (let run = 0; run < perKind; run += 1) {
        const parts = mutated.log
          .filter(({ type }) => type === 'Ballot')
          .map(({ type, data }) => ({ type, data: [...data] }))
        const before = parts.map(({ data }) => data[0])
        mutations[kind]?.({ parts, secrets }, random)
        const changed = parts.map(({ data }) => data[0] as string).filter((text, at) => text !== before[at])
        expect(changed.map(ballot => verifyWithBoth(ballot).ok)).toEqual([false])
      }
    },
    3_600_000,
  )
})

describe('ballots of belenios-tool', () => {
  function verifyBallots(archive: Uint8Array): boolean[] {
    const entries = new ArchiveReader().push(archive)
    const [election = '', , credentials = ''] = entries[0]?.data ?? []
    const verifier = createBallotVerifier(libsodiumGroup, { election, credentials })
    const ballots = entries
      .filter(({ event }) => JSON.parse(event).type === 'Ballot')
      .map(({ data }) => data[0] as string)
    return ballots.map(ballot => verifier.verify(ballot).ok)
  }

  it('the crypto library libsodium accepts the ballots of the recorded test election', () => {
    expect(verifyBallots(readSampleElectionArchive())).toEqual(Array(8).fill(true))
  })

  it.skipIf(!hasBeleniosTool)(
    'libsodium accepts the ballots of elections made by belenios-tool',
    () => {
      for (const plan of fc.sample(electionPlans, Number(process.env.BALLOT_ELECTIONS ?? 1))) {
        const trustees = Math.max(plan.trustees, plan.threshold + 1)
        const archive = runInTemporaryFolder(folder => runBeleniosElection(folder, { ...plan, trustees }))
        expect(verifyBallots(archive)).toEqual(plan.votes.map(() => true))
      }
    },
    3_600_000,
  )
})
