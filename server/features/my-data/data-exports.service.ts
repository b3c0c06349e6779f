import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Context, SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { runAfterCommit } from '#server/db/connection/transaction.ts'
import { enqueueJobs } from '#server/db/queue/enqueue-jobs.ts'
import { dataDownloads } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { notFound } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { runInRecipientLanguage } from '#server/language.ts'
import { listStoredObjects } from '#server/storage.ts'
import { formatIsoDay } from '#shared/time/kuala-lumpur-calendar.ts'
import { dataExportPageText } from '#texts/data-references.ts'
import { writeDataExport } from './write-data-export.service.ts'

/** Local folder in which personal data exports are written before they are moved to the file storage. */
export function getDataExportsFolder({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'downloads')
}

/** Key of a finished data export in the file storage. The key is outside the uploads folder, which is backed up. */
const getDataExportStorageKey = (id: string) => `downloads/${id}.zip`

const downloadLifetime = sql`interval '24 hours'`
const isAvailable = gt(dataDownloads.finishedAt, sql`now() - ${downloadLifetime}`)

/** Returns the caller's pending data export, or the newest one that can still be downloaded. */
export async function findDataExport({ db, actor }: SignedInContext) {
  const { id, status, progress, size, createdAt } = dataDownloads
  const expiresAt = sql<Date | null>`${dataDownloads.finishedAt} + ${downloadLifetime}`.mapWith(
    dataDownloads.finishedAt,
  )
  const [found] = await db
    .select({ id, status, progress, size, createdAt, expiresAt })
    .from(dataDownloads)
    .where(and(eq(dataDownloads.userId, actor.id), or(eq(status, 'waiting'), isAvailable)))
    .orderBy(desc(createdAt), desc(id))
    .limit(1)
  return found ?? null
}

/** Requests a data export. While an export is pending, further requests return that export. */
export async function requestDataExport(context: SignedInContext) {
  const existing = await findDataExport(context)
  if (existing?.status === 'waiting') return existing
  const key = hashRateLimitKey('my data', String(context.actor.id))
  await enforceRateLimits(context, { key, most: 10, minutes: 24 * 60 })
  return context.transaction(async tx => {
    const { db, actor } = tx
    const [created] = await db
      .insert(dataDownloads)
      .values({ userId: actor.id })
      .onConflictDoNothing()
      .returning({ id: dataDownloads.id })
    if (created) {
      await enqueueJobs(db, 'prepare_download', [
        { payload: { id: created.id }, key: `download:${created.id}` },
      ])
      await recordAuditEvent(tx, {
        kind: 'account.data_requested',
        target: buildUserAuditTarget(actor),
        touches: { topics: ['download'], to: { users: [actor.id] } },
      })
    }
    const found = await findDataExport(tx)
    if (!found) throw notFound()
    return found
  })
}

/** Opens the file of a finished data export for its owner; 404 for other users and after the export has expired. */
export async function openPersonalDataExportFileOfCaller(
  { db, storage, actor }: SignedInContext,
  id: string,
) {
  const [row] = await db
    .select({ createdAt: dataDownloads.createdAt })
    .from(dataDownloads)
    .where(and(eq(dataDownloads.id, id), eq(dataDownloads.userId, actor.id), isAvailable))
  if (!row || !(await storage.downloads.exists(getDataExportStorageKey(id)))) throw notFound()
  const { contentLength: size } = await storage.downloads.getMetaData(getDataExportStorageKey(id))
  const name = `${dataExportPageText.file({ day: formatIsoDay(row.createdAt) })}.zip`
  return { name, size, content: await storage.downloads.getStream(getDataExportStorageKey(id)) }
}

async function setDataExportProgress(
  db: Db,
  condition: SQL | undefined,
  values: PgUpdateSetSource<typeof dataDownloads>,
) {
  return db.transaction(async tx => {
    const [row] = await tx
      .update(dataDownloads)
      .set(values)
      .where(condition)
      .returning({ userId: dataDownloads.userId })
    if (row) await invalidateClientCache({ db: tx }, { topics: ['download'], to: { users: [row.userId] } })
    return row !== undefined
  })
}

/** Job that writes a data export. If the account is erased meanwhile, the finished file is deleted again. */
export async function runDataExportJob(
  { db, settings, secret, storage, log }: Context,
  id: string,
): Promise<void> {
  const isWaiting = and(eq(dataDownloads.id, id), eq(dataDownloads.status, 'waiting'))
  const [row] = await db
    .select({ userId: dataDownloads.userId, language: users.language })
    .from(dataDownloads)
    .innerJoin(users, eq(users.id, dataDownloads.userId))
    .where(isWaiting)
  if (!row) return
  const folder = getDataExportsFolder(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `${id}.part`)
  const writeExportFile = () =>
    writeDataExport(
      { db, secret, log, storage, appName: settings.APP_NAME },
      row.userId,
      unfinished,
      async share => {
        await setDataExportProgress(db, isWaiting, { progress: Math.round(share * 100) })
      },
    )
  const size = await runInRecipientLanguage(settings, row.language, writeExportFile)
  await storage.downloads.moveFromFs(unfinished, getDataExportStorageKey(id))
  const done = { status: 'done' as const, progress: 100, size, finishedAt: sql`now()` }
  if (!(await setDataExportProgress(db, isWaiting, done)))
    await storage.downloads.delete(getDataExportStorageKey(id))
}

/** Deletes the stored files of a user's data exports after commit; the erasure deletes the rows. */
export async function deleteUserDataExports({ db, storage }: Context, userId: number): Promise<void> {
  const ownDownloads = await db
    .select({ id: dataDownloads.id })
    .from(dataDownloads)
    .where(eq(dataDownloads.userId, userId))
  for (const { id } of ownDownloads)
    runAfterCommit(db, () => storage.downloads.delete(getDataExportStorageKey(id)))
}

/**
 * Deletes expired data exports, and export files without a database row, which an account erasure or a server crash can
 * leave behind.
 */
export async function deleteExpiredDataExports({ db, settings, storage }: Context): Promise<void> {
  await db.delete(dataDownloads).where(
    or(
      lt(dataDownloads.finishedAt, sql`now() - ${downloadLifetime}`),
      // A data export that is still pending after three days has failed for good.
      lt(dataDownloads.createdAt, sql`now() - interval '3 days'`),
    ),
  )
  const rows = await db.select({ id: dataDownloads.id }).from(dataDownloads)
  const knownIds = new Set(rows.map(({ id }) => id))
  for await (const file of listStoredObjects(storage.downloads, 'downloads')) {
    if (!file.isFile || !file.name.endsWith('.zip') || knownIds.has(file.name.slice(0, -4))) continue
    await storage.downloads.delete(file.key)
  }
  const folder = getDataExportsFolder(settings)
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.endsWith('.part') && !knownIds.has(name.slice(0, -5)))
      await rm(join(folder, name), { force: true })
  }
}
