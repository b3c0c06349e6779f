// Generates two demo motions of the London club: one that is carried, and one that is open for voting.
import type { motions, motionVoters, motionVotes } from '#server/db/schema/motions.ts'
import type { MotionChoice } from '#shared/constants.ts'
import type { DemoUser } from './people.ts'

type Row = typeof motions.$inferInsert & { id: number }
type Voter = typeof motionVoters.$inferInsert
type Vote = typeof motionVotes.$inferInsert

const day = 24 * 3_600_000
const clubAdmin = 4
const demoMember = 6
const londonClub = 1
const choices: MotionChoice[] = ['for', 'for', 'against', 'for', 'abstain']

/**
 * Rows as they are inserted as drafts (`rows`), their roll and votes, and the updates that open and close them,
 * because triggers accept neither a roll nor votes in another order.
 */
export function generateMotions(users: DemoUser[], now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * day)
  const members = users.filter(
    ({ clubId, status, createdAt }) => clubId === londonClub && status === 'active' && createdAt < daysAgo(20),
  )
  const [proposerId = clubAdmin, seconderId = demoMember] = members
    .filter(({ id }) => id !== demoMember && id !== clubAdmin)
    .map(({ id }) => id)
  const common = { authorId: clubAdmin, clubId: londonClub, proposerId, seconderId, majority: 'simple' as const }
  const rows: Row[] = [
    {
      ...common,
      id: 1,
      title: 'Derma kepada tabung kebajikan pelajar',
      body: 'Kelab menderma £300 daripada baki akaun kepada tabung kebajikan pelajar.',
      quorum: 3,
      closesAt: daysAgo(12),
      createdAt: daysAgo(17),
    },
    {
      ...common,
      id: 2,
      title: 'Mesyuarat bulanan pada hari Ahad',
      body: 'Mesyuarat bulanan kelab diadakan pada hari Ahad pertama setiap bulan, jam 3 petang.',
      closesAt: daysAgo(-6),
      createdAt: daysAgo(2),
    },
  ]
  const voters: Voter[] = rows.flatMap(({ id }) => members.map(({ id: userId }) => ({ motionId: id, userId })))
  const buildVotes = (motionId: number, count: number, from: Date): Vote[] =>
    members
      .filter(({ id }) => motionId === 1 || id !== demoMember)
      .slice(0, count)
      .map(({ id }, index) => ({
        motionId,
        userId: id,
        choice: choices[index % choices.length] ?? 'for',
        createdAt: new Date(from.getTime() + (index + 1) * 600_000),
      }))
  const votes = [...buildVotes(1, 12, daysAgo(16)), ...buildVotes(2, 5, daysAgo(1))]
  return { rows, voters, votes, openedAt: { 1: daysAgo(16), 2: daysAgo(1) }, voterCount: members.length }
}
