// Job that classifies each line of an import for the preview, one batch per transaction.
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { isStatementTimeout } from '#server/db/errors/database-errors.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { invalidateClientCache } from '#server/events/events.service.ts'
import { splitIntoBatches } from '#server/lists.ts'
import {
  checkBatchSize,
  checkImportRows,
  decryptAndParseImportRows,
  type Import,
  readReferenceDataForImportCheck,
} from './check-rows.service.ts'
import { toHex } from './encrypt-import-row-value.ts'
import { findImportLinesWithSameIdentifiers } from './match-users.queries.ts'

const encryptedColumns = {
  line: importRows.line,
  cells: importRows.cells,
  corrections: importRows.corrections,
}

async function checkBatch(context: Context, id: number): Promise<boolean> {
  return context.transaction(async tx => {
    const { db } = tx
    // The lock on the import makes its jobs run in sequence. Each job resumes where the previous one stopped.
    const [found] = await db
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.status, 'checking')))
      .for('update')
    if (!found) return false
    const rows = await db
      .select(encryptedColumns)
      .from(importRows)
      .where(and(eq(importRows.importId, id), gt(importRows.line, found.cursor)))
      .orderBy(asc(importRows.line))
      .limit(checkBatchSize)
    const last = rows.at(-1)?.line
    const finished = { status: found.proposedAt ? ('proposed' as const) : ('ready' as const), cursor: 0 }
    await db
      .update(imports)
      .set({ ...(last ? { cursor: last } : finished), updatedAt: sql`now()` })
      .where(eq(imports.id, id))
    await refreshImportScreensOfAdministrators(db, found)
    if (!last) return false
    await checkImportRows(tx, found, await readReferenceDataForImportCheck(tx, found), rows)
    return true
  })
}

/** Makes the clients of all administrators who may see the import reload it, so that they show its progress. */
export async function refreshImportScreensOfAdministrators(
  db: Db,
  { country, clubId }: Pick<Import, 'country' | 'clubId'>,
) {
  await invalidateClientCache({ db }, { topics: ['imports'], to: { reach: { country, clubId } } })
}

/**
 * Refreshes the planner statistics of import rows. Without statistics about the new import, PostgreSQL expects one row
 * of it, and may read all its rows for each lookup of an email address. Gives up when the statement timeout is reached.
 */
async function analyzeImportRows({ db }: Context): Promise<void> {
  const analyze = sql`analyze import_rows (import_id, line, email, ic_hash, membership_number)`
  await db.execute(analyze).catch(error => {
    if (!isStatementTimeout(error)) throw error
  })
}

export async function checkImportInBatches(context: Context, id: number): Promise<void> {
  await analyzeImportRows(context)
  while (await checkBatch(context, id));
}

/**
 * Classifies single lines again after a correction, within the caller's transaction.
 * Lines that share an email address or number with them, before or after the correction, are classified again too.
 */
export async function recheckImportLines(tx: Context, found: Import, lines: number[]): Promise<void> {
  const { db, secret } = tx
  const scope = await readReferenceDataForImportCheck(tx, found)
  const isSelected = and(eq(importRows.importId, found.id), inArray(importRows.line, lines))
  const corrected = await db.select().from(importRows).where(isSelected)
  const oldKeys = corrected.map(row => ({ ...row, icHash: toHex(row.icHash) }))
  const newKeys = decryptAndParseImportRows(secret, found, scope, corrected).map(({ sought }) => sought)
  const related = await findImportLinesWithSameIdentifiers(db, found.id, [
    ...oldKeys.map(({ line, fullName, email, icHash, phoneKey, birthYear, membershipNumber }) => ({
      ...{ line, fullName, email, icHash, phoneKey, birthYear, membershipNumber },
    })),
    ...newKeys,
  ])
  const affected = [...new Set([...lines, ...related])].sort((a, b) => a - b)
  for (const batch of splitIntoBatches(affected, checkBatchSize)) {
    const rows = await db
      .select(encryptedColumns)
      .from(importRows)
      .where(and(eq(importRows.importId, found.id), inArray(importRows.line, batch)))
      .orderBy(asc(importRows.line))
    await checkImportRows(tx, found, scope, rows)
  }
}
