import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { readClock } from '#server/db/clock.ts'
import { membershipCounters } from '#server/db/schema/history.ts'
import { yearOf } from '#shared/calendar.ts'
import { type Country, countryCodes } from '#shared/constants.ts'

const form = /^([A-Z]{2})-(\d{4})-(\d{4,6})$/

/** Whether it is one of ours: of this country, of a year that has begun, and a running number. */
export function fitsCountry(number: string, country: Country | null, now = new Date()): boolean {
  const [, code, year, running] = form.exec(number) ?? []
  if (!country || code !== countryCodes[country]) return false
  const isPast = Number(year) >= 1950 && Number(year) <= yearOf(now)
  // 0012345 and 12345 would be two numbers of one place.
  return isPast && Number(running) > 0 && (running?.length === 4 || !running?.startsWith('0'))
}

const numberOf = sql`${sql.raw(`c.code || '-' || c.year || '-' || lpad(n::text, greatest(4, length(n::text)), '0')`)}`

/**
 * The next of a country and this year, in order. If the transaction fails they were never given, so there is no gap: what
 * lies between is somebody's, brought along from before, or was somebody's and is retired.
 */
export async function takeNumbers(db: Db, country: Country, count: number): Promise<string[]> {
  if (count === 0) return []
  const countryCode = countryCodes[country]
  const year = yearOf(await readClock(db))
  const [held] = await db
    .insert(membershipCounters)
    .values({ countryCode, year, lastNumber: 0 })
    .onConflictDoUpdate({
      target: [membershipCounters.countryCode, membershipCounters.year],
      set: { lastNumber: membershipCounters.lastNumber },
    })
    .returning({ last: membershipCounters.lastNumber })
  const taken: string[] = []
  let last = held?.last ?? 0
  while (taken.length < count) {
    const wanted = count - taken.length
    const { rows } = await db.execute<{ n: number; number: string }>(sql`
      select n, number from (
        select n, ${numberOf} as number
          from (select ${countryCode}::text as code, ${year}::text as year) c,
               generate_series(${last}::int + 1, ${last}::int + ${wanted + 50}::int) n
      ) candidates
       where not exists (select 1 from users u where u.membership_number = number)
         and not exists (select 1 from retired_numbers r where r.hash = number_hash(number))
       order by n limit ${wanted}`)
    taken.push(...rows.map(({ number }) => number))
    last = rows.length < wanted ? last + wanted + 50 : (rows.at(-1)?.n ?? last)
  }
  await db.execute(sql`
    update membership_counters set last_number = ${last} where country_code = ${countryCode} and year = ${year}`)
  return taken
}
