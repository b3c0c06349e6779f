import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context } from '#server/context.ts'
import { openBackupArchive } from '#server/db/backup/open-archive.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { writeBackup } from '#server/db/backup/write-backup.ts'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { files } from '#server/db/schema/core.ts'
import { deleteFileRowAndContent } from '#server/features/files/files.service.ts'
import { startJobWorkers } from '#server/jobs/jobs.ts'
import { buildFileStorageKey } from '#server/storage.ts'
import { buildTestServiceContext, buildTestSettings, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { createTestDatabase } from '#server/test/harness/database.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { waitUntil } from '#server/test/processes/program-process.ts'
import { findLastDueBackupTime, formatBackupName } from './backup-schedule.ts'
import { runScheduledBackup } from './run-scheduled-backup.service.ts'
import { verifyBackupByTestRestore } from './verify-backup-by-test-restore.service.ts'

const target = setUpApp()
const root = mkdtempSync(join(tmpdir(), 'perantau-backups-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const BACKUP_PASSPHRASE = 'frasa laluan sandaran ujian'
const SECRET_KEY = 'kunci untuk ujian sahaja, bukan rahsia'

function setUpBackup(env: NodeJS.ProcessEnv = {}) {
  const { db, ownerUrl, superuserUrl: databaseCreatorUrl } = target.database
  const folder = mkdtempSync(join(root, 'to-'))
  const context = buildTestServiceContext(
    db,
    buildTestSettings({ SECRET_KEY, BACKUP_PASSPHRASE, BACKUP_AT: '00:00', ...env }),
  )
  return { context, folder, backupTarget: { server: { ownerUrl, databaseCreatorUrl }, folder } }
}

/** Stores an upload in the same order as the server does: first the file, then its database row. */
async function storeUploadedFile({ db, storage }: Context, uploadedBy: number): Promise<string> {
  const id = crypto.randomUUID()
  await storage.put(buildFileStorageKey(id), `isi ${id}`)
  await db.insert(files).values({
    id,
    uploadedBy,
    kind: 'profile_image',
    name: 'a.webp',
    contentType: 'image/webp',
    size: 4,
    checksum: 'x',
    attachedAt: sql`now()`,
  })
  return id
}

const readBackupRuns = async () =>
  (await target.database.pool.query('select * from backup_runs order by id')).rows
/** Inserts database records of backups that were made some days ago. */
async function insertBackupRuns(
  folder: string,
  backups: { file: string; days: number; isChecked?: boolean }[],
): Promise<void> {
  for (const { file, days, isChecked = false } of backups) {
    writeFileSync(join(folder, file), 'bukan sandaran')
    await target.database.pool.query(
      `insert into backup_runs (file, started_at, finished_at, checked_at)
       select $1, t, t, case when $3 then t end from (select now() - make_interval(days => $2) as t)`,
      [file, days, isChecked],
    )
  }
}
const readNotifications = async () =>
  (await target.database.pool.query(`select user_id as id from notifications where kind = 'backup.failed'`))
    .rows

beforeEach(async () => {
  await target.database.pool.query('delete from backup_runs')
  await target.database.pool.query('delete from notifications')
})

describe('backup schedule', () => {
  test('the backup schedule uses the time zone of Kuala Lumpur', () => {
    const findDueBackupTime = (text: string, minutes: number) =>
      findLastDueBackupTime(new Date(text), minutes).toISOString()
    expect(findDueBackupTime('2026-11-16T12:00:00Z', 3 * 60)).toBe('2026-11-15T19:00:00.000Z')
    expect(findDueBackupTime('2026-11-16T18:59:59Z', 3 * 60)).toBe('2026-11-15T19:00:00.000Z')
    expect(findDueBackupTime('2026-11-16T19:00:00Z', 3 * 60)).toBe('2026-11-16T19:00:00.000Z')
    expect(formatBackupName(new Date('2026-11-16T19:00:00Z'))).toBe('2026-11-17-030000')
  })
})

describe('scheduled backups', () => {
  test('a scheduled backup is made once a day, encrypted, and verified by restoring it into an empty database', async () => {
    const { context, folder, backupTarget } = setUpBackup()
    await storeUploadedFile(context, (await buildUser(context.db)).id)
    await Promise.all([runScheduledBackup(context, backupTarget), runScheduledBackup(context, backupTarget)])
    await runScheduledBackup(context, backupTarget)
    const [run, ...otherRuns] = await readBackupRuns()
    expect(otherRuns).toEqual([])
    expect(run).toMatchObject({
      finished_at: expect.any(Date),
      checked_at: expect.any(Date),
      failed_at: null,
    })
    expect(readdirSync(folder)).toEqual([run.file])
    const content = readFileSync(join(folder, run.file))
    expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(Number(run.size)).toBe(content.length)
    const { rows } = await target.database.pool.query(
      `select from pg_database where datname like 'perantau_check_%'`,
    )
    expect(rows).toEqual([])
    // When the owner role may not create databases, the error message names the missing privilege.
    const { ownerUrl } = backupTarget.server
    const parts = { folder, passphrase: BACKUP_PASSPHRASE, keyFingerprint: testSecret.fingerprint }
    const check = verifyBackupByTestRestore(join(folder, run.file), {
      ...parts,
      server: { ownerUrl, databaseCreatorUrl: ownerUrl },
    })
    await expect(check).rejects.toThrow('createdb')
  })

  test('a server instance with a backup folder makes a backup when one is due', async () => {
    const { context, folder, backupTarget } = setUpBackup()
    const { pool } = target.database
    await insertBackupRuns(folder, [{ file: 'a', days: 2, isChecked: true }])
    const { settings, storage, secret } = context
    const log = pino({ level: 'silent' })
    const jobs = startJobWorkers({
      database: target.database,
      settings,
      secret,
      storage,
      log,
      backups: backupTarget,
    })
    try {
      const makeDue = `update positions set last_id = last_id - 2 where name = 'timetable:back_up'`
      await waitUntil(async () => Boolean((await pool.query(makeDue)).rowCount))
      await waitUntil(async () => (await readBackupRuns()).some(run => run.file !== 'a' && run.finished_at))
    } finally {
      await jobs.stop()
    }
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('the clock of the database, not that of the machine of the server, decides whether a backup is due', async () => {
    const { context, folder, backupTarget } = setUpBackup()
    await insertBackupRuns(folder, [{ file: 'a', days: 0, isChecked: true }])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    try {
      await runScheduledBackup(context, backupTarget)
    } finally {
      vi.useRealTimers()
    }
    expect(await readBackupRuns()).toHaveLength(1)
  })

  test('old backups are deleted only after a newer backup has been verified', async () => {
    const { context, folder, backupTarget } = setUpBackup({ BACKUP_KEEP_DAYS: '2', BACKUP_CHECK_DAYS: '30' })
    await insertBackupRuns(folder, [
      { file: 'a', days: 9 },
      { file: 'b', days: 5, isChecked: true },
      { file: 'c', days: 3 },
    ])
    await runScheduledBackup(context, backupTarget)
    // The five-day-old backup `b` is kept, because it is the only verified backup.
    expect((await readBackupRuns()).map(run => run.removed_at !== null)).toEqual([true, false, false, false])
    await target.database.pool.query(
      `update backup_runs set checked_at = now() where id = (select max(id) from backup_runs)`,
    )
    await runScheduledBackup(context, backupTarget)
    expect((await readBackupRuns()).map(run => run.removed_at !== null)).toEqual([true, true, true, false])
    expect(readdirSync(folder)).toEqual([(await readBackupRuns())[3].file])
  })

  test('a failed backup notifies headquarters once a day and is retried after an hour', async () => {
    const { db, pool } = target.database
    const hq = await buildUser(db, { role: 'hq_admin' })
    const country = await buildUser(db, { role: 'country_admin' })
    const { context, folder, backupTarget } = setUpBackup()
    await insertBackupRuns(folder, [{ file: 'a', days: 2, isChecked: true }])
    writeFileSync(join(folder, 'file'), '')
    const unusablePlace = { ...backupTarget, folder: join(folder, 'file') }
    await expect(runScheduledBackup(context, unusablePlace)).rejects.toThrow()
    await runScheduledBackup(context, unusablePlace)
    expect(await readBackupRuns()).toMatchObject([
      {},
      { failed_at: expect.any(Date), reason: expect.stringMatching(/^E/) },
    ])
    const notifiedIds = (await readNotifications()).map(({ id }) => id)
    expect(notifiedIds).toContain(hq.id)
    expect(notifiedIds).not.toContain(country.id)
    await pool.query(`update backup_runs set failed_at = failed_at - interval '61 minutes'`)
    await expect(runScheduledBackup(context, unusablePlace)).rejects.toThrow()
    expect(await readBackupRuns()).toHaveLength(3)
    expect(await readNotifications()).toHaveLength(notifiedIds.length)
    await pool.query(`update backup_runs set failed_at = failed_at - interval '61 minutes'`)
    await runScheduledBackup(context, backupTarget)
    expect((await readBackupRuns())[3]).toMatchObject({ failed_at: null, finished_at: expect.any(Date) })
  })

  test('a backup run that is killed before it finishes is recorded as failed', async () => {
    const { context, backupTarget } = setUpBackup()
    await target.database.pool.query(
      `insert into backup_runs (file, started_at) values ('x', now() - interval '2 hours')`,
    )
    await runScheduledBackup(context, backupTarget)
    expect(await readBackupRuns()).toMatchObject([{ reason: 'It was interrupted.' }])
  })

  test('a backup that cannot be restored is recorded as failed', async () => {
    const { context, folder, backupTarget } = setUpBackup()
    await insertBackupRuns(folder, [{ file: 'a', days: 0 }])
    await expect(runScheduledBackup(context, backupTarget)).rejects.toThrow('damaged')
    expect(await readBackupRuns()).toMatchObject([{ checked_at: null, failed_at: expect.any(Date) }])
  })
})

test('a backup made while users write contains rows, counters, sequences and files as of one point in time', async () => {
  const { context, folder, backupTarget } = setUpBackup()
  const { server } = backupTarget
  const { db, settings } = context
  // Rows that other tests inserted refer to uploaded files without content, so these rows are deleted first.
  await target.database.pool.query('delete from files')
  const person = await buildUser(db)
  const fileIds: string[] = []
  let isOver = false
  let rounds = 0
  const changeDataUntilOver = async () => {
    while (!isOver) {
      await buildUser(db, { status: rounds % 2 ? 'active' : 'pending' })
      fileIds.push(await storeUploadedFile(context, person.id))
      const old = fileIds.length > 6 ? fileIds.shift() : undefined
      if (old) await context.transaction(tx => deleteFileRowAndContent(tx, old))
      rounds++
    }
  }
  const writing = [changeDataUntilOver(), changeDataUntilOver(), changeDataUntilOver()]
  await waitUntil(() => rounds >= 60)
  const uploadsDir = join(settings.DATA_DIR, 'uploads')
  const { fingerprint: keyFingerprint } = testSecret
  const roundsBefore = rounds
  const file = join(folder, 'sandaran.tar.gz')
  await writeBackup({ ownerUrl: server.ownerUrl, uploadsDir, keyFingerprint }, file)
  isOver = true
  await Promise.all(writing)
  const checked = await verifyBackupByTestRestore(file, { server, folder, keyFingerprint })
  expect(checked.missingFiles).toBe(0)
  expect(checked.files).toBeGreaterThan(3)
  expect(rounds).toBeGreaterThan(roundsBefore)
  expect(readdirSync(settings.DATA_DIR).filter(name => name.includes('held'))).toEqual([])
})

test('a backup of the previous release can be restored and migrated', async () => {
  const [source, restored] = [
    await createTestDatabase({ empty: true }),
    await createTestDatabase({ empty: true }),
  ]
  await migrate(source.ownerUrl, { wanted: migrations.slice(0, -1) })
  const owner = await openDedicatedConnection(source.ownerUrl)
  await owner.query(
    `insert into users (username, email, full_name) values ('lama', 'lama@contoh.my', 'Ahli Lama')`,
  )
  await owner.end()
  const [folder, file] = [mkdtempSync(join(root, 'old-')), join(root, 'old.tar.gz')]
  mkdirSync(join(folder, 'uploads'))
  const { fingerprint: keyFingerprint } = testSecret
  await writeBackup({ ownerUrl: source.ownerUrl, uploadsDir: join(folder, 'uploads'), keyFingerprint }, file)
  const restoreTarget = { ownerUrl: restored.ownerUrl, uploadsDir: join(folder, 'restored'), keyFingerprint }
  await restoreBackup(restoreTarget, await openBackupArchive(file))
  expect(await migrate(restored.ownerUrl, { appRole: 'perantau' })).toEqual([migrations.at(-1)?.name])
  const { rows } = await restored.pool.query('select full_name as name from users')
  expect(rows).toEqual([{ name: 'Ahli Lama' }])
  await source.close()
  await restored.close()
})
