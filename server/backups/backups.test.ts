import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context } from '#server/context.ts'
import { openArchive, readBackup } from '#server/db/backup/read-backup.ts'
import { writeBackup } from '#server/db/backup/write-backup.ts'
import { connectClient } from '#server/db/client.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { files } from '#server/db/schema/core.ts'
import { removeFile } from '#server/features/files/files.service.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { keyOf } from '#server/storage.ts'
import { setUpApp, testContext, testSecret, testSettings } from '#server/test/app.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { buildUser } from '#server/test/factories.ts'
import { until } from '#server/test/program.ts'
import { backUp } from './back-up.service.ts'
import { checkBackup } from './check-backup.service.ts'
import { lastSlot, nameAt } from './timetable.ts'

const target = setUpApp()
const place = mkdtempSync(join(tmpdir(), 'perantau-backups-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const BACKUP_PASSPHRASE = 'frasa laluan sandaran ujian'
const SECRET_KEY = 'kunci untuk ujian sahaja, bukan rahsia'

function set(env: NodeJS.ProcessEnv = {}) {
  const { db, ownerUrl, superuserUrl: makerUrl } = target.database
  const folder = mkdtempSync(join(place, 'to-'))
  const context = testContext(db, testSettings({ SECRET_KEY, BACKUP_PASSPHRASE, BACKUP_AT: '00:00', ...env }))
  return { context, folder, place: { server: { ownerUrl, makerUrl }, folder } }
}

/** An upload as the program keeps it: on disk first, then in a row. */
async function addFile({ db, storage }: Context, uploadedBy: number): Promise<string> {
  const id = crypto.randomUUID()
  await storage.put(keyOf(id), `isi ${id}`)
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

const runs = async () => (await target.database.pool.query('select * from backup_runs order by id')).rows
/** As if they had been made some days ago. */
async function pretend(
  folder: string,
  made: { file: string; days: number; isChecked?: boolean }[],
): Promise<void> {
  for (const { file, days, isChecked = false } of made) {
    writeFileSync(join(folder, file), 'bukan sandaran')
    await target.database.pool.query(
      `insert into backup_runs (file, started_at, finished_at, checked_at)
       select $1, t, t, case when $3 then t end from (select now() - make_interval(days => $2) as t)`,
      [file, days, isChecked],
    )
  }
}
const notices = async () =>
  (await target.database.pool.query(`select user_id as id from notifications where kind = 'backup.failed'`))
    .rows

beforeEach(async () => {
  await target.database.pool.query('delete from backup_runs')
  await target.database.pool.query('delete from notifications')
})

describe('the timetable', () => {
  test('goes by the clock of Kuala Lumpur', () => {
    const at = (text: string, minutes: number) => lastSlot(new Date(text), minutes).toISOString()
    expect(at('2026-11-16T12:00:00Z', 3 * 60)).toBe('2026-11-15T19:00:00.000Z')
    expect(at('2026-11-16T18:59:59Z', 3 * 60)).toBe('2026-11-15T19:00:00.000Z')
    expect(at('2026-11-16T19:00:00Z', 3 * 60)).toBe('2026-11-16T19:00:00.000Z')
    expect(nameAt(new Date('2026-11-16T19:00:00Z'))).toBe('2026-11-17-030000')
  })
})

describe('a backup by itself', () => {
  test('is made once a day however often it is looked for, sealed, and brought back into an empty database', async () => {
    const { context, folder, place } = set()
    await addFile(context, (await buildUser(context.db)).id)
    await Promise.all([backUp(context, place), backUp(context, place)])
    await backUp(context, place)
    const [run, ...more] = await runs()
    expect(more).toEqual([])
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
    // Where the owner may not make the database for it, a sentence says so.
    const { ownerUrl } = place.server
    const parts = { folder, passphrase: BACKUP_PASSPHRASE, keyFingerprint: testSecret.fingerprint }
    const trying = checkBackup(join(folder, run.file), { ...parts, server: { ownerUrl, makerUrl: ownerUrl } })
    await expect(trying).rejects.toThrow('createdb')
  })

  test('is made by an instance that has a place for it, when its time comes', async () => {
    const { context, folder, place } = set()
    const { pool } = target.database
    await pretend(folder, [{ file: 'a', days: 2, isChecked: true }])
    const { settings, storage, secret } = context
    const log = pino({ level: 'silent' })
    const jobs = startJobs({ database: target.database, settings, secret, storage, log, backups: place })
    try {
      const isKnown = `update positions set last_id = last_id - 2 where name = 'timetable:back_up'`
      await until(async () => Boolean((await pool.query(isKnown)).rowCount))
      await until(async () => (await runs()).some(run => run.file !== 'a' && run.finished_at))
    } finally {
      await jobs.stop()
    }
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('is made by the clock of the database, whatever this machine’s clock says', async () => {
    const { context, folder, place } = set()
    await pretend(folder, [{ file: 'a', days: 0, isChecked: true }])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    try {
      await backUp(context, place)
    } finally {
      vi.useRealTimers()
    }
    expect(await runs()).toHaveLength(1)
  })

  test('what is older than wanted goes, and only once a newer one was brought back', async () => {
    const { context, folder, place } = set({ BACKUP_KEEP_DAYS: '2', BACKUP_CHECK_DAYS: '30' })
    await pretend(folder, [
      { file: 'a', days: 9 },
      { file: 'b', days: 5, isChecked: true },
      { file: 'c', days: 3 },
    ])
    await backUp(context, place)
    // Five days old, and still the only one that is known to be good.
    expect((await runs()).map(run => run.removed_at !== null)).toEqual([true, false, false, false])
    await target.database.pool.query(
      `update backup_runs set checked_at = now() where id = (select max(id) from backup_runs)`,
    )
    await backUp(context, place)
    expect((await runs()).map(run => run.removed_at !== null)).toEqual([true, true, true, false])
    expect(readdirSync(folder)).toEqual([(await runs())[3].file])
  })

  test('that fails is told of at the bell of headquarters, once a day, and tried again in an hour', async () => {
    const { db, pool } = target.database
    const hq = await buildUser(db, { role: 'hq_admin' })
    const country = await buildUser(db, { role: 'country_admin' })
    const { context, folder, place } = set()
    await pretend(folder, [{ file: 'a', days: 2, isChecked: true }])
    writeFileSync(join(folder, 'file'), '')
    const broken = { ...place, folder: join(folder, 'file') }
    await expect(backUp(context, broken)).rejects.toThrow()
    await backUp(context, broken)
    expect(await runs()).toMatchObject([
      {},
      { failed_at: expect.any(Date), reason: expect.stringMatching(/^E/) },
    ])
    const told = (await notices()).map(({ id }) => id)
    expect(told).toContain(hq.id)
    expect(told).not.toContain(country.id)
    await pool.query(`update backup_runs set failed_at = failed_at - interval '61 minutes'`)
    await expect(backUp(context, broken)).rejects.toThrow()
    expect(await runs()).toHaveLength(3)
    expect(await notices()).toHaveLength(told.length)
    await pool.query(`update backup_runs set failed_at = failed_at - interval '61 minutes'`)
    await backUp(context, place)
    expect((await runs())[3]).toMatchObject({ failed_at: null, finished_at: expect.any(Date) })
  })

  test('that was killed half-way counts as failed', async () => {
    const { context, place } = set()
    await target.database.pool.query(
      `insert into backup_runs (file, started_at) values ('x', now() - interval '2 hours')`,
    )
    await backUp(context, place)
    expect(await runs()).toMatchObject([{ reason: 'It was interrupted.' }])
  })

  test('that does not come back is a failure', async () => {
    const { context, folder, place } = set()
    await pretend(folder, [{ file: 'a', days: 0 }])
    await expect(backUp(context, place)).rejects.toThrow('damaged')
    expect(await runs()).toMatchObject([{ checked_at: null, failed_at: expect.any(Date) }])
  })
})

test('under load rows, figures, numbers and files are of one moment', async () => {
  const { context, folder, place } = set()
  const { server } = place
  const { db, settings } = context
  // What other tests left has no file in this folder.
  await target.database.pool.query('delete from files')
  const person = await buildUser(db)
  const kept: string[] = []
  let isOver = false
  let rounds = 0
  const write = async () => {
    while (!isOver) {
      await buildUser(db, { status: rounds % 2 ? 'active' : 'pending' })
      kept.push(await addFile(context, person.id))
      const old = kept.length > 6 ? kept.shift() : undefined
      if (old) await context.transaction(tx => removeFile(tx, old))
      rounds++
    }
  }
  const writing = [write(), write(), write()]
  while (rounds < 60) await new Promise(resolve => setImmediate(resolve))
  const uploadsDir = join(settings.DATA_DIR, 'uploads')
  const { fingerprint: keyFingerprint } = testSecret
  const before = rounds
  const file = join(folder, 'sandaran.tar.gz')
  await writeBackup({ ownerUrl: server.ownerUrl, uploadsDir, keyFingerprint }, file)
  const checked = await checkBackup(file, { server, folder, keyFingerprint })
  isOver = true
  await Promise.all(writing)
  expect(checked.missing).toBe(0)
  expect(checked.files).toBeGreaterThan(3)
  expect(rounds).toBeGreaterThan(before)
  expect(readdirSync(settings.DATA_DIR).filter(name => name.includes('held'))).toEqual([])
})

test('one of the release before comes back and is brought up to date', async () => {
  const [source, restored] = [
    await createTestDatabase({ empty: true }),
    await createTestDatabase({ empty: true }),
  ]
  await migrate(source.ownerUrl, { wanted: migrations.slice(0, -1) })
  const owner = await connectClient(source.ownerUrl)
  await owner.query(
    `insert into users (username, email, full_name) values ('lama', 'lama@contoh.my', 'Ahli Lama')`,
  )
  await owner.end()
  const [folder, file] = [mkdtempSync(join(place, 'old-')), join(place, 'old.tar.gz')]
  mkdirSync(join(folder, 'uploads'))
  const { fingerprint: keyFingerprint } = testSecret
  await writeBackup({ ownerUrl: source.ownerUrl, uploadsDir: join(folder, 'uploads'), keyFingerprint }, file)
  const into = { ownerUrl: restored.ownerUrl, uploadsDir: join(folder, 'restored'), keyFingerprint }
  await readBackup(into, await openArchive(file))
  expect(await migrate(restored.ownerUrl, { appRole: 'perantau' })).toEqual([migrations.at(-1)?.name])
  const { rows } = await restored.pool.query('select full_name as name from users')
  expect(rows).toEqual([{ name: 'Ahli Lama' }])
  await source.close()
  await restored.close()
})
