// Matches import lines with existing users by indexed lookups, one batch of lines per query.
import { type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db } from '#server/db/connection/client.ts'
import type { users } from '#server/db/schema/core.ts'
import { fieldValuesOfUser } from '#server/features/custom-fields/importable-fields.queries.ts'
import { similarNameThreshold } from '#server/features/users/details/similar-users.queries.ts'
import type { FieldValues } from '#shared/contracts/custom-fields/field-values.schemas.ts'
import { type ImportField, importFields } from '#shared/contracts/imports/import-targets.ts'

export interface SearchKeys {
  line: number
  fullName: string | null
  email: string | null
  /** Keyed hash of the identity number, as hexadecimal digits. */
  icHash: string | null
  phoneKey: string | null
  birthYear: number | null
  membershipNumber: string | null
}

type StoredField = Exclude<ImportField, 'icNumber'>
/**
 * Import fields that are stored in a column of the same name. The identity number is stored encrypted in other
 * columns.
 */
export const storedFields = importFields.filter((key): key is StoredField => key !== 'icNumber')

/** Fields of an existing user with which an import line is compared. */
export type KnownUser = Pick<typeof users.$inferSelect, 'id' | 'role' | StoredField> & {
  icHash: string | null
  customFields: FieldValues
}

export interface ExactMatch {
  line: number
  how: 'ic' | 'email' | 'number'
  /** Trigram similarity of the names of import line and user, from 0 to 1. */
  alike: number
  person: KnownUser
}

const knownUserPairs = ['id', 'role', ...storedFields].map(key => `'${key}', u.${toSnakeCase(key)}`)
export const knownUserColumns = sql`json_build_object(${sql.raw(knownUserPairs.join(', '))},
  'icHash', encode(u.ic_hash, 'hex'), 'customFields', ${fieldValuesOfUser})`

function buildKeysTable(sought: SearchKeys[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(sought)}::json) as v("line" int, "fullName" text, "email" text,
    "icHash" text, "phoneKey" text, "birthYear" int, "membershipNumber" text)`
}

/** Finds users with the identity number, email address or membership number of an import line. */
export async function findExactUserMatches(db: Db, sought: SearchKeys[]): Promise<ExactMatch[]> {
  const { rows } = await db.execute<ExactMatch & Record<string, unknown>>(sql`
    select v.line, h.how, similarity(coalesce(v."fullName", ''), u.full_name)::float8 as alike, ${knownUserColumns} as person
      from ${buildKeysTable(sought)}
      join lateral (
        select id, 'ic' as how from users where ic_hash = decode(v."icHash", 'hex')
        union all select id, 'email' from users where email = v.email
        union all select id, 'number' from users where membership_number = v."membershipNumber") h on true
      join users u on u.id = h.id
     where u.erased_at is null`)
  return rows
}

export interface LikelyMatch {
  line: number
  id: number
  why: 'same_phone' | 'similar_name' | 'same_name'
}

/**
 * Finds users who may be the person of an import line, by phone number, by similar name and birth year, or by name.
 * An equal name counts only when one of the birth years is unknown. Every lookup uses an index.
 */
export async function findLikelyUserMatches(db: Db, sought: SearchKeys[]): Promise<LikelyMatch[]> {
  if (sought.length === 0) return []
  const { rows } = await db.execute<LikelyMatch & Record<string, unknown>>(sql`
    select v.line, h.id, h.why from ${buildKeysTable(sought)}
      join lateral (
        (select u.id, 'same_phone' as why, 2 as weight from users u
          where phone_key(u.phone) = v."phoneKey" and u.erased_at is null order by u.id limit 1)
        union all
        (select u.id, 'similar_name', similarity(u.full_name, v."fullName") from users u
          where u.birth_year = v."birthYear" and name_tail(u.full_name) = name_tail(v."fullName")
            and u.erased_at is null and similarity(u.full_name, v."fullName") >= ${similarNameThreshold}
          order by 3 desc, u.id limit 1)
        union all
        (select u.id, 'same_name', 0 from users u
          where u.full_name = v."fullName" and u.erased_at is null and (u.birth_year is null or v."birthYear" is null)
          order by u.id limit 1)
      ) h on true
     order by v.line, h.weight desc`)
  return rows
}

export interface EarlierLine {
  line: number
  first: number
}

/**
 * Finds earlier lines of the import with the same email address, identity number or membership number.
 * The sought lines themselves are ignored, because their stored values may be outdated.
 */
export async function findEarlierLinesOfSamePerson(db: Db, importId: number, sought: SearchKeys[]) {
  const lines = sql`${sql.param(sought.map(({ line }) => line))}::int[]`
  const { rows } = await db.execute<EarlierLine & Record<string, unknown>>(sql`
    select v.line, min(e.line) as first from ${buildKeysTable(sought)}
      join lateral (
        select line from import_rows r where r.import_id = ${importId} and r.email = v.email
        union all select line from import_rows r
         where r.import_id = ${importId} and r.ic_hash = decode(v."icHash", 'hex')
        union all select line from import_rows r
         where r.import_id = ${importId} and r.membership_number = v."membershipNumber") e
        on e.line < v.line and e.line <> all(${lines})
     group by v.line`)
  return rows
}

/** Lists an import's lines that share an email address, identity number or membership number with a given line. */
export async function findImportLinesWithSameIdentifiers(
  db: Db,
  importId: number,
  sought: SearchKeys[],
): Promise<number[]> {
  const { rows } = await db.execute<{ line: number }>(sql`
    select distinct e.line from ${buildKeysTable(sought)}
      join lateral (
        select line from import_rows r where r.import_id = ${importId} and r.email = v.email
        union all select line from import_rows r
         where r.import_id = ${importId} and r.ic_hash = decode(v."icHash", 'hex')
        union all select line from import_rows r
         where r.import_id = ${importId} and r.membership_number = v."membershipNumber") e on true`)
  return rows.map(({ line }) => line)
}

/** Of the given membership numbers, returns those that are retired and must not be assigned again. */
export async function findRetiredMembershipNumbers(db: Db, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const { rows } = await db.execute<{ number: string }>(sql`
    select n as number from unnest(${sql.param(numbers)}::text[]) n
      join retired_numbers r on r.hash = number_hash(n)`)
  return new Set(rows.map(({ number }) => number))
}
