// Scheduled backups: makes a backup when it is due, verifies it by restoring it, and deletes old backups.
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { buildBackupOptionsFromSettings, writeBackup } from '#server/db/backup/write-backup.ts'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { backupRuns } from '#server/db/schema/backups.ts'
import { users } from '#server/db/schema/core.ts'
import { readDatabaseClock } from '#server/db/sql/database-clock.ts'
import { invalidateClientCache, notifyUsers } from '#server/events/events.service.ts'
import { StartupError } from '#server/terminal.ts'
import { listRolesAllowedToTakeAction } from '#shared/policies.ts'
import { findLastDueBackupTime, formatBackupName } from './backup-schedule.ts'
import type { BackupServerUrls } from './scratch-database.ts'
import { verifyBackupByTestRestore } from './verify-backup-by-test-restore.service.ts'

type Run = typeof backupRuns.$inferSelect

/** Database URLs and folder for scheduled backups. An instance without BACKUP_DIR makes no backups. */
export interface BackupTarget {
  server: BackupServerUrls
  folder: string
}

const lockKey = 4_417_231
/** Minimum time between two backup attempts after a failure. */
const retryInterval = "interval '1 hour'"

/**
 * Returns the message of a backup error that the operator can fix. For other errors returns only code and path, because
 * their messages may quote database rows.
 */
function describeBackupFailure(error: unknown): string {
  if (error instanceof StartupError) return error.message
  const { code, path, name } = error as NodeJS.ErrnoException
  return [code ?? name ?? 'Error', path].filter(Boolean).join(' ')
}

/** Records the failed backup, and notifies headquarters of failures at most once a day. */
async function recordBackupFailure(context: Context, id: number, error: unknown): Promise<void> {
  context.log.error(
    { err: error, run: id },
    'backup: a scheduled backup or its verification failed; retrying in an hour. Fix the logged cause',
  )
  await context.transaction(async tx => {
    const [lastNotified] = await tx.db
      .select({ id: backupRuns.id })
      .from(backupRuns)
      .where(gt(backupRuns.toldAt, sql`now() - interval '1 day'`))
      .limit(1)
    await tx.db
      .update(backupRuns)
      .set({
        failedAt: sql`now()`,
        reason: describeBackupFailure(error),
        ...(!lastNotified && { toldAt: sql`now()` }),
      })
      .where(eq(backupRuns.id, id))
    if (lastNotified) return
    const headquarters = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(
        and(eq(users.status, 'active'), inArray(users.role, listRolesAllowedToTakeAction('data.register'))),
      )
    const ids = headquarters.map(person => person.id)
    await notifyUsers(tx, { users: ids, kind: 'backup.failed', params: {} })
    await invalidateClientCache(tx, { topics: ['dataRegister'], to: { users: ids } })
  })
}

/**
 * True when no complete backup exists since the last scheduled time, and no attempt has failed within the last hour.
 */
async function isBackupDue({ db, settings }: Context): Promise<boolean> {
  const slot = findLastDueBackupTime(await readDatabaseClock(db), settings.BACKUP_AT)
  const { rows } = await db.execute(sql`select from backup_runs
    where (started_at >= ${slot.toISOString()} and failed_at is null) or failed_at > now() - ${sql.raw(retryInterval)} limit 1`)
  return rows.length === 0
}

async function writeScheduledBackup(context: Context, target: BackupTarget): Promise<Run> {
  const { db, settings, secret } = context
  const extension = settings.BACKUP_PASSPHRASE ? 'tar.gz.age' : 'tar.gz'
  const file = `perantau-${formatBackupName(await readDatabaseClock(db))}.${extension}`
  const [run] = (await db.insert(backupRuns).values({ file }).returning()) as [Run]
  try {
    await mkdir(target.folder, { recursive: true, mode: 0o700 })
    const path = join(target.folder, file)
    await writeBackup(
      buildBackupOptionsFromSettings(settings, target.server.ownerUrl, secret.fingerprint),
      path,
    )
    const { size } = await stat(path)
    const [finishedRun] = await db
      .update(backupRuns)
      .set({ finishedAt: sql`now()`, size })
      .where(eq(backupRuns.id, run.id))
      .returning()
    return finishedRun as Run
  } catch (error) {
    await recordBackupFailure(context, run.id, error)
    throw error
  }
}

/** Verifies the newest backup by restoring it, unless one was verified within the last BACKUP_CHECK_DAYS. */
async function checkNewestBackup(context: Context, { server, folder }: BackupTarget): Promise<void> {
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
    await verifyBackupByTestRestore(join(folder, newest.file), parts)
    await db.update(backupRuns).set({ checkedAt: sql`now()` }).where(eq(backupRuns.id, newest.id))
  } catch (error) {
    await recordBackupFailure(context, newest.id, error)
    throw error
  }
}

/** Deletes expired backups, as long as a newer backup has been verified and its file still exists. */
async function deleteOldBackups({ db, settings }: Context, { folder }: BackupTarget): Promise<void> {
  const [verifiedBackup] = await db
    .select()
    .from(backupRuns)
    .where(and(isNotNull(backupRuns.checkedAt), isNull(backupRuns.failedAt), isNull(backupRuns.removedAt)))
    .orderBy(desc(backupRuns.id))
    .limit(1)
  if (!verifiedBackup || !(await stat(join(folder, verifiedBackup.file)).catch(() => undefined))) return
  const expiredBackups = await db
    .select()
    .from(backupRuns)
    .where(
      and(
        lt(backupRuns.id, verifiedBackup.id),
        isNull(backupRuns.removedAt),
        lt(backupRuns.startedAt, sql`now() - make_interval(days => ${settings.BACKUP_KEEP_DAYS})`),
      ),
    )
  for (const { id, file } of expiredBackups) {
    await rm(join(folder, file), { force: true })
    await db.update(backupRuns).set({ removedAt: sql`now()` }).where(eq(backupRuns.id, id))
  }
}

/**
 * Runs every few minutes: makes a backup when one is due, verifies it and deletes old ones. An advisory lock lets one
 * server instance do so at a time. A backup that is recorded as unfinished therefore belongs to a killed process.
 */
export async function runScheduledBackup(context: Context, target: BackupTarget): Promise<void> {
  const lockClient = await openDedicatedConnection(target.server.ownerUrl, { purpose: 'backup' })
  try {
    const { rows } = await lockClient.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1) as "isOurs"',
      [lockKey],
    )
    if (!rows[0]?.isOurs) return
    const unfinishedRuns = await context.db
      .select({ id: backupRuns.id })
      .from(backupRuns)
      .where(and(isNull(backupRuns.finishedAt), isNull(backupRuns.failedAt)))
    for (const { id } of unfinishedRuns)
      await recordBackupFailure(context, id, new StartupError('It was interrupted.'))
    if (await isBackupDue(context)) await writeScheduledBackup(context, target)
    await checkNewestBackup(context, target)
    await deleteOldBackups(context, target)
  } finally {
    await lockClient.end()
  }
}
