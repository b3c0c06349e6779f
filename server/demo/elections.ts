// Generates a demo election of the London club that is announced and open for enrolment.
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import {
  electionCandidates,
  electionQuestions,
  elections,
  electionTrustees,
} from '#server/db/schema/elections.ts'
import { encryptServerKey } from '#server/features/elections/server-key.ts'
import type { Secret } from '#server/secret.ts'
import { createElectionUuid, hashElectionQuestions } from '#shared/ballot/election.ts'
import { createElectionServerKeyPair } from '#shared/ballot/trustees/single.ts'
import type { DemoUser } from './people.ts'

const day = 24 * 3_600_000
const clubAdmin = 4
const demoMember = 6
const londonClub = 1
const title = 'Pemilihan AJK Kelab London'
const description = 'Pemilihan tahunan jawatankuasa kelab.'
const offices = ['Setiausaha', 'Bendahari']

export async function insertDemoElection(
  db: Db,
  secret: Secret,
  users: DemoUser[],
  now: Date,
): Promise<void> {
  const inDays = (days: number) => new Date(now.getTime() + days * day)
  const members = users.filter(
    ({ id, clubId, status, createdAt }) =>
      clubId === londonClub &&
      status === 'active' &&
      createdAt < inDays(-20) &&
      id !== demoMember &&
      id !== clubAdmin,
  )
  if (members.length < offices.length * 2 + 3) return
  const uuid = createElectionUuid()
  const [created] = await db
    .insert(elections)
    .values({
      uuid,
      organiserId: clubAdmin,
      clubId: londonClub,
      title,
      description,
      timeZone: 'Europe/London',
      enrolmentEndsAt: inDays(5),
      opensAt: inDays(7),
      closesAt: inDays(14),
      objectionHours: 24,
      createdAt: inDays(-3),
    })
    .returning({ id: elections.id })
  if (!created) throw new Error('demo: inserting the election returned no row')
  const electionId = created.id
  const questions = offices.map((question, index) => ({
    question,
    candidates: members.slice(index * 2, index * 2 + 2),
    min: 1,
    max: 1,
  }))
  for (const [position, { question, candidates, min, max }] of questions.entries()) {
    const [row] = await db
      .insert(electionQuestions)
      .values({ electionId, position, text: question, min, max, hasBlank: true })
      .returning({ id: electionQuestions.id })
    const rows = candidates.map(({ id, fullName }, place) => ({
      electionId,
      questionId: row?.id ?? 0,
      position: place,
      userId: id,
      name: fullName,
      status: 'accepted' as const,
    }))
    await db.insert(electionCandidates).values(rows)
  }
  const trustees = members.slice(-3).map(({ id }, place) => ({ electionId, index: place + 1, userId: id }))
  await db.insert(electionTrustees).values(trustees)
  const { privateKey, publicKey } = createElectionServerKeyPair()
  await db
    .update(elections)
    .set({
      status: 'announced',
      announcedAt: inDays(-1),
      questionsHash: hashElectionQuestions({
        uuid,
        name: title,
        description,
        questions: questions.map(({ question, candidates, min, max }) => ({
          question,
          answers: candidates.map(({ fullName }) => fullName),
          min,
          max,
          blank: true as const,
        })),
      }),
      serverKey: encryptServerKey(secret, uuid, privateKey),
      serverPublicKey: publicKey,
    })
    .where(eq(elections.id, electionId))
}
