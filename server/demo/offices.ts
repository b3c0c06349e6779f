// Generates the offices by appointment of members of the London club in the demo data.
import type { appointments } from '#server/db/schema/offices.ts'
import { getMainTimeZone } from '#shared/countries/country-time-zones.ts'
import type { DemoUser } from './people.ts'

const day = 24 * 3_600_000
const londonClub = 1

/** Gives three members of the London club an office of the club and a fourth one an office of the country. */
export function generateOfficeHolders(users: DemoUser[], now: Date): (typeof appointments.$inferInsert)[] {
  const members = users.filter(
    ({ email, role, status, clubId }) =>
      clubId === londonClub && role === 'member' && status === 'active' && !email.endsWith('@demo.test'),
  )
  const formatDayInDays = (days: number) => new Date(now.getTime() + days * day).toISOString().slice(0, 10)
  const term = {
    startsOn: formatDayInDays(-120),
    endsOn: formatDayInDays(245),
    timeZone: getMainTimeZone('United Kingdom'),
  }
  const held = [
    { office: 'treasurer' as const, clubId: londonClub, ...term },
    { office: 'event_lead' as const, clubId: londonClub, ...term },
    { office: 'returning_officer' as const, clubId: londonClub, ...term, endsOn: formatDayInDays(20) },
    { office: 'treasurer' as const, country: 'United Kingdom' as const, ...term },
  ]
  return held.flatMap((office, index) => {
    const holder = members[index]
    return holder ? [{ ...office, userId: holder.id }] : []
  })
}
