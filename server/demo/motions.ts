// Generates two demo motions (open votes) of the London club: a carried one, and one that is open for voting.
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { motions, motionVoters, motionVotes } from '#server/db/schema/motions.ts'
import type { MotionChoice } from '#shared/constants.ts'
import type { DemoUser } from './people.ts'

const day = 24 * 3_600_000
const clubAdmin = 4
const demoMember = 6
const londonClub = 1
const choices: MotionChoice[] = ['for', 'for', 'against', 'for', 'abstain']

/** Inserts a motion first as a draft and then its roll and votes, because triggers accept no other order. */
async function insertOpenMotion(
  db: Db,
  row: Omit<typeof motions.$inferInsert, 'openedAt'> & { openedAt: Date },
  voterIds: number[],
  voteCount: number,
): Promise<number> {
  const { openedAt, ...draft } = row
  const [created] = await db.insert(motions).values(draft).returning({ id: motions.id })
  if (!created) throw new Error('demo: inserting a motion returned no row')
  const { id } = created
  await db.insert(motionVoters).values(voterIds.map(userId => ({ motionId: id, userId })))
  await db
    .update(motions)
    .set({ status: 'open', openedAt, voterCount: voterIds.length })
    .where(eq(motions.id, id))
  const votes = voterIds
    .filter(userId => userId !== demoMember)
    .slice(0, voteCount)
    .map((userId, index) => ({
      motionId: id,
      userId,
      choice: choices[index % choices.length] ?? 'for',
      createdAt: new Date(openedAt.getTime() + (index + 1) * 600_000),
    }))
  if (votes.length > 0) await db.insert(motionVotes).values(votes)
  return id
}

export async function insertDemoMotions(db: Db, users: DemoUser[], now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * day)
  const voterIds = users
    .filter(user => user.clubId === londonClub && user.status === 'active' && user.createdAt < daysAgo(20))
    .map(({ id }) => id)
  const [proposerId = clubAdmin, seconderId = demoMember] = voterIds.filter(
    id => id !== demoMember && id !== clubAdmin,
  )
  const common = {
    authorId: clubAdmin,
    clubId: londonClub,
    proposerId,
    seconderId,
    majority: 'simple' as const,
  }
  const voteCount = 10
  const donation = await insertOpenMotion(
    db,
    {
      ...common,
      title: 'Derma kepada tabung kebajikan pelajar',
      body: 'Kelab menderma £300 daripada baki akaun kepada tabung kebajikan pelajar.',
      quorum: 3,
      closesAt: daysAgo(12),
      openedAt: daysAgo(16),
      createdAt: daysAgo(17),
    },
    voterIds,
    voteCount,
  )
  const count = (choice: MotionChoice) =>
    voterIds
      .filter(id => id !== demoMember)
      .slice(0, voteCount)
      .filter((_id, index) => choices[index % choices.length] === choice).length
  await db
    .update(motions)
    .set({
      status: 'closed',
      closedAt: daysAgo(12),
      forCount: count('for'),
      againstCount: count('against'),
      abstainCount: count('abstain'),
      outcome: 'carried',
    })
    .where(eq(motions.id, donation))
  await insertOpenMotion(
    db,
    {
      ...common,
      title: 'Mesyuarat bulanan pada hari Ahad',
      body: 'Mesyuarat bulanan kelab diadakan pada hari Ahad pertama setiap bulan, jam 3 petang.',
      closesAt: daysAgo(-6),
      openedAt: daysAgo(1),
      createdAt: daysAgo(2),
    },
    voterIds,
    4,
  )
}
