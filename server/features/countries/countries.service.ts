import { asc, eq, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { openCountries } from '#server/db/schema/countries.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import type { ManagedCountry, OpenCountryBody } from '#shared/contracts/countries/countries.schemas.ts'

export async function listCountriesOpenForRegistration({ db }: Context) {
  const rows = await db
    .select({ country: openCountries.country })
    .from(openCountries)
    .orderBy(asc(openCountries.country))
  return rows.map(({ country }) => country)
}

/**
 * Lists countries that are open for registration or have members or clubs, with the number of members and of
 * clubs of each country.
 */
async function readCountries({ db }: SignedInContext): Promise<ManagedCountry[]> {
  const { rows } = await db.execute<ManagedCountry & Record<string, unknown>>(sql`
    with figures as (
      select key as country, coalesce(sum(count) filter (where status = 'active'), 0)::int as members, 0 as clubs
        from summaries where entity = 'user' and dimension = 'country' and key <> '' and count > 0 group by key
      union all
      select country, 0, count(*)::int from clubs group by country
      union all
      select country, 0, 0 from open_countries
    )
    select country, exists (select from open_countries o where o.country = f.country) as "isOpen",
           sum(members)::int as members, sum(clubs)::int as clubs
      from figures f group by country order by country`)
  return rows
}

export async function listCountries(context: SignedInContext) {
  return readCountries(context)
}

export async function listManagedCountries(context: SignedInContext) {
  return readCountries(context)
}

/** Opens or closes a country for registration. A repeated call changes nothing and records no audit event. */
export async function setCountryOpenForRegistration(
  context: SignedInContext,
  { country, isOpen }: OpenCountryBody,
): Promise<void> {
  await context.transaction(async tx => {
    const { db, actor } = tx
    const changed = isOpen
      ? await db
          .insert(openCountries)
          .values({ country, openedBy: actor.id })
          .onConflictDoNothing()
          .returning()
      : await db.delete(openCountries).where(eq(openCountries.country, country)).returning()
    if (changed.length === 0) return
    await recordAuditEvent(tx, {
      kind: isOpen ? 'country.opened' : 'country.closed',
      country,
      details: { country },
      touches: { topics: ['countries'], to: { everybody: true } },
    })
  })
}
