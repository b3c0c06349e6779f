// Reads imports for the client: the list, a single import with counts, and its lines.
import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { escapeLike } from '#server/db/sql/escape-like.ts'
import { filterImportsByScope, filterUsersByScope } from '#server/db/sql/scope-filters.ts'
import { notFound } from '#server/errors.ts'
import { isToBeWritten } from '#server/features/imports/applying/rows-to-write.queries.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import { decryptImportRowPart } from '#server/features/imports/checking/encrypt-import-row-part.ts'
import type { PersonData } from '#server/features/imports/parsing/parse-import-row.ts'
import { type ImportKind, importKinds } from '#shared/constants.ts'
import {
  type ImportField,
  type ImportOutcome,
  type ImportProblem,
  type ImportReason,
  type ImportRowsQuery,
  importOutcomes,
  noProblem,
} from '#shared/contracts/imports/imports.schemas.ts'
import { maskIcNumber } from '#shared/ic-number.ts'
import { isApprover } from '#shared/policies.ts'
import { educationLevelLabels } from '#texts/labels.ts'

const creators = alias(users, 'creators')
const confirmers = alias(users, 'confirmers')

const summaryColumns = {
  id: imports.id,
  name: imports.name,
  sheet: imports.sheet,
  status: imports.status,
  country: imports.country,
  clubName: clubs.name,
  total: imports.total,
  createdBy: creators.fullName,
  createdAt: imports.createdAt,
}

export async function listImports(
  { db, actor }: SignedInContext,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const where = filterImportsByScope(actor)
  const rows = await db
    .select(summaryColumns)
    .from(imports)
    .innerJoin(creators, eq(creators.id, imports.createdBy))
    .leftJoin(clubs, eq(clubs.id, imports.clubId))
    .where(where)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total: await db.$count(imports, where) }
}

/** SQL condition for import lines to decide, correct or look at: errors, possible duplicates, warnings, unwritten lines. */
const needsAttention = or(
  inArray(importRows.kind, ['duplicate', 'error']),
  inArray(importRows.outcome, ['failed', 'left']),
  sql`${importRows.reasons} @> '[{"level": "warning"}]'`,
) as SQL

/** SQL expression for the first remark about an import line, as in the filter `problem`; null without remark. */
const firstProblem = sql`(${importRows.reasons}->0->>'code') || coalesce(':' || (${importRows.reasons}->0->>'key'), '')`

const filterByProblem = (problem: string) =>
  problem === noProblem ? sql`${importRows.reasons}->0 is null` : sql`${firstProblem} = ${problem}`

/** Counts the lines of an import by their first remark. */
async function countProblems({ db }: SignedInContext, id: number): Promise<ImportProblem[]> {
  const rows = await db
    .select({
      // Remarks of one kind differ in their numbers, such as the number of an earlier line.
      reason: sql<ImportReason>`jsonb_strip_nulls(jsonb_build_object('code', ${importRows.reasons}->0->'code',
        'key', ${importRows.reasons}->0->'key', 'level', ${importRows.reasons}->0->'level'))`,
      count: sql<number>`count(*)::int`,
    })
    .from(importRows)
    .where(and(eq(importRows.importId, id), sql`${importRows.reasons}->0 is not null`))
    .groupBy(sql`1`)
    .orderBy(sql`2 desc, 1`)
  return rows.map(({ reason, count }) => ({ ...reason, count }))
}

const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`

async function countRows({ db }: SignedInContext, { id, status, cursor, inviteCursor }: Import) {
  const [row] = await db
    .select({
      // While an import job runs, the import lines up to its cursor count as processed.
      done: countWhere(status === 'ready' ? sql`true` : sql`${importRows.line} <= ${cursor}`),
      toWrite: countWhere(isToBeWritten),
      attention: countWhere(needsAttention),
      ...Object.fromEntries(importKinds.map(kind => [kind, countWhere(eq(importRows.kind, kind))])),
      ...Object.fromEntries(
        importOutcomes.map(outcome => [outcome, countWhere(eq(importRows.outcome, outcome))]),
      ),
      waiting: countWhere(
        sql`${importRows.outcome} = 'created' and ${users.agreedAt} is null and ${users.id} is not null`,
      ),
      invited: countWhere(
        sql`${importRows.outcome} = 'created' and ${importRows.line} <= ${inviteCursor ?? 0}`,
      ),
    })
    .from(importRows)
    .leftJoin(users, and(eq(users.id, importRows.userId), sql`${importRows.outcome} = 'created'`))
    .where(eq(importRows.importId, id))
  return row as Record<string, number> &
    Record<'done' | 'toWrite' | 'attention' | 'waiting' | 'invited', number>
}

function pickCounts<Name extends string>(names: readonly Name[], counts: Record<string, number>) {
  return Object.fromEntries(names.map(name => [name, counts[name] ?? 0])) as Record<Name, number>
}

export async function readImport(context: SignedInContext, id: number) {
  const { db, actor } = context
  const [found] = await db
    .select({ summary: summaryColumns, row: imports, confirmedBy: confirmers.fullName })
    .from(imports)
    .innerJoin(creators, eq(creators.id, imports.createdBy))
    .leftJoin(confirmers, eq(confirmers.id, imports.confirmedBy))
    .leftJoin(clubs, eq(clubs.id, imports.clubId))
    .where(and(eq(imports.id, id), filterImportsByScope(actor)))
  if (!found) throw notFound()
  const { row, summary, confirmedBy } = found
  const counts = await countRows(context, row)
  return {
    ...summary,
    confirmedBy,
    headers: row.headers,
    columns: row.columns,
    headerLine: row.headerLine,
    isOwn: row.createdBy === actor.id,
    version: row.version,
    attention: counts.attention,
    problems: await countProblems(context, id),
    isDecision: row.isDecision,
    confirmedAt: row.confirmedAt,
    done: counts.done,
    toWrite: counts.toWrite,
    waiting: counts.waiting,
    invited: counts.invited,
    isInviting: row.invitedBy !== null,
    counts: pickCounts<ImportKind>(importKinds, counts),
    outcomes: pickCounts<ImportOutcome>(importOutcomes, counts),
  }
}

/** Formats a field of an import line for display; clubs by name, identity numbers masked. */
function formatValue(key: ImportField, value: unknown, clubNames: Map<number, string>): string | null {
  if (value === null || value === undefined) return null
  if (key === 'icNumber') return maskIcNumber(String(value))
  if (key === 'clubId') return clubNames.get(Number(value)) ?? null
  if (key === 'educationLevel') return educationLevelLabels[value as keyof typeof educationLevelLabels]
  return String(value)
}

export async function readImportRows(context: SignedInContext, id: number, query: ImportRowsQuery) {
  const { db, actor, secret } = context
  const { attention, kind, problem, search, page, pageSize } = query
  const [owner] = await db
    .select({ createdBy: imports.createdBy })
    .from(imports)
    .where(and(eq(imports.id, id), filterImportsByScope(actor)))
  if (!owner) throw notFound()
  const text = search && `%${escapeLike(search)}%`
  const where = and(
    eq(importRows.importId, id),
    kind && eq(importRows.kind, kind),
    attention && needsAttention,
    problem === undefined ? undefined : filterByProblem(problem),
    text ? or(ilike(importRows.fullName, text), ilike(importRows.email, text)) : undefined,
  )
  const rows = await db
    .select({
      row: importRows,
      person: users,
      isReached: sql<boolean>`${filterUsersByScope(actor) ?? sql`true`}`,
    })
    .from(importRows)
    .leftJoin(users, eq(users.id, sql`coalesce(${importRows.userId}, ${importRows.duplicateOf})`))
    .where(where)
    .orderBy(asc(importRows.line))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const decrypted = rows.map(({ row, person, isReached }) => ({
    row,
    person: isReached && person && !person.erasedAt ? person : null,
    data: row.data ? decryptImportRowPart<PersonData>(secret, id, row.line, 'data', row.data) : {},
  }))
  const clubNames = await readClubNames(
    context,
    decrypted.flatMap(({ data, person }) => [data.clubId ?? [], person?.clubId ?? []].flat()),
  )
  // Masked identity numbers are shown to approvers and to the uploader of the import file.
  const canSeeNumbers = isApprover(actor) || owner.createdBy === actor.id
  return {
    total: await db.$count(importRows, where),
    rows: decrypted.map(({ row, person, data }) => ({
      line: row.line,
      fullName: row.fullName,
      email: row.email,
      icNumber: data.icNumber && canSeeNumbers ? maskIcNumber(data.icNumber) : null,
      kind: row.kind,
      reasons: row.reasons,
      changes: row.changes.map(key => ({
        key,
        // No previous value is shown for a written import line, because the user row no longer holds it.
        from:
          row.outcome || key === 'icNumber' ? null : formatValue(key, person?.[key as 'fullName'], clubNames),
        to: formatValue(key, data[key], clubNames),
      })),
      person: person && {
        id: person.id,
        fullName: person.fullName,
        membershipNumber: person.membershipNumber,
      },
      choice: row.choice,
      outcome: row.outcome,
      isCorrected: row.corrections !== null,
    })),
  }
}

async function readClubNames({ db }: SignedInContext, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: clubs.id, name: clubs.name }).from(clubs).where(inArray(clubs.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
