// Columns of an import: the server proposes a field for each column, and the uploader can assign another field.
// The assignment of columns to fields is remembered for later files with the same headers.
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { importColumns, importSources, imports } from '#server/db/schema/imports.ts'
import { badInput } from '#server/errors.ts'
import { listImportableFields } from '#server/features/custom-fields/importable-fields.queries.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import {
  getTargetFieldIfImportable,
  matchImportColumns,
  normalizeColumnHeader,
} from '#server/features/imports/parsing/match-import-columns.ts'
import type { ImportTarget } from '#shared/contracts/imports/import-targets.ts'

type Location = Pick<Import, 'country' | 'clubId'>

/** Hash that identifies the source of a file: its normalized headers, and the country and club of the import. */
function hashSource({ country, clubId }: Location, headers: string[]): string {
  const source = JSON.stringify([country, clubId, headers.map(normalizeColumnHeader)])
  return createHash('sha256').update(source).digest('hex')
}

/** Returns the fields that the user assigned to column headers in earlier imports. */
export async function readColumnMappingOfEarlierImports(
  db: Db,
  userId: number,
): Promise<Map<string, ImportTarget | null>> {
  const rows = await db.select().from(importColumns).where(eq(importColumns.userId, userId))
  return new Map(rows.map(({ header, key }) => [header, key]))
}

/** Proposes a field for each column header: the user's choice for an earlier file, or else the field of that name. */
export async function proposeFieldsForImportColumns(
  { db, actor }: SignedInContext,
  location: Location,
  headers: string[],
): Promise<(ImportTarget | null)[]> {
  const fields = await listImportableFields(db, location)
  const [source] = await db
    .select({ columns: importSources.columns })
    .from(importSources)
    .where(and(eq(importSources.userId, actor.id), eq(importSources.source, hashSource(location, headers))))
  if (source) return source.columns.map(target => getTargetFieldIfImportable(target, fields))
  return matchImportColumns(headers, await readColumnMappingOfEarlierImports(db, actor.id), fields)
}

async function rememberColumns({ db, actor }: SignedInContext, found: Import, columns: Import['columns']) {
  await db
    .insert(importSources)
    .values({ userId: actor.id, source: hashSource(found, found.headers), columns })
    .onConflictDoUpdate({
      target: [importSources.userId, importSources.source],
      set: { columns: sql`excluded.columns` },
    })
  const assigned = new Map(
    found.headers.map((header, index) => [normalizeColumnHeader(header), columns[index] ?? null]),
  )
  assigned.delete('')
  const values = [...assigned].map(([header, key]) => ({ userId: actor.id, header, key }))
  if (values.length === 0) return
  await db
    .insert(importColumns)
    .values(values)
    .onConflictDoUpdate({
      target: [importColumns.userId, importColumns.header],
      set: { key: sql`excluded.key` },
    })
}

/**
 * Sets the field of each column of a locked import and remembers it. The caller starts the check.
 * A custom field that the import cannot fill in gives 400, whether or not it exists elsewhere.
 */
export async function saveColumnMapping(
  tx: SignedInContext,
  found: Import,
  columns: (ImportTarget | null)[],
): Promise<void> {
  const chosen = columns.filter(key => key !== null)
  if (columns.length !== found.headers.length || new Set(chosen).size !== chosen.length) throw badInput()
  const fields = await listImportableFields(tx.db, found)
  if (chosen.some(target => getTargetFieldIfImportable(target, fields) === null)) throw badInput()
  await tx.db.update(imports).set({ columns }).where(eq(imports.id, found.id))
  await rememberColumns(tx, found, columns)
}
