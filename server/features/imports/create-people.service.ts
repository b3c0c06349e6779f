// New people from the lines of a file, a batch in a handful of statements.
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { fitsCountry, takeNumbers } from '#server/features/users/membership-numbers.service.ts'
import { sealIcNumber } from '#server/features/users/person.service.ts'
import type { Country } from '#shared/constants.ts'
import { foldText } from '#shared/fields.ts'
import { type Import, seek } from './check-import.service.ts'
import { findHits, findRetired } from './match-people.queries.ts'
import { notePlaces, recordPeople } from './note-people.service.ts'
import type { PersonData } from './read-row.ts'
import { asHex } from './sealed-rows.ts'

export interface Line {
  line: number
  data: PersonData
}

interface NewPerson extends Line {
  id: number
  country: Country | null
  clubId: number | null
  username: string
  membershipNumber: string | null
}

/** Made of the address; a suffix that nobody has where it is taken, here or by another line. */
async function giveUsernames(db: Db, lines: Line[]): Promise<string[]> {
  const bases = lines.map(({ data }) => foldText((data.email ?? '').split('@')[0] ?? '').slice(0, 40))
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

/** Those whom somebody else has become in the meantime are not made. */
async function withoutTaken({ db, secret }: Context, lines: Line[]): Promise<Line[]> {
  const hits = await findHits(
    db,
    lines.map(({ line, data }) => ({ ...seek(secret, line, data), membershipNumber: null })),
  )
  const taken = new Set(hits.map(({ line }) => line))
  return lines.filter(({ line }) => !taken.has(line))
}

/** Clubs that were closed since the lines were looked at take nobody. */
async function readOpenClubs(db: Db, ids: number[]): Promise<Map<number, Country>> {
  const { rows } = await db.execute<{ id: number; country: Country }>(sql`
    select id, country from clubs where id = any(${sql.param(ids)}::int[]) and is_active order by id for share`)
  return new Map(rows.map(({ id, country }) => [id, country]))
}

/** The number they had, where it fits and is nobody's; the others get the next ones, in the order of the file. */
async function giveNumbers(db: Db, people: NewPerson[]): Promise<void> {
  const own = people.filter(
    ({ data, country }) => data.membershipNumber && fitsCountry(data.membershipNumber, country),
  )
  const numbers = own.map(({ data }) => data.membershipNumber as string)
  const retired = await findRetired(db, numbers)
  const { rows } = await db.execute<{ number: string }>(
    sql`select membership_number as number from users where membership_number = any(${sql.param(numbers)}::text[])`,
  )
  const taken = new Set([...retired, ...rows.map(({ number }) => number)])
  for (const person of own) {
    const number = person.data.membershipNumber as string
    if (!taken.has(number)) person.membershipNumber = number
    taken.add(number)
  }
  const rest = people.filter(({ membershipNumber, country }) => !membershipNumber && country)
  for (const country of [...new Set(rest.map(person => person.country as Country))].sort()) {
    const here = rest.filter(person => person.country === country)
    // What others of this batch bring along is not given before they have it.
    const brought = new Set(people.map(({ membershipNumber }) => membershipNumber))
    let given: string[] = []
    while (given.length < here.length) {
      const more = await takeNumbers(db, country, here.length - given.length)
      given = given.concat(more.filter(number => !brought.has(number)))
    }
    here.forEach((person, index) => {
      person.membershipNumber = given[index] ?? null
    })
  }
}

async function insertPeople({ db, secret }: Context, people: NewPerson[], found: Import): Promise<void> {
  const values = people.map(({ id, data, country, clubId, username, membershipNumber }) => {
    const { icEncrypted, icHash, birthYear } = sealIcNumber(secret, id, data.icNumber ?? null)
    return {
      ...data,
      id,
      country,
      clubId,
      username,
      membershipNumber,
      icEncrypted: asHex(icEncrypted),
      icHash: asHex(icHash),
      birthYear,
      status: membershipNumber ? 'active' : 'pending',
    }
  })
  await db.execute(sql`
    insert into users (id, username, email, full_name, ic_encrypted, ic_hash, birth_year, phone, birth_state,
                       current_country, club_id, institution, course, education_level, start_year, end_year,
                       membership_number, status, approved_by, approved_at, agreed_at)
    select id, username, email, "fullName", decode("icEncrypted", 'hex'), decode("icHash", 'hex'), "birthYear", phone,
           "birthState", country, "clubId", institution, course, "educationLevel", "startYear", "endYear",
           "membershipNumber", status, case status when 'active' then ${found.confirmedBy}::int end,
           case status when 'active' then now() end, null
      from json_to_recordset(${JSON.stringify(values)}::json) as v("id" int, "username" text, "email" text,
           "fullName" text, "icEncrypted" text, "icHash" text, "birthYear" int, "phone" text, "birthState" text,
           "country" text, "clubId" int, "institution" text, "course" text, "educationLevel" text, "startYear" int,
           "endYear" int, "membershipNumber" text, "status" text)
     order by id`)
  const ids = people.map(({ id }) => id)
  await notePlaces(db, found, ids)
  await recordPeople(db, found, {
    kind: 'user.imported',
    ids,
    details: sql`jsonb_build_object('status', status)`,
  })
}

/**
 * They have agreed to nothing yet, so other members do not see them, and they are in no group. With a decision they are
 * members at once, but for those whose country nobody knows. Answers who became whom.
 */
export async function createPeople(
  tx: Context,
  lines: Line[],
  found: Import,
): Promise<Map<number, { userId: number }>> {
  const { db } = tx
  const wanted = lines.map(({ data }) => data.clubId ?? found.clubId)
  const open = await readOpenClubs(
    db,
    wanted.filter(id => id !== null),
  )
  const placed = lines.filter((_, index) => wanted[index] === null || open.has(wanted[index] as number))
  const fitting = await withoutTaken(tx, placed)
  if (fitting.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('users', 'id'))::int as id from generate_series(1, ${fitting.length})`)
  const usernames = await giveUsernames(db, fitting)
  const people = fitting.map(({ line, data }, index): NewPerson => {
    const clubId = data.clubId ?? found.clubId
    const country = data.currentCountry ?? (clubId ? open.get(clubId) : undefined) ?? found.country
    const id = rows[index]?.id as number
    return { line, data, id, country, clubId, username: usernames[index] as string, membershipNumber: null }
  })
  if (found.isDecision) await giveNumbers(db, people)
  await insertPeople(tx, people, found)
  return new Map(people.map(({ line, id }) => [line, { userId: id }]))
}
