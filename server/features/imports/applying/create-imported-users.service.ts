// Creates users from import lines, one batch in a few set-based statements.
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { findAndLockCountriesOpenForRegistration } from '#server/features/countries/require-country-open-for-registration.service.ts'
import {
  extractValuesForUserMatching,
  type Import,
} from '#server/features/imports/checking/check-rows.service.ts'
import {
  findExactUserMatches,
  findRetiredMembershipNumbers,
  storedFields,
} from '#server/features/imports/checking/match-users.queries.ts'
import type { PersonData } from '#server/features/imports/parsing/parse-import-row.ts'
import {
  allocateMembershipNumbers,
  isValidMembershipNumber,
} from '#server/features/users/decisions/membership-numbers.service.ts'
import { encryptIdentityNumber } from '#server/features/users/person-data/person.service.ts'
import type { Country } from '#shared/countries/countries.ts'
import { normalizeTextForUniqueness } from '#shared/fields/id-and-email.ts'
import { storeImportedFieldValues } from './imported-field-values.service.ts'
import {
  insertStatusHistoryOfImportedUsers,
  recordAuditEventsOfImportedUsers,
} from './record-imported-users.service.ts'
import {
  buildSqlListOfUserColumns,
  convertUserRowsToSqlTableExpression,
  type UserColumn,
} from './user-records.queries.ts'

export interface ImportLine {
  line: number
  data: PersonData
}

interface NewPerson extends ImportLine {
  id: number
  country: Country | null
  clubId: number | null
  username: string
  membershipNumber: string | null
}

/**
 * Derives usernames from email addresses. Adds a random suffix when another user or import line has the same username.
 */
async function deriveUsernames(db: Db, lines: ImportLine[]): Promise<string[]> {
  const bases = lines.map(({ data }) =>
    normalizeTextForUniqueness((data.email ?? '').split('@')[0] ?? '').slice(0, 40),
  )
  const { rows } = await db.execute<{ username: string }>(
    sql`select username from users where username = any(${sql.param(bases)}::text[])`,
  )
  const taken = new Set(rows.map(({ username }) => username))
  return bases.map(base => {
    const isFree = base.length >= 3 && !taken.has(base)
    taken.add(base)
    return isFree ? base : `${base}-${randomBytes(4).toString('hex')}`
  })
}

/** Removes import lines whose email address or identity number was registered since the preview. */
async function removeRegistered({ db, secret }: Context, lines: ImportLine[]): Promise<ImportLine[]> {
  const hits = await findExactUserMatches(
    db,
    lines.map(({ line, data }) => ({
      ...extractValuesForUserMatching(secret, line, data),
      membershipNumber: null,
    })),
  )
  const taken = new Set(hits.map(({ line }) => line))
  return lines.filter(({ line }) => !taken.has(line))
}

/** Reads and share-locks the active clubs of an import. Clubs that were closed after the preview are left out. */
async function readOpenClubs(db: Db, ids: number[]): Promise<Map<number, Country>> {
  const { rows } = await db.execute<{ id: number; country: Country }>(sql`
    select id, country from clubs where id = any(${sql.param(ids)}::int[]) and is_active order by id for share`)
  return new Map(rows.map(({ id, country }) => [id, country]))
}

/**
 * Removes import lines whose country was closed since the preview. Share-locks the countries of the remaining lines.
 */
async function removeClosedCountries(
  db: Db,
  lines: ImportLine[],
  findLineCountry: (line: ImportLine) => Country | null,
): Promise<ImportLine[]> {
  const named = lines.map(findLineCountry).filter(country => country !== null)
  const open = await findAndLockCountriesOpenForRegistration(db, [...new Set(named)])
  return lines.filter(line => {
    const country = findLineCountry(line)
    return country === null || open.has(country)
  })
}

/** Assigns membership numbers: the number in the import line if valid and free, else the next free number. */
async function assignMembershipNumbers(db: Db, people: NewPerson[]): Promise<void> {
  const withOwnNumber = people.filter(
    ({ data, country }) => data.membershipNumber && isValidMembershipNumber(data.membershipNumber, country),
  )
  const numbers = withOwnNumber.map(({ data }) => data.membershipNumber as string)
  const retired = await findRetiredMembershipNumbers(db, numbers)
  const { rows } = await db.execute<{ number: string }>(
    sql`select membership_number as number from users where membership_number = any(${sql.param(numbers)}::text[])`,
  )
  const taken = new Set([...retired, ...rows.map(({ number }) => number)])
  for (const person of withOwnNumber) {
    const number = person.data.membershipNumber as string
    if (!taken.has(number)) person.membershipNumber = number
    taken.add(number)
  }
  const rest = people.filter(({ membershipNumber, country }) => !membershipNumber && country)
  for (const country of [...new Set(rest.map(person => person.country as Country))].sort()) {
    const sameCountry = rest.filter(person => person.country === country)
    // Membership numbers of the running import batch are not stored yet, so they must be excluded from allocation.
    const ownNumbers = new Set(people.map(({ membershipNumber }) => membershipNumber))
    let allocated: string[] = []
    while (allocated.length < sameCountry.length) {
      const more = await allocateMembershipNumbers(db, country, sameCountry.length - allocated.length)
      allocated = allocated.concat(more.filter(number => !ownNumbers.has(number)))
    }
    sameCountry.forEach((person, index) => {
      person.membershipNumber = allocated[index] ?? null
    })
  }
}

const insertedColumns: UserColumn[] = [
  'id',
  'username',
  'status',
  'icEncrypted',
  'icHash',
  'birthYear',
  ...storedFields,
]

async function insertPeople({ db, secret }: Context, people: NewPerson[], found: Import): Promise<void> {
  const rows = people.map(
    ({
      id,
      data: { icNumber, customFields: _stored, ...data },
      country,
      clubId,
      username,
      membershipNumber,
    }) => ({
      ...data,
      ...encryptIdentityNumber(secret, id, icNumber ?? null),
      id,
      currentCountry: country,
      clubId,
      username,
      membershipNumber,
      status: membershipNumber ? ('active' as const) : ('pending' as const),
    }),
  )
  const columns = buildSqlListOfUserColumns(insertedColumns)
  await db.execute(sql`
    insert into users (${columns}, approved_by, approved_at, agreed_at)
    select ${columns}, case status when 'active' then ${found.confirmedBy}::int end,
           case status when 'active' then now() end, null
      from ${convertUserRowsToSqlTableExpression(rows)}
     order by id`)
  const ids = people.map(({ id }) => id)
  await storeImportedFieldValues(
    db,
    found,
    people.map(({ id: userId, data }) => ({ userId, values: data.customFields ?? {} })),
  )
  await insertStatusHistoryOfImportedUsers(db, found, ids)
  await recordAuditEventsOfImportedUsers(db, found, {
    kind: 'user.imported',
    ids,
    details: sql`jsonb_build_object('status', status)`,
  })
}

/**
 * Creates the users of an import batch and returns the new user id for each line number.
 * New users have not accepted the terms, so they are in no chat group and invisible to other members.
 * When the import was confirmed as an approval (`isDecision`), users with a known country become active at once.
 */
export async function createImportedUsers(
  tx: Context,
  lines: ImportLine[],
  found: Import,
): Promise<Map<number, { userId: number }>> {
  const { db } = tx
  const clubIds = lines.map(({ data }) => data.clubId ?? found.clubId)
  const openClubs = await readOpenClubs(
    db,
    clubIds.filter(id => id !== null),
  )
  const findLineCountry = ({ data }: ImportLine) => {
    const clubId = data.clubId ?? found.clubId
    return data.currentCountry ?? (clubId ? openClubs.get(clubId) : undefined) ?? found.country
  }
  const linesWithOpenClub = lines.filter(
    (_, index) => clubIds[index] === null || openClubs.has(clubIds[index] as number),
  )
  const linesInOpenCountry = await removeClosedCountries(db, linesWithOpenClub, findLineCountry)
  const creatable = await removeRegistered(tx, linesInOpenCountry)
  if (creatable.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('users', 'id'))::int as id from generate_series(1, ${creatable.length})`)
  const usernames = await deriveUsernames(db, creatable)
  const people = creatable.map(({ line, data }, index): NewPerson => {
    const clubId = data.clubId ?? found.clubId
    const country = findLineCountry({ line, data })
    const id = rows[index]?.id as number
    return { line, data, id, country, clubId, username: usernames[index] as string, membershipNumber: null }
  })
  if (found.isDecision) await assignMembershipNumbers(db, people)
  await insertPeople(tx, people, found)
  return new Map(people.map(({ line, id }) => [line, { userId: id }]))
}
