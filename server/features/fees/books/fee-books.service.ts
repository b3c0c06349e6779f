import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { feeBooks } from '#server/db/schema/fees.ts'
import { notFound } from '#server/errors.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryCode } from '#shared/countries/country-codes.ts'
import { getMainTimeZone } from '#shared/countries/country-time-zones.ts'
import { can } from '#shared/policies.ts'
import { headquartersTimeZone } from '#shared/time/time-zones.ts'
import { type FeeAction, type FeeBook, filterFeeBooksByScope, selectFeeBooks } from './fee-books.queries.ts'

/** Returns a fee book (ledger of one fee collector) in the caller's scope for the action, or throws 404. */
export async function requireFeeBook(
  { db, actor }: Pick<SignedInContext, 'db' | 'actor'>,
  bookId: number,
  action: FeeAction,
): Promise<FeeBook> {
  const [book] = await selectFeeBooks(db).where(
    and(eq(feeBooks.id, bookId), filterFeeBooksByScope(actor, action)),
  )
  if (!book) throw notFound()
  return book
}

interface Place {
  clubId: number | null
  country: Country | null
}

interface NewBook {
  letters: string
  timeZone: string
}

/** Returns the first three letters of a city or club name for receipt numbers, such as BER for Berlin. */
function abbreviatePlaceName(name: string): string {
  const letters = name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  return letters.length >= 3 ? letters.slice(0, 3) : 'KLB'
}

/**
 * Requires that the caller manages the fees of the club, the country or headquarters. Returns the letters of receipt
 * numbers and the time zone for its fee book.
 */
async function authorizePlaceOfFeeBook(
  { db, actor }: SignedInContext,
  { clubId, country }: Place,
): Promise<NewBook> {
  if (clubId !== null) {
    const [club] = await db.select().from(clubs).where(eq(clubs.id, clubId)).for('share')
    if (!club || country !== null || !can(actor, 'fees.manage', { club })) throw notFound()
    return { letters: abbreviatePlaceName(club.city ?? club.name), timeZone: club.timeZone }
  }
  if (!can(actor, 'fees.manage', { place: { country, clubId: null } })) throw notFound()
  if (country === null) return { letters: 'HQ', timeZone: headquartersTimeZone }
  return { letters: getCountryCode(country), timeZone: getMainTimeZone(country) }
}

/**
 * Returns the fee book of a club, a country or headquarters, and creates it at the first use. Throws 404 unless the
 * caller manages those fees. When another fee book has the same letters of receipt numbers, a number is appended to
 * them.
 */
export async function findOrCreateFeeBook(tx: SignedInContext, place: Place): Promise<FeeBook> {
  const { letters, timeZone } = await authorizePlaceOfFeeBook(tx, place)
  const isPlace = sql`${feeBooks.clubId} is not distinct from ${place.clubId}::int
    and ${feeBooks.country} is not distinct from ${place.country}::text`
  for (;;) {
    const [book] = await selectFeeBooks(tx.db).where(isPlace)
    if (book) return book
    const { rows } = await tx.db.execute<{ taken: number }>(
      sql`select count(*)::int as taken from fee_books where code ~ ${`^${letters}[0-9]*$`}`,
    )
    const taken = rows[0]?.taken ?? 0
    await tx.db
      .insert(feeBooks)
      .values({ ...place, timeZone, code: taken > 0 ? `${letters}${taken + 1}` : letters })
      .onConflictDoNothing()
  }
}
