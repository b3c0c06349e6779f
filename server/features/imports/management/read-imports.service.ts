// Reads imports for the client: the list of imports, and a single import with the counts of its rows.
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { filterImportsByScope } from '#server/db/sql/scope-filters.ts'
import { notFound } from '#server/errors.ts'
import { listImportableFields } from '#server/features/custom-fields/importable-fields.queries.ts'
import { isToBeWritten } from '#server/features/imports/applying/rows-to-write.queries.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import { getTargetFieldIfImportable } from '#server/features/imports/parsing/match-import-columns.ts'
import { type ImportKind, importKinds } from '#shared/constants.ts'
import {
  type ImportOutcome,
  type ImportProblem,
  type ImportReason,
  importOutcomes,
} from '#shared/contracts/imports/imports.schemas.ts'
import { needsAttention } from './row-conditions.queries.ts'

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

/** Counts the lines of an import by the first problem or warning of each line. */
async function countProblems({ db }: SignedInContext, id: number): Promise<ImportProblem[]> {
  const rows = await db
    .select({
      // Problems are grouped without line numbers, so that equal problems of several lines share one count.
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
      // While an import job runs, the import lines up to the stored position of the job count as processed.
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
  const fields = await listImportableFields(db, row)
  return {
    ...summary,
    confirmedBy,
    headers: row.headers,
    columns: row.columns.map(target => getTargetFieldIfImportable(target, fields)),
    fields: fields.map(({ id: fieldId, label, choices }) => ({
      id: fieldId,
      label,
      choices: choices.filter(({ isRetired }) => !isRetired).map(choice => choice.label),
    })),
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
