// Job that writes the lines of a confirmed import, one batch per transaction.
// After a crash the import job continues after the last committed batch of lines (`imports.cursor`).
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { findViolatedUniqueConstraint } from '#server/db/errors/database-errors.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { refreshImportScreensOfAdministrators } from '#server/features/imports/checking/check-import-in-batches.service.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import {
  decryptImportRowValue,
  encryptImportRowValue,
  toHex,
} from '#server/features/imports/checking/encrypt-import-row-value.ts'
import type { PersonData } from '#server/features/imports/parsing/parse-import-row.ts'
import { createImportedUsers } from './create-imported-users.service.ts'
import { findAndLockUserWhoConfirmedImport } from './find-and-lock-user-who-confirmed-import.service.ts'
import { revalidateImportedFieldValues } from './imported-field-values.service.ts'
import { isToBeWritten } from './rows-to-write.queries.ts'
import { updateExistingUsers } from './update-existing-users.service.ts'
import { userStamp } from './user-stamp.queries.ts'

const batchSize = 500

type Row = typeof importRows.$inferSelect

/** Returns the id of the user whom an import line changes; undefined when the line creates a user. */
function findChangedUserId({ kind, choice, userId, duplicateOf }: Row): number | undefined {
  if (kind === 'change') return userId ?? undefined
  return choice === 'update' ? (duplicateOf ?? undefined) : undefined
}

async function writeBatch(tx: Context, found: Import, rows: Row[]): Promise<void> {
  const { db, secret } = tx
  const { id } = found
  const decryptedLines = rows.map(row => ({
    line: row.line,
    data: decryptImportRowValue<PersonData>(secret, id, row.line, 'data', row.data as Buffer),
    personId: findChangedUserId(row),
    isDecided: row.choice === 'update',
    isNew: row.kind === 'new' || row.choice === 'create',
  }))
  const { lines, remarksByLine } = await revalidateImportedFieldValues(db, found, decryptedLines)
  const reasonsByLine = new Map(rows.map(({ line, reasons }) => [line, reasons]))
  const created = await createImportedUsers(
    tx,
    lines.filter(({ isNew }) => isNew),
    found,
  )
  const changed = await updateExistingUsers(
    tx,
    lines.flatMap(({ line, data, personId, isNew, isDecided }) =>
      personId === undefined || isNew ? [] : [{ line, data, personId, isDecided }],
    ),
    found,
  )
  const values = lines.map(({ line, isNew }) => {
    const change = changed.get(line)
    const userId = change?.userId ?? created.get(line)?.userId ?? null
    const remarks = remarksByLine.get(line)
    const reasonsOfWrittenLine = remarks ? [...(reasonsByLine.get(line) ?? []), ...remarks] : null
    return {
      line,
      userId,
      outcome: change ? 'changed' : userId ? 'created' : 'failed',
      reasons: userId ? reasonsOfWrittenLine : [{ code: isNew ? 'taken_meanwhile' : 'changed_meanwhile' }],
      before: change ? toHex(encryptImportRowValue(secret, id, line, 'before', change.before)) : null,
    }
  })
  // The column `stamp` stores a hash of the user as the import wrote it.
  // The undo of an import compares `stamp` with a hash of the current user, to detect later edits.
  await db.execute(sql`
    update import_rows r
       set user_id = coalesce(v."userId", r.user_id), outcome = v.outcome, before = decode(v.before, 'hex'),
           reasons = coalesce(v.reasons, r.reasons), stamp = (select ${userStamp} from users u where u.id = v."userId")
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v("line" int, "userId" int, "outcome" text,
           "reasons" jsonb, "before" text)
     where r.import_id = ${id} and r.line = v.line`)
}

async function finishImport(tx: Context, found: Import): Promise<void> {
  const { db } = tx
  const { id, country, clubId, createdBy, confirmedBy } = found
  await db.update(imports).set({ status: 'done', cursor: 0, updatedAt: sql`now()` }).where(eq(imports.id, id))
  const counts = await db
    .select({ outcome: importRows.outcome, count: sql<number>`count(*)::int` })
    .from(importRows)
    .where(and(eq(importRows.importId, id), sql`${importRows.outcome} is not null`))
    .groupBy(importRows.outcome)
  await recordAuditEvent(tx, {
    kind: 'import.finished',
    actorId: confirmedBy ?? undefined,
    country,
    details: { importId: id, ...Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count])) },
    notify: {
      users: [...new Set([createdBy, confirmedBy ?? createdBy])],
      kind: 'import.finished',
      params: { importId: id },
    },
    touches: { topics: ['imports', 'person'], to: { reach: { country, clubId } } },
  })
}

async function applyBatch(context: Context, id: number): Promise<boolean> {
  return context.transaction(async tx => {
    const { db } = tx
    // The lock on the import makes its jobs run in sequence. Each job resumes where the previous one stopped.
    const [found] = await db
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.status, 'applying')))
      .for('update')
    if (!found) return false
    if (!(await findAndLockUserWhoConfirmedImport(db, found, found.confirmedBy))) {
      await db.update(imports).set({ status: 'stopped', updatedAt: sql`now()` }).where(eq(imports.id, id))
      await refreshImportScreensOfAdministrators(db, found)
      return false
    }
    const rows = await db
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, id), gt(importRows.line, found.cursor), isToBeWritten))
      .orderBy(asc(importRows.line))
      .limit(batchSize)
    const last = rows.at(-1)?.line
    if (last === undefined) {
      await finishImport(tx, found)
      return false
    }
    await writeBatch(tx, found, rows)
    await db.update(imports).set({ cursor: last, updatedAt: sql`now()` }).where(eq(imports.id, id))
    await refreshImportScreensOfAdministrators(db, found)
    return true
  })
}

/** Maximum number of attempts for an import batch, when concurrent changes cause unique violations. */
const maxAttempts = 5

export async function applyImport(context: Context, id: number): Promise<void> {
  for (let attempt = 1, hasMore = true; hasMore; ) {
    try {
      hasMore = await applyBatch(context, id)
      attempt = 1
    } catch (error) {
      if (findViolatedUniqueConstraint(error) === undefined || attempt === maxAttempts) throw error
      attempt += 1
    }
  }
}
