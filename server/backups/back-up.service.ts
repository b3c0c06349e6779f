import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { sourceOf, writeBackup } from '#server/db/backup/write-backup.ts'
import { connectClient } from '#server/db/client.ts'
import { readClock } from '#server/db/clock.ts'
import { backupRuns } from '#server/db/schema/backups.ts'
import { users } from '#server/db/schema/core.ts'
import { notify, touch } from '#server/events/events.service.ts'
import { StartupError } from '#server/terminal.ts'
import { rolesOf } from '#shared/policies.ts'
import { checkBackup } from './check-backup.service.ts'
import type { Server } from './empty-place.ts'
import { lastSlot, nameAt } from './timetable.ts'

type Run = typeof backupRuns.$inferSelect

/** What one instance needs to make backups; without BACKUP_DIR it makes none. */
export interface BackupPlace {
  server: Server
  folder: string
}

const lockKey = 4_417_231
/** Between two tries of one that fails. */
const pause = "interval '1 hour'"

/** What an operator can act on; anything else by its kind alone, because messages quote rows. */
function sentenceOf(error: unknown): string {
  if (error instanceof StartupError) return error.message
  const { code, path, name } = error as NodeJS.ErrnoException
  return [code ?? name ?? 'Error', path].filter(Boolean).join(' ')
}

/** Told at the bell, at most once a day however often it fails. */
async function noteFailure(context: Context, id: number, error: unknown): Promise<void> {
  context.log.error({ err: error, run: id }, 'backup failed')
  await context.transaction(async tx => {
    const [told] = await tx.db
      .select({ id: backupRuns.id })
      .from(backupRuns)
      .where(gt(backupRuns.toldAt, sql`now() - interval '1 day'`))
      .limit(1)
    await tx.db
      .update(backupRuns)
      .set({ failedAt: sql`now()`, reason: sentenceOf(error), ...(!told && { toldAt: sql`now()` }) })
      .where(eq(backupRuns.id, id))
    if (told) return
    const headquarters = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.status, 'active'), inArray(users.role, rolesOf('data.register'))))
    const ids = headquarters.map(person => person.id)
    await notify(tx, { users: ids, kind: 'backup.failed', params: {} })
    await touch(tx, { topics: ['dataRegister'], to: { users: ids } })
  })
}

/** None that is good since the last moment for one, and none that has just failed. */
async function isDue({ db, settings }: Context): Promise<boolean> {
  const slot = lastSlot(await readClock(db), settings.BACKUP_AT)
  const { rows } = await db.execute(sql`select from backup_runs
    where (started_at >= ${slot.toISOString()} and failed_at is null) or failed_at > now() - ${sql.raw(pause)} limit 1`)
  return rows.length === 0
}

async function make(context: Context, place: BackupPlace): Promise<Run> {
  const { db, settings, secret } = context
  const extension = settings.BACKUP_PASSPHRASE ? 'tar.gz.age' : 'tar.gz'
  const file = `perantau-${nameAt(await readClock(db))}.${extension}`
  const [run] = (await db.insert(backupRuns).values({ file }).returning()) as [Run]
  try {
    await mkdir(place.folder, { recursive: true, mode: 0o700 })
    const path = join(place.folder, file)
    await writeBackup(sourceOf(settings, place.server.ownerUrl, secret.fingerprint), path)
    const { size } = await stat(path)
    const [made] = await db
      .update(backupRuns)
      .set({ finishedAt: sql`now()`, size })
      .where(eq(backupRuns.id, run.id))
      .returning()
    return made as Run
  } catch (error) {
    await noteFailure(context, run.id, error)
    throw error
  }
}

/** The newest is brought back into an empty place, unless one of the last days was. */
async function checkNewest(context: Context, { server, folder }: BackupPlace): Promise<void> {
  const { db, settings, secret } = context
  const [newest] = await db
    .select()
    .from(backupRuns)
    .where(and(isNotNull(backupRuns.finishedAt), isNull(backupRuns.failedAt), isNull(backupRuns.removedAt)))
    .orderBy(desc(backupRuns.id))
    .limit(1)
  const { rows } = await db.execute(sql`select from backup_runs
    where checked_at > now() - make_interval(days => ${settings.BACKUP_CHECK_DAYS}, hours => -12) limit 1`)
  if (!newest || newest.checkedAt || rows.length > 0) return
  try {
    const passphrase = settings.BACKUP_PASSPHRASE
    const parts = { server, folder, passphrase, keyFingerprint: secret.fingerprint }
    await checkBackup(join(folder, newest.file), parts)
    await db.update(backupRuns).set({ checkedAt: sql`now()` }).where(eq(backupRuns.id, newest.id))
  } catch (error) {
    await noteFailure(context, newest.id, error)
    throw error
  }
}

/** Those whose time is over, as long as a newer one has been brought back and is still there. */
async function removeOld({ db, settings }: Context, { folder }: BackupPlace): Promise<void> {
  const [good] = await db
    .select()
    .from(backupRuns)
    .where(and(isNotNull(backupRuns.checkedAt), isNull(backupRuns.failedAt), isNull(backupRuns.removedAt)))
    .orderBy(desc(backupRuns.id))
    .limit(1)
  if (!good || !(await stat(join(folder, good.file)).catch(() => undefined))) return
  const old = await db
    .select()
    .from(backupRuns)
    .where(
      and(
        lt(backupRuns.id, good.id),
        isNull(backupRuns.removedAt),
        lt(backupRuns.startedAt, sql`now() - make_interval(days => ${settings.BACKUP_KEEP_DAYS})`),
      ),
    )
  for (const { id, file } of old) {
    await rm(join(folder, file), { force: true })
    await db.update(backupRuns).set({ removedAt: sql`now()` }).where(eq(backupRuns.id, id))
  }
}

/**
 * Looked at every few minutes: makes a backup when one is due, checks it, and clears away. Whoever holds the lock is the
 * only one at it, so what is written down as under way and is not was killed.
 */
export async function backUp(context: Context, place: BackupPlace): Promise<void> {
  const lock = await connectClient(place.server.ownerUrl, { purpose: 'backup' })
  try {
    const { rows } = await lock.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      lockKey,
    ])
    if (!rows[0]?.isOurs) return
    const killed = await context.db
      .select({ id: backupRuns.id })
      .from(backupRuns)
      .where(and(isNull(backupRuns.finishedAt), isNull(backupRuns.failedAt)))
    for (const { id } of killed) await noteFailure(context, id, new StartupError('It was interrupted.'))
    if (await isDue(context)) await make(context, place)
    await checkNewest(context, place)
    await removeOld(context, place)
  } finally {
    await lock.end()
  }
}
