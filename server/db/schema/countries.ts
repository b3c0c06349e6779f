import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { countries } from '#shared/countries/countries.ts'
import { buildCountryConstraint, createdAt } from './columns.ts'
import { users } from './core.ts'

/**
 * Countries in which people may register and clubs may be founded. Headquarters open and close countries.
 * Members and clubs of a closed country stay as they are.
 */
export const openCountries = pgTable(
  'open_countries',
  {
    country: text({ enum: countries }).primaryKey(),
    openedAt: createdAt(),
    /** Administrator who opened the country for registration; null for the countries of the first release. */
    openedBy: integer().references(() => users.id),
  },
  t => [
    buildCountryConstraint('open_countries_country', t.country),
    index('open_countries_by_opener').on(t.openedBy).where(sql`${t.openedBy} is not null`),
  ],
)
