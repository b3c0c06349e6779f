// Job that classifies each line of an import for the preview: new, change, unchanged, duplicate or error.
// The check writes only to the import and its lines; users are not changed.
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs } from '#server/db/schema/core.ts'
import { openCountries } from '#server/db/schema/countries.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { invalidateTopics } from '#server/events/events.service.ts'
import { normalizeColumnHeader } from '#server/features/imports/parsing/match-import-columns.ts'
import {
  buildPhoneMatchKey,
  type ImportClub,
  type ImportScope,
  type PersonData,
  parseImportRow,
} from '#server/features/imports/parsing/parse-import-row.ts'
import { groupBy } from '#server/lists.ts'
import type { Secret } from '#server/secret.ts'
import { parseIdentityCardNumber } from '#shared/ic-number.ts'
import { classifyImportRow } from './classify-import-row.ts'
import { decryptImportRowPart, encryptImportRowPart, toHex } from './encrypt-import-row-part.ts'
import {
  type ExactMatch,
  findEarlierImportLines,
  findExactUserMatches,
  findLikelyUserMatches,
  findRetiredMembershipNumbers,
  type LikelyMatch,
  type SearchKeys,
} from './match-users.queries.ts'

export type Import = typeof imports.$inferSelect

const batchSize = 500

/** Reads the import's country and club, the clubs that accept members, by normalized name, and the open countries. */
async function readScope(db: Db, { country, clubId }: Import): Promise<ImportScope> {
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
  return { country, clubId, clubs: byName, openCountries: new Set(open.map(row => row.country)) }
}

export interface ParsedRow {
  line: number
  data: PersonData
  problems: ReturnType<typeof parseImportRow>['problems']
  sought: SearchKeys
}

/** Extracts the values of an import line by which existing users are matched. */
export function extractUserMatchKeys(secret: Secret, line: number, data: PersonData): SearchKeys {
  return {
    line,
    fullName: data.fullName ?? null,
    email: data.email ?? null,
    icHash: data.icNumber ? toHex(secret.hash(data.icNumber)) : null,
    phoneKey: buildPhoneMatchKey(data.phone),
    birthYear: data.icNumber ? (parseIdentityCardNumber(data.icNumber)?.birthYear ?? null) : null,
    membershipNumber: data.membershipNumber ?? null,
  }
}

const groupByLine = <Value extends { line: number }>(values: Value[]) => groupBy(values, ({ line }) => line)

const identityKeys = ['email', 'icHash', 'membershipNumber'] as const

/** Maps each repeated import line to the earlier line of its batch with the same email address or number. */
function findRepeatedLines(rows: ParsedRow[]): Map<number, number> {
  const seen = new Map<string, number>()
  const repeated = new Map<number, number>()
  for (const { line, sought } of rows) {
    for (const key of identityKeys) {
      if (sought[key] === null) continue
      const name = `${key} ${sought[key]}`
      const first = seen.get(name)
      if (first === undefined) seen.set(name, line)
      else if (!repeated.has(line)) repeated.set(line, first)
    }
  }
  return repeated
}

async function classifyRows(db: Db, importId: number, rows: ParsedRow[], scope: ImportScope) {
  const searchKeys = rows.map(row => row.sought)
  const hits: Map<number, ExactMatch[]> = groupByLine(await findExactUserMatches(db, searchKeys))
  const unmatched = searchKeys.filter(({ line }) => !hits.has(line))
  const likely: Map<number, LikelyMatch[]> = groupByLine(await findLikelyUserMatches(db, unmatched))
  const earlier = new Map(findRepeatedLines(rows))
  for (const { line, first } of await findEarlierImportLines(db, importId, rows[0]?.line ?? 0, searchKeys)) {
    earlier.set(line, first)
  }
  const retired = await findRetiredMembershipNumbers(
    db,
    searchKeys.flatMap(({ membershipNumber }) => membershipNumber ?? []),
  )
  return rows.map(({ line, data, problems, sought: { icHash, membershipNumber } }) => ({
    line,
    ...classifyImportRow(data, scope, {
      problems,
      icHash,
      hits: hits.get(line) ?? [],
      likely: likely.get(line) ?? [],
      earlier: earlier.get(line),
      isRetired: membershipNumber !== null && retired.has(membershipNumber),
    }),
  }))
}

async function checkBatch(context: Context, id: number): Promise<boolean> {
  return context.transaction(async ({ db, secret }) => {
    // The lock on the import serializes concurrent jobs; the second continues after the batch of the first.
    const [found] = await db
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.status, 'checking')))
      .for('update')
    if (!found) return false
    const encryptedRows = await db
      .select({ line: importRows.line, cells: importRows.cells })
      .from(importRows)
      .where(and(eq(importRows.importId, id), gt(importRows.line, found.cursor)))
      .orderBy(asc(importRows.line))
      .limit(batchSize)
    const last = encryptedRows.at(-1)?.line
    await db
      .update(imports)
      .set(
        last
          ? { cursor: last, updatedAt: sql`now()` }
          : { status: 'ready', cursor: 0, updatedAt: sql`now()` },
      )
      .where(eq(imports.id, id))
    await invalidateImport(db, found)
    if (!last) return false
    const scope = { ...(await readScope(db, found)), minAge: context.settings.MIN_AGE }
    const rows: ParsedRow[] = encryptedRows.map(({ line, cells }) => {
      const plainCells = decryptImportRowPart<string[]>(secret, id, line, 'cells', cells)
      const { data, problems } = parseImportRow(found.columns, plainCells, scope)
      return { line, data, problems, sought: extractUserMatchKeys(secret, line, data) }
    })
    const verdicts = await classifyRows(db, id, rows, scope)
    const values = rows.map(({ data, sought }, index) => ({
      ...sought,
      ...verdicts[index],
      data: toHex(encryptImportRowPart(secret, id, sought.line, 'data', data)),
    }))
    await db.execute(sql`
      update import_rows r
         set data = decode(v.data, 'hex'), full_name = v."fullName", email = v.email, ic_hash = decode(v."icHash", 'hex'),
             birth_year = v."birthYear", phone_key = v."phoneKey", membership_number = v."membershipNumber",
             kind = v.kind, reasons = v.reasons, changes = array(select jsonb_array_elements_text(v.changes)),
             user_id = v."userId", duplicate_of = v."duplicateOf", choice = null
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v("line" int, "data" text, "fullName" text,
             "email" text, "icHash" text, "birthYear" int, "phoneKey" text, "membershipNumber" text, "kind" text,
             "reasons" jsonb, "changes" jsonb, "userId" int, "duplicateOf" int)
       where r.import_id = ${id} and r.line = v.line`)
    return true
  })
}

/** Invalidates the import for all administrators in scope, so that their clients show the progress. */
export async function invalidateImport(db: Db, { country, clubId }: Pick<Import, 'country' | 'clubId'>) {
  await invalidateTopics({ db }, { topics: ['imports'], to: { reach: { country, clubId } } })
}

export async function checkImport(context: Context, id: number): Promise<void> {
  while (await checkBatch(context, id));
}
