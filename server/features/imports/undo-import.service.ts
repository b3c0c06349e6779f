// Takes an import back, a batch a transaction. Whom somebody has touched since stays as they are.
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { databaseCause } from '#server/db/database-errors.ts'
import { importRows, imports } from '#server/db/schema/imports.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Before, restorePeople } from './change-people.service.ts'
import { type Import, touchImport } from './check-import.service.ts'
import { holdConfirmer } from './confirmer.service.ts'
import { recordPeople } from './note-people.service.ts'
import { openPart } from './sealed-rows.ts'

const atOnce = 200

/** What the import itself, or an invitation, has left around somebody. */
const traces = ['user_history', 'notifications', 'account_tokens', 'mail_outbox']

async function attempt(db: Db, work: () => Promise<unknown>): Promise<boolean> {
  await db.execute(sql`savepoint removing`)
  try {
    await work()
    await db.execute(sql`release savepoint removing`)
    return true
  } catch (error) {
    await db.execute(sql`rollback to savepoint removing`)
    // Something else refers to them by now.
    if (databaseCause(error)?.code === '23503') return false
    throw error
  }
}

async function removeAll(db: Db, ids: number[]): Promise<boolean> {
  const list = sql.param(ids)
  return attempt(db, async () => {
    for (const table of traces) {
      await db.execute(sql`delete from ${sql.raw(table)} where user_id = any(${list}::int[])`)
    }
    await db.execute(sql`delete from users where id = any(${list}::int[])`)
  })
}

/** All at once, and one by one where somebody among them has left traces elsewhere. Answers who is gone. */
async function removePeople(db: Db, ids: number[], found: Import): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  await recordPeople(db, found, { kind: 'user.import_undone', ids })
  if (await removeAll(db, ids)) return new Set(ids)
  const gone = new Set<number>()
  for (const id of ids) if (await removeAll(db, [id])) gone.add(id)
  return gone
}

/** As they were right after the import, and locked so that they stay so until the end. */
async function findUntouched(db: Db, importId: number, lines: number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ line: number }>(sql`
    with held as materialized (
      select u.id, md5(u::text) as stamp from users u
       where u.id in (select user_id from import_rows
                       where import_id = ${importId} and line = any(${sql.param(lines)}::int[]))
       order by u.id for update)
    select r.line from import_rows r join held h on h.id = r.user_id and h.stamp = r.stamp
     where r.import_id = ${importId} and r.line = any(${sql.param(lines)}::int[])`)
  return new Set(rows.map(({ line }) => line))
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
    const mayGoOn = await holdConfirmer(db, found, found.confirmedBy)
    const rows = mayGoOn
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
          .limit(atOnce)
      : []
    const last = rows.at(-1)?.line
    await db
      .update(imports)
      .set({
        ...(last ? { cursor: last } : { status: mayGoOn ? ('undone' as const) : ('stopped' as const) }),
        updatedAt: sql`now()`,
      })
      .where(eq(imports.id, id))
    await touchImport(db, found)
    if (!last) {
      await recordEvent(tx, {
        kind: 'import.finished',
        actorId: found.confirmedBy ?? undefined,
        country: found.country,
        details: { importId: id, undone: Boolean(mayGoOn) },
        touches: { topics: ['imports', 'person'], to: { reach: found } },
      })
      return false
    }
    const untouched = await findUntouched(
      db,
      id,
      rows.map(({ line }) => line),
    )
    const [made, changed] = [
      rows.filter(row => row.outcome === 'created' && untouched.has(row.line)),
      rows.filter(row => row.outcome === 'changed' && untouched.has(row.line)),
    ]
    const gone = await removePeople(
      db,
      made.map(({ userId }) => userId as number),
      found,
    )
    await restorePeople(
      tx,
      changed.map(({ line, userId, before }) => ({
        userId: userId as number,
        before: openPart<Before>(secret, id, line, 'before', before as Buffer),
      })),
      found,
    )
    const restored = new Set(changed.map(({ line }) => line))
    const removed = new Set(made.filter(({ userId }) => gone.has(userId as number)).map(({ line }) => line))
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

export async function takeBack(context: Context, id: number): Promise<void> {
  while (await undoBatch(context, id));
}
