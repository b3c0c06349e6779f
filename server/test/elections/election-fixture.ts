// Helpers for tests of elections: members with encryption keys, and an election in any status.
// The helper brings an election from the draft to the requested status by API calls.
import { expect } from 'vitest'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { advanceElectionsToNextStep } from '#server/features/elections/advance-elections.service.ts'
import { buildTestServiceContext, type Caller, type TestApp } from '#server/test/harness/app.ts'
import { runSqlStatements } from '#server/test/harness/database.ts'
import { buildClub } from '#server/test/harness/factories.ts'
import { createBallot } from '#shared/ballot/ballot/create-ballot.ts'
import {
  computePublicCredential,
  deriveSecretExponentFromVotingCredential,
} from '#shared/ballot/credential.ts'
import { computeSha256InHex } from '#shared/ballot/hash.ts'
import {
  computePartialDecryption,
  createDecryptionProofForServer,
} from '#shared/ballot/tally/partial-decryption.ts'
import {
  createKeyShare,
  createTrusteeCertificate,
  createTrusteePolynomial,
  createTrusteeSeed,
  decryptKeyShare,
} from '#shared/ballot/trustees/trustee.ts'
import {
  createIdentityKeys,
  generateKeySeed,
  type Identity,
  signText,
} from '#web/lib/e2ee/crypto/identity.ts'

export type Member = Caller & { user: { id: number }; identity: Identity; seed: string }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Builds a club with an administrator and members who have published their public encryption keys. */
export async function buildClubWithVoters(target: TestApp, memberCount = 6) {
  const { db } = target.database
  const club = await buildClub(db, { country: 'Japan' })
  const placement = { clubId: club.id, currentCountry: 'Japan' as const }
  const admin = await target.asNew({ role: 'club_admin_ln', ...placement })
  const members: Member[] = []
  for (let index = 0; index < memberCount; index++) {
    const person = await target.asNew(placement)
    const identity = await createIdentityKeys(generateKeySeed(), person.user.id, 1)
    await db.insert(userKeys).values({ userId: person.user.id, gen: 1, card: identity.card })
    members.push({ ...person, identity, seed: createTrusteeSeed() })
  }
  return { target, clubId: club.id, placement, admin, members }
}
export type ElectingClub = Awaited<ReturnType<typeof buildClubWithVoters>>

export const buildElectionBody = ({ clubId, members }: ElectingClub, overrides: object = {}) => ({
  clubId,
  title: 'Pemilihan AJK',
  description: '',
  enrolmentEndsAt: inDays(3),
  opensAt: inDays(5),
  closesAt: inDays(8),
  questions: [
    {
      text: 'Pengerusi',
      min: 1,
      max: 1,
      hasBlank: true,
      candidates: [{ userId: members[0]?.user.id ?? null, name: '' }, { name: 'Tiada calon lain' }],
    },
  ],
  trusteeIds: members.slice(0, 3).map(({ user }) => user.id),
  ...overrides,
})

export async function expectResponseStatus(
  response: PromiseLike<{ statusCode: number; body: string }>,
  status: number,
): Promise<void> {
  const { statusCode, body } = await response
  expect(statusCode, body).toBe(status)
}

export async function createElectionDraft(club: ElectingClub, overrides: object = {}): Promise<number> {
  const response = await club.admin.call('POST', '/api/elections', buildElectionBody(club, overrides))
  expect(response.statusCode, response.body).toBe(201)
  return response.json().id
}

export const readElection = async (by: Caller, id: number) =>
  (await by.call('GET', `/api/elections/${id}`)).json()

export async function announceElection(club: ElectingClub, overrides: object = {}): Promise<number> {
  const id = await createElectionDraft(club, overrides)
  const [nominee] = club.members
  const { own } = await readElection(nominee as Member, id)
  for (const candidate of own.nominationIds)
    await expectResponseStatus(
      (nominee as Member).call('PUT', `/api/elections/${id}/candidates/${candidate}/answer`, {
        isAccepted: true,
        statement: 'Saya sedia.',
      }),
      204,
    )
  await expectResponseStatus(club.admin.call('POST', `/api/elections/${id}/announce`), 204)
  return id
}

export const getSecret = (member: Member, uuid: string) =>
  deriveSecretExponentFromVotingCredential(uuid, member.seed)

export async function buildSignedVoterEnrolment(member: Member, id: number, changes: object = {}) {
  const { uuid, questionsHash } = await readElection(member, id)
  const credential = computePublicCredential(getSecret(member, uuid))
  const body = { electionUuid: uuid, questions: questionsHash, userId: member.user.id, gen: 1, credential }
  const statement = await signText(member.identity.sign, 'enrolment', JSON.stringify({ ...body, ...changes }))
  return { credential, statement }
}

export const enrol = async (member: Member, id: number) =>
  member.call('PUT', `/api/elections/${id}/enrolment`, await buildSignedVoterEnrolment(member, id))

const readCeremony = async (member: Member, id: number) =>
  (await member.call('GET', `/api/elections/${id}/ceremony`)).json()

export async function submitTrusteeCertificate(member: Member, id: number) {
  const { ceremonyId, index, size, threshold } = await readCeremony(member, id)
  const certificate = createTrusteeCertificate(member.seed, { size, threshold, index })
  const userId = member.user.id
  const body = {
    ceremonyId,
    size,
    threshold,
    index,
    certificate: computeSha256InHex(certificate),
    userId,
    gen: 1,
  }
  const statement = await signText(member.identity.sign, 'trustee', JSON.stringify(body))
  return member.call('POST', `/api/elections/${id}/ceremony/certificate`, { certificate, statement })
}

export async function submitTrusteePolynomial(member: Member, id: number) {
  const { certificates } = await readCeremony(member, id)
  const texts = certificates.map(({ certificate }: { certificate: string }) => certificate)
  const polynomial = createTrusteePolynomial(member.seed, texts)
  return member.call('POST', `/api/elections/${id}/ceremony/polynomial`, { polynomial })
}

export async function submitTrusteeKeyShare(member: Member, id: number) {
  const { certificates, vinput } = await readCeremony(member, id)
  const texts = certificates.map(({ certificate }: { certificate: string }) => certificate)
  return member.call('POST', `/api/elections/${id}/ceremony/voutput`, {
    voutput: createKeyShare(member.seed, texts, vinput),
  })
}

export async function completeKeyCeremony(trustees: Member[], id: number): Promise<void> {
  for (const step of [submitTrusteeCertificate, submitTrusteePolynomial, submitTrusteeKeyShare])
    for (const trustee of trustees) await expectResponseStatus(step(trustee, id), 204)
}

/** Moves the dates of an election with the rights of the database owner, because triggers reject such a change. */
export async function shiftElectionDates({ target }: ElectingClub, id: number, days: number): Promise<void> {
  await runSqlStatements(
    target.database.ownerUrl,
    `begin; alter table elections disable trigger elections_protected;
     update elections set enrolment_ends_at = enrolment_ends_at - interval '${days} days',
       opens_at = opens_at - interval '${days} days', closes_at = closes_at - interval '${days} days',
       roll_fixed_at = roll_fixed_at - interval '${days} days', opened_at = opened_at - interval '${days} days'
      where id = ${id};
     alter table elections enable trigger elections_protected; commit`,
  )
}

/** Runs the election job. Fails the test when a step fails, which the job itself would only log. */
export async function runElectionJob({ target }: ElectingClub): Promise<void> {
  const context = buildTestServiceContext(target.database.db)
  const failures: unknown[] = []
  const log = { error: ({ err }: { err: unknown }) => failures.push(err) } as unknown as typeof context.log
  await advanceElectionsToNextStep({ ...context, log })
  if (failures.length > 0) throw failures[0]
}

/**
 * Takes an election to the status `roll_fixed`: all members enrolled, key ceremony finished, roll (list of voters)
 * frozen.
 */
export async function freezeElectoralRoll(club: ElectingClub, overrides: object = {}): Promise<number> {
  const id = await announceElection(club, overrides)
  for (const member of club.members) await expectResponseStatus(enrol(member, id), 204)
  await completeKeyCeremony(club.members.slice(0, 3), id)
  await shiftElectionDates(club, id, 3)
  await runElectionJob(club)
  return id
}

export async function openElection(club: ElectingClub, overrides: object = {}): Promise<number> {
  const id = await freezeElectoralRoll(club, overrides)
  await shiftElectionDates(club, id, 2)
  await runElectionJob(club)
  return id
}

/**
 * Encrypts a ballot like the voter's browser. If blank votes are allowed, the first entry of `choices` marks a blank
 * vote.
 */
export async function buildEncryptedBallot(member: Member, id: number, choices: number[][]): Promise<string> {
  const { election } = (await member.call('GET', `/api/elections/${id}/booth`)).json()
  const { uuid } = JSON.parse(election)
  return createBallot({ election, credential: getSecret(member, uuid), choices })
}

export const vote = async (member: Member, id: number, choices: number[][] = [[0, 1, 0]]) =>
  member.call('POST', `/api/elections/${id}/ballots`, {
    ballot: await buildEncryptedBallot(member, id, choices),
  })

export async function buildPartialDecryption(trustee: Member, id: number) {
  const { election, encryptedTally, voutput } = (
    await trustee.call('GET', `/api/elections/${id}/tally`)
  ).json()
  const key = decryptKeyShare(trustee.seed, voutput)
  return {
    partialDecryption: computePartialDecryption(election, encryptedTally, key),
    binding: createDecryptionProofForServer(election, encryptedTally, key),
  }
}

export const decrypt = async (trustee: Member, id: number) =>
  trustee.call('POST', `/api/elections/${id}/decryptions`, await buildPartialDecryption(trustee, id))
