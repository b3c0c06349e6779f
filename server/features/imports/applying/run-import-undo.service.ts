// Job that undoes an import, one batch per transaction: deletes created users and restores changed ones.
// The undo of an import leaves users unchanged who were edited since the import.
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { refreshImportScreensOfAdministrators } from '#server/features/imports/checking/check-import-in-batches.service.ts'
import type { Import } from '#server/features/imports/checking/check-rows.service.ts'
import { decryptImportRowValue } from '#server/features/imports/checking/encrypt-import-row-value.ts'
import { findAndLockUserWhoConfirmedImport } from './find-and-lock-user-who-confirmed-import.service.ts'
import { recordAuditEventsOfImportedUsers } from './record-imported-users.service.ts'
import { revertUsersToStateBeforeImport, type ValuesBeforeImport } from './update-existing-users.service.ts'
import { isUneditedSinceImport } from './user-stamp.queries.ts'

const batchSize = 200

type Row = typeof importRows.$inferSelect

/**
 * Tables into which an import or invitation writes rows about a user. The undo of the import deletes these
 * rows with the user.
 */
const ownTables = ['user_history', 'notifications', 'account_tokens', 'mail_outbox']

/** Lists the columns with a foreign key to users that prevent the deletion of a user, except those of `ownTables`. */
async function listBlockingColumns(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, quote_ident(a.attname) as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'a'
       and not (a.attname = 'user_id' and c.conrelid::regclass::text = any(${sql.param(ownTables)}::text[]))`)
  return rows
}

/** Of the imported users, returns those to whom other records refer. Row locks prevent new references. */
async function findReferenced(db: Db, ids: number[]): Promise<Set<number>> {
  const lookups = (await listBlockingColumns(db)).map(({ table, column }) =>
    sql.raw(`(select 1 from ${table} t where t.${column} = v.id limit 1)`),
  )
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct v.id from unnest(${sql.param(ids)}::int[]) v(id),
           lateral (${sql.join(lookups, sql` union all `)}) reference`)
  return new Set(rows.map(({ id }) => id))
}

/** Locks rows in ascending order of id before deleting them, so that concurrent jobs cannot deadlock. */
async function deleteInOrder(db: Db, table: string, condition: SQL): Promise<void> {
  const name = sql.raw(table)
  await db.execute(sql`
    delete from ${name} where id in (select id from ${name} where ${condition} order by id for update)`)
}

/** Deletes the imported users that no other record refers to, and returns their ids. */
async function deleteUnreferencedUsers(db: Db, ids: number[], found: Import): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const referenced = await findReferenced(db, ids)
  const unreferenced = ids.filter(id => !referenced.has(id))
  if (unreferenced.length === 0) return new Set()
  const list = sql`any(${sql.param(unreferenced)}::int[])`
  await recordAuditEventsOfImportedUsers(db, found, { kind: 'user.import_undone', ids: unreferenced })
  for (const table of ownTables) await deleteInOrder(db, table, sql`user_id = ${list}`)
  await deleteInOrder(db, 'likely_pairs', sql`low_id = ${list} or high_id = ${list}`)
  await db.execute(sql`delete from users where id = ${list}`)
  return new Set(unreferenced)
}

/**
 * Returns the import lines whose users were not edited since the import.
 * Locks the users and all import lines that refer to them in key order, because deleting a user updates these lines.
 */
async function findUneditedLines(db: Db, importId: number, rows: Row[]): Promise<Set<number>> {
  const ids = sql`${sql.param(rows.flatMap(({ userId }) => userId ?? []))}::int[]`
  const lines = sql`${sql.param(rows.map(({ line }) => line))}::int[]`
  await db.execute(sql`select from users where id = any(${ids}) order by id for update`)
  await db.execute(sql`
    select from import_rows
     where (import_id = ${importId} and line = any(${lines})) or user_id = any(${ids}) or duplicate_of = any(${ids})
     order by import_id, line for update`)
  const { rows: untouched } = await db.execute<{ line: number }>(sql`
    select r.line from import_rows r join users u on u.id = r.user_id and ${isUneditedSinceImport}
     where r.import_id = ${importId} and r.line = any(${lines})`)
  return new Set(untouched.map(({ line }) => line))
}

async function undoBatch(context: Context, id: number): Promise<boolean> {
  return context.transaction(async tx => {
    const { db, secret } = tx
    const [found] = await db
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.status, 'undoing')))
      .for('update')
    if (!found) return false
    const confirmer = await findAndLockUserWhoConfirmedImport(db, found, found.confirmedBy)
    const rows = confirmer
      ? await db
          .select()
          .from(importRows)
          .where(
            and(
              eq(importRows.importId, id),
              gt(importRows.line, found.cursor),
              inArray(importRows.outcome, ['created', 'changed']),
            ),
          )
          .orderBy(asc(importRows.line))
          .limit(batchSize)
      : []
    const last = rows.at(-1)?.line
    await db
      .update(imports)
      .set({
        ...(last ? { cursor: last } : { status: confirmer ? ('undone' as const) : ('stopped' as const) }),
        updatedAt: sql`now()`,
      })
      .where(eq(imports.id, id))
    await refreshImportScreensOfAdministrators(db, found)
    if (!last) {
      await recordAuditEvent(tx, {
        kind: 'import.finished',
        actorId: found.confirmedBy ?? undefined,
        country: found.country,
        details: { importId: id, undone: Boolean(confirmer) },
        touches: { topics: ['imports', 'person'], to: { reach: found } },
      })
      return false
    }
    const untouched = await findUneditedLines(db, id, rows)
    const [created, changed] = [
      rows.filter(row => row.outcome === 'created' && untouched.has(row.line)),
      rows.filter(row => row.outcome === 'changed' && untouched.has(row.line)),
    ]
    const removedIds = await deleteUnreferencedUsers(
      db,
      created.map(({ userId }) => userId as number),
      found,
    )
    await revertUsersToStateBeforeImport(
      tx,
      changed.map(({ line, userId, before }) => ({
        userId: userId as number,
        before: decryptImportRowValue<ValuesBeforeImport>(secret, id, line, 'before', before as Buffer),
      })),
      found,
    )
    const restored = new Set(changed.map(({ line }) => line))
    const removed = new Set(
      created.filter(({ userId }) => removedIds.has(userId as number)).map(({ line }) => line),
    )
    const outcomes = rows.map(({ line }) => ({
      line,
      outcome: removed.has(line) ? 'removed' : restored.has(line) ? 'restored' : 'left',
    }))
    await db.execute(sql`
      update import_rows r
         set outcome = v.outcome, before = null, stamp = null,
             reasons = case v.outcome when 'left' then '[{"code": "touched"}]'::jsonb else r.reasons end
        from json_to_recordset(${JSON.stringify(outcomes)}::json) as v("line" int, "outcome" text)
       where r.import_id = ${id} and r.line = v.line`)
    return true
  })
}

export async function runImportUndo(context: Context, id: number): Promise<void> {
  while (await undoBatch(context, id));
}
