import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { badInput } from '#server/errors.ts'
import type { Country } from '#shared/countries/countries.ts'
import { countryErrorText } from '#texts/country-errors.ts'

/** Returns which of `countries` are open for registration, and locks them until the transaction ends. */
export async function findAndLockCountriesOpenForRegistration(
  db: Db,
  countries: Country[],
): Promise<Set<Country>> {
  const { rows } = await db.execute<{ country: Country }>(sql`
    select country from open_countries where country = any(${sql.param(countries)}::text[])
     order by country for key share`)
  return new Set(rows.map(({ country }) => country))
}

/**
 * Requires that a country is open for registration and new clubs. Must run in the transaction that stores the country:
 * the lock makes a concurrent closing wait for the commit. `field` is the field of the form that names the country.
 */
export async function requireCountryOpenForRegistration(
  db: Db,
  country: Country | null,
  field: 'country' | 'currentCountry',
): Promise<void> {
  if (country === null || (await findAndLockCountriesOpenForRegistration(db, [country])).size > 0) return
  throw badInput({ [field]: countryErrorText.notOpen })
}
