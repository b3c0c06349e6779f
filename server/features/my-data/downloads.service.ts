import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Context, SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { dataDownloads } from '#server/db/schema/accounts.ts'
import { afterCommit } from '#server/db/transaction.ts'
import type { Settings } from '#server/env.ts'
import { notFound } from '#server/errors.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import { limitAttempts, limitKey } from '#server/identity/rate-limit.service.ts'
import { listStored } from '#server/storage.ts'
import { dayOf } from '#shared/calendar.ts'
import { writeCopy } from './write-copy.service.ts'

/** Where they are made, on this machine. */
export function downloadsFolder({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'downloads')
}

/** Beside the uploads, but apart from what is kept and backed up. */
const keyOf = (id: string) => `downloads/${id}.zip`

const lifetime = sql`interval '24 hours'`
const isThere = gt(dataDownloads.finishedAt, sql`now() - ${lifetime}`)

/** The one being made, or the newest that can still be fetched. */
export async function findDownload({ db, actor }: SignedIn) {
  const { id, status, progress, size, createdAt } = dataDownloads
  const expiresAt = sql<Date | null>`${dataDownloads.finishedAt} + ${lifetime}`.mapWith(
    dataDownloads.finishedAt,
  )
  const [found] = await db
    .select({ id, status, progress, size, createdAt, expiresAt })
    .from(dataDownloads)
    .where(and(eq(dataDownloads.userId, actor.id), or(eq(status, 'waiting'), isThere)))
    .orderBy(desc(createdAt), desc(id))
    .limit(1)
  return found ?? null
}

/** One at a time: who asks again while it is being made gets the one that is. */
export async function requestDownload(context: SignedIn) {
  const before = await findDownload(context)
  if (before?.status === 'waiting') return before
  const key = limitKey('my data', String(context.actor.id))
  await limitAttempts(context, { key, most: 10, minutes: 24 * 60 })
  return context.transaction(async tx => {
    const { db, actor } = tx
    const [made] = await db
      .insert(dataDownloads)
      .values({ userId: actor.id })
      .onConflictDoNothing()
      .returning({ id: dataDownloads.id })
    if (made) {
      await enqueue(db, 'prepare_download', [{ payload: { id: made.id }, key: `download:${made.id}` }])
      await recordEvent(tx, {
        kind: 'account.data_requested',
        target: userTarget(actor),
        touches: { topics: ['download'], to: { users: [actor.id] } },
      })
    }
    const found = await findDownload(tx)
    if (!found) throw notFound()
    return found
  })
}

/** For its owner alone, while it is there. */
export async function openDownload({ db, storage, actor }: SignedIn, id: string) {
  const [row] = await db
    .select({ createdAt: dataDownloads.createdAt })
    .from(dataDownloads)
    .where(and(eq(dataDownloads.id, id), eq(dataDownloads.userId, actor.id), isThere))
  if (!row || !(await storage.downloads.exists(keyOf(id)))) throw notFound()
  const { contentLength: size } = await storage.downloads.getMetaData(keyOf(id))
  const name = `data-saya-${dayOf(row.createdAt)}.zip`
  return { name, size, content: await storage.downloads.getStream(keyOf(id)) }
}

async function setProgress(db: Db, which: SQL | undefined, values: PgUpdateSetSource<typeof dataDownloads>) {
  return db.transaction(async tx => {
    const [row] = await tx
      .update(dataDownloads)
      .set(values)
      .where(which)
      .returning({ userId: dataDownloads.userId })
    if (row) await touch({ db: tx }, { topics: ['download'], to: { users: [row.userId] } })
    return row !== undefined
  })
}

/** The job. If its owner is erased meanwhile, the row is gone and what was written goes too. */
export async function prepareDownload(
  { db, settings, secret, storage, log }: Context,
  id: string,
): Promise<void> {
  const isWaiting = and(eq(dataDownloads.id, id), eq(dataDownloads.status, 'waiting'))
  const [row] = await db.select().from(dataDownloads).where(isWaiting)
  if (!row) return
  const folder = downloadsFolder(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `${id}.part`)
  const size = await writeCopy(
    { db, secret, log, storage, appName: settings.APP_NAME },
    row.userId,
    unfinished,
    async share => {
      await setProgress(db, isWaiting, { progress: Math.round(share * 100) })
    },
  )
  await storage.downloads.moveFromFs(unfinished, keyOf(id))
  const done = { status: 'done' as const, progress: 100, size, finishedAt: sql`now()` }
  if (!(await setProgress(db, isWaiting, done))) await storage.downloads.delete(keyOf(id))
}

/** The copies that were made; the rows go with all the others of this person. */
export async function removeDownloads({ db, storage }: Context, userId: number): Promise<void> {
  const own = await db
    .select({ id: dataDownloads.id })
    .from(dataDownloads)
    .where(eq(dataDownloads.userId, userId))
  for (const { id } of own) afterCommit(db, () => storage.downloads.delete(keyOf(id)))
}

/** What is older than a day, and files that belong to nobody: of the erased, or of a process that died. */
export async function sweepDownloads({ db, settings, storage }: Context): Promise<void> {
  await db.delete(dataDownloads).where(
    or(
      lt(dataDownloads.finishedAt, sql`now() - ${lifetime}`),
      // Given up on by then.
      lt(dataDownloads.createdAt, sql`now() - interval '3 days'`),
    ),
  )
  const known = await db.select({ id: dataDownloads.id }).from(dataDownloads)
  const kept = new Set(known.map(({ id }) => id))
  for await (const file of listStored(storage.downloads, 'downloads')) {
    if (!file.isFile || !file.name.endsWith('.zip') || kept.has(file.name.slice(0, -4))) continue
    await storage.downloads.delete(file.key)
  }
  const folder = downloadsFolder(settings)
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.endsWith('.part') && !kept.has(name.slice(0, -5))) await rm(join(folder, name), { force: true })
  }
}
