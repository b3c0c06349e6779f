// Classifies lines of an import: new, change, unchanged, duplicate or error.
// The check writes only to the lines of the import; users are not changed.
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import { openCountries } from '#server/db/schema/countries.ts'
import type { importRows, imports } from '#server/db/schema/imports.ts'
import { listImportableFields } from '#server/features/custom-fields/importable-fields.queries.ts'
import { normalizeColumnHeader } from '#server/features/imports/parsing/match-import-columns.ts'
import {
  applyUserCorrectionsToCells,
  type CellCorrections,
  extractPhoneDigitsForMatching,
  type ImportClub,
  type ImportScope,
  type ParsedCells,
  type PersonData,
  parseImportRow,
} from '#server/features/imports/parsing/parse-import-row.ts'
import { groupBy } from '#server/lists.ts'
import type { Secret } from '#server/secret.ts'
import { parseIdentityCardNumber } from '#shared/ic-number.ts'
import { classifyImportRow } from './classify-import-row.ts'
import { decryptImportRowValue, encryptImportRowValue, toHex } from './encrypt-import-row-value.ts'
import {
  type ExactMatch,
  findEarlierLinesOfSamePerson,
  findExactUserMatches,
  findLikelyUserMatches,
  findRetiredMembershipNumbers,
  type LikelyMatch,
  type SearchKeys,
} from './match-users.queries.ts'

export type Import = typeof imports.$inferSelect
export type EncryptedRow = Pick<typeof importRows.$inferSelect, 'line' | 'cells' | 'corrections'>

/** Number of import lines that are classified with one set of queries. */
export const checkBatchSize = 500

/** Reads what checking an import needs: its country, clubs by normalized name, open countries and custom fields. */
export async function readReferenceDataForImportCheck(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { country, clubId }: Import,
): Promise<ImportScope> {
  const rows = await db
    .select({ id: clubs.id, name: clubs.name, city: clubs.city, country: clubs.country })
    .from(clubs)
    .where(and(eq(clubs.isActive, true), country ? eq(clubs.country, country) : undefined))
  const byName = new Map<string, ImportClub[]>()
  for (const club of rows) {
    const name = normalizeColumnHeader(club.name)
    byName.set(name, [...(byName.get(name) ?? []), club])
  }
  const open = await db.select({ country: openCountries.country }).from(openCountries)
  const openSet = new Set(open.map(row => row.country))
  const customFields = await listImportableFields(db, { country, clubId })
  return { country, clubId, clubs: byName, openCountries: openSet, customFields, minAge: settings.MIN_AGE }
}

/** Decrypts the cells of an import line and the corrections that the user made to them. */
export function decryptImportCells(
  secret: Secret,
  importId: number,
  { line, cells, corrections }: EncryptedRow,
) {
  return {
    original: decryptImportRowValue<string[]>(secret, importId, line, 'cells', cells),
    corrections: corrections
      ? decryptImportRowValue<CellCorrections>(secret, importId, line, 'corrections', corrections)
      : {},
  }
}

interface ParsedRow extends ParsedCells {
  line: number
  sought: SearchKeys
}

/** Extracts the values of an import line by which an existing user is found, such as email address and phone number. */
export function extractValuesForUserMatching(secret: Secret, line: number, data: PersonData): SearchKeys {
  return {
    line,
    fullName: data.fullName ?? null,
    email: data.email ?? null,
    icHash: data.icNumber ? toHex(secret.hash(data.icNumber)) : null,
    phoneKey: extractPhoneDigitsForMatching(data.phone),
    birthYear: data.icNumber ? (parseIdentityCardNumber(data.icNumber)?.birthYear ?? null) : null,
    membershipNumber: data.membershipNumber ?? null,
  }
}

/** Parses encrypted import lines with the corrections of the user. */
export function decryptAndParseImportRows(
  secret: Secret,
  found: Import,
  scope: ImportScope,
  rows: EncryptedRow[],
): ParsedRow[] {
  return rows.map(row => {
    const { original, corrections } = decryptImportCells(secret, found.id, row)
    const parsed = parseImportRow(found.columns, applyUserCorrectionsToCells(original, corrections), scope)
    return { ...parsed, line: row.line, sought: extractValuesForUserMatching(secret, row.line, parsed.data) }
  })
}

const groupByLine = <Value extends { line: number }>(values: Value[]) => groupBy(values, ({ line }) => line)

const identityKeys = ['email', 'icHash', 'membershipNumber'] as const

/**
 * Maps each repeated import line to the earlier line of its batch with the same email address, identity
 * number or membership number.
 */
function findRepeatedLines(rows: ParsedRow[]): Map<number, number> {
  const seen = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const { line, sought } of rows) {
    for (const key of identityKeys) {
      if (sought[key] === null) continue
      const name = `${key} ${sought[key]}`
      const first = seen.get(name)
      if (first === undefined) seen.set(name, line)
      else repeated.set(line, Math.min(first, repeated.get(line) ?? first))
    }
  }
  return repeated
}

async function classifyRows(db: Db, importId: number, rows: ParsedRow[], scope: ImportScope) {
  const searchKeys = rows.map(row => row.sought)
  const hits: Map<number, ExactMatch[]> = groupByLine(await findExactUserMatches(db, searchKeys))
  const unmatched = searchKeys.filter(({ line }) => !hits.has(line))
  const likely: Map<number, LikelyMatch[]> = groupByLine(await findLikelyUserMatches(db, unmatched))
  const earlier = findRepeatedLines(rows)
  for (const { line, first } of await findEarlierLinesOfSamePerson(db, importId, searchKeys)) {
    earlier.set(line, Math.min(first, earlier.get(line) ?? first))
  }
  const retired = await findRetiredMembershipNumbers(
    db,
    searchKeys.flatMap(({ membershipNumber }) => membershipNumber ?? []),
  )
  return rows.map(({ line, data, problems, remarks, sought: { icHash, membershipNumber } }) => ({
    line,
    ...classifyImportRow(data, scope, {
      problems,
      remarks,
      icHash,
      hits: hits.get(line) ?? [],
      likely: likely.get(line) ?? [],
      earlier: earlier.get(line),
      isRetired: membershipNumber !== null && retired.has(membershipNumber),
    }),
  }))
}

/**
 * Parses and classifies lines of an import, in ascending order, and stores the result. The user's choice for a line is
 * kept unless the line is classified differently than before.
 */
export async function checkImportRows(
  { db, secret }: Pick<Context, 'db' | 'secret'>,
  found: Import,
  scope: ImportScope,
  encryptedRows: EncryptedRow[],
): Promise<void> {
  const rows = decryptAndParseImportRows(secret, found, scope, encryptedRows)
  const verdicts = await classifyRows(db, found.id, rows, scope)
  const values = rows.map(({ data, sought }, index) => ({
    ...sought,
    ...verdicts[index],
    data: toHex(encryptImportRowValue(secret, found.id, sought.line, 'data', data)),
  }))
  await db.execute(sql`
    update import_rows r
       set data = decode(v.data, 'hex'), full_name = v."fullName", email = v.email, ic_hash = decode(v."icHash", 'hex'),
           birth_year = v."birthYear", phone_key = v."phoneKey", membership_number = v."membershipNumber",
           kind = v.kind, reasons = v.reasons, changes = array(select jsonb_array_elements_text(v.changes)),
           user_id = v."userId", duplicate_of = v."duplicateOf",
           choice = case when r.kind = v.kind and r.reasons = v.reasons and r.user_id is not distinct from v."userId"
             and r.duplicate_of is not distinct from v."duplicateOf" then r.choice end
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v("line" int, "data" text, "fullName" text,
           "email" text, "icHash" text, "birthYear" int, "phoneKey" text, "membershipNumber" text, "kind" text,
           "reasons" jsonb, "changes" jsonb, "userId" int, "duplicateOf" int)
     where r.import_id = ${found.id} and r.line = v.line`)
}
