import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { membershipCounters } from '#server/db/schema/history.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryCode } from '#shared/countries/country-codes.ts'
import { getYearInKualaLumpur } from '#shared/time/kuala-lumpur-calendar.ts'

const numberPattern = /^([A-Z]{2})-(\d{4})-(\d{4,6})$/

/** Checks a membership number: the country's code, a year from 1950 to now and a serial number above zero. */
export function isValidMembershipNumber(number: string, country: Country | null, now = new Date()): boolean {
  const [, code, year, serial] = numberPattern.exec(number) ?? []
  if (!country || code !== getCountryCode(country)) return false
  const isValidYear = Number(year) >= 1950 && Number(year) <= getYearInKualaLumpur(now)
  // A serial number of more than four digits has no leading zero, so each membership number has one spelling.
  return isValidYear && Number(serial) > 0 && (serial?.length === 4 || !serial?.startsWith('0'))
}

const numberExpression = sql`${sql.raw(`c.code || '-' || c.year || '-' || lpad(n::text, greatest(4, length(n::text)), '0')`)}`

/**
 * Allocates the next membership numbers of a country for the current year, in ascending order.
 * The counter row stays locked until the transaction ends, and a rollback releases the numbers without a gap.
 * Numbers that an import assigned before or that were retired are skipped.
 */
export async function allocateMembershipNumbers(db: Db, country: Country, count: number): Promise<string[]> {
  if (count === 0) return []
  const countryCode = getCountryCode(country)
  const year = getYearInKualaLumpur(await readDatabaseClock(db))
  const [counter] = await db
    .insert(membershipCounters)
    .values({ countryCode, year, lastNumber: 0 })
    .onConflictDoUpdate({
      target: [membershipCounters.countryCode, membershipCounters.year],
      set: { lastNumber: membershipCounters.lastNumber },
    })
    .returning({ last: membershipCounters.lastNumber })
  const allocated: string[] = []
  let last = counter?.last ?? 0
  while (allocated.length < count) {
    const wanted = count - allocated.length
    const { rows } = await db.execute<{ n: number; number: string }>(sql`
      select n, number from (
        select n, ${numberExpression} as number
          from (select ${countryCode}::text as code, ${year}::text as year) c,
               generate_series(${last}::int + 1, ${last}::int + ${wanted + 50}::int) n
      ) candidates
       where not exists (select 1 from users u where u.membership_number = number)
         and not exists (select 1 from retired_numbers r where r.hash = number_hash(number))
       order by n limit ${wanted}`)
    allocated.push(...rows.map(({ number }) => number))
    last = rows.length < wanted ? last + wanted + 50 : (rows.at(-1)?.n ?? last)
  }
  await db.execute(sql`
    update membership_counters set last_number = ${last} where country_code = ${countryCode} and year = ${year}`)
  return allocated
}
