// Generates the tags of the demo data: of headquarters, of the United Kingdom and of the London club.
import type { tags, userTags } from '#server/db/schema/tags.ts'
import type { DemoUser } from './people.ts'

const londonClub = 1

/** Demo tags with their owner. Every n-th active member of the owner has the tag, where n is `every`. */
const demoTags = [
  { name: 'Penerima biasiswa', every: 9 },
  { name: 'Bakal graduan', every: 14 },
  { name: 'Penyelaras bandar', country: 'United Kingdom' as const, every: 25 },
  { name: 'Sukarelawan', clubId: londonClub, every: 3 },
  { name: 'Perlu pengangkutan', clubId: londonClub, every: 7 },
]

export function generateTags(users: DemoUser[]) {
  const members = users.filter(
    ({ email, role, status }) => role === 'member' && status === 'active' && !email.endsWith('@demo.test'),
  )
  const rows: (typeof tags.$inferInsert)[] = []
  const links: (typeof userTags.$inferInsert)[] = []
  for (const [index, { every, ...tag }] of demoTags.entries()) {
    const id = index + 1
    rows.push({ id, ...tag })
    const inside = members.filter(
      ({ clubId, currentCountry }) =>
        (!tag.clubId || tag.clubId === clubId) && (!tag.country || tag.country === currentCountry),
    )
    links.push(
      ...inside.filter((_, place) => place % every === 0).map(({ id: userId }) => ({ tagId: id, userId })),
    )
  }
  return { rows, links }
}
