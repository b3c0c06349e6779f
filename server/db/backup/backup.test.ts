import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { users } from '#server/db/schema/core.ts'
import { deriveSecret } from '#server/secret.ts'
import { buildFileStorageKey, buildThumbnailKey } from '#server/storage.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness/database.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import type { BackupTotals } from './format.ts'
import { openBackupArchive } from './open-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let source: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'perantau-backup-'))
const file = join(folder, 'backup.tar.gz')
const uploadsDir = join(folder, 'uploads')
const imageId = 'ab000000-0000-4000-8000-000000000000'
const imagePaths = [buildFileStorageKey(imageId), buildThumbnailKey(imageId)]
const key = 'kunci-ujian-0123456789-abcdefghijklmnop'
const { fingerprint } = deriveSecret(key)
const textWithSpecialCharacters = 'Siti\t"O\'Hara"\\n 🪁 \u202Bعلي\u202C\nbaris kedua \\. \\N'

beforeAll(async () => {
  source = await createTestDatabase()
  const club = await buildClub(source.db, { description: textWithSpecialCharacters })
  for (let i = 0; i < 300; i++) {
    await buildUser(source.db, {
      clubId: club.id,
      socialMedia: [{ platform: 'Facebook', url: 'https://x/"y"' }],
    })
  }
  const [admin] = await source.db.select().from(users).limit(1)
  // Users and clubs reference each other, so a restore cannot fill one of the tables first with foreign keys enforced.
  await source.pool.query('update clubs set admin_id = $1', [admin?.id])
  await source.pool.query(`insert into audit_events (kind) select 'auth.login' from generate_series(1, 5000)`)
  await source.pool.query(`select graphile_worker.add_job('ujian', '{"a": 1}')`)
  await source.pool.query(
    `insert into queued_jobs (task, payload, run_at) values ('ujian', '{"a": 1}', now())`,
  )
  await source.pool.query(
    `insert into sessions (user_id, token, expires_at) values ($1, 'hash', now() + interval '1 day')`,
    [admin?.id],
  )
  const { rows } = await source.pool.query<{ id: string }>(
    `insert into account_tokens (user_id, kind, email, expires_at)
     values ($1, 'reset_password', 'a@contoh.my', now() + interval '1 hour') returning id`,
    [admin?.id],
  )
  await source.pool.query(
    `insert into mail_outbox (user_id, recipient, kind, message_id, status, params)
     select $1, 'a@contoh.my', kind, kind || status, status, params::jsonb from (values
       ('password.forgotten', 'queued', $2), ('password.forgotten', 'sent', $2), ('user.approved', 'queued', '{}')
     ) as letter (kind, status, params)`,
    [admin?.id, JSON.stringify({ token: rows[0]?.id })],
  )
  await source.pool.query('insert into data_downloads (user_id) values ($1)', [admin?.id])
  await source.pool.query(
    `insert into files (id, kind, uploaded_by, name, content_type, size, checksum, attached_at)
     values ($1, 'profile_image', $2, 'a.webp', 'image/webp', 4, 'x', now())`,
    [imageId, admin?.id],
  )
  mkdirSync(join(uploadsDir, 'ab'), { recursive: true })
  for (const path of imagePaths) writeFileSync(join(uploadsDir, path), Buffer.from([0, 1, 2, 255]))
  writeFileSync(join(uploadsDir, 'ab', 'of no row'), 'x')
  writeFileSync(join(folder, 'secret.key'), key)
  const backupSource = {
    ownerUrl: source.ownerUrl,
    uploadsDir,
    keyFingerprint: fingerprint,
    secretFile: join(folder, 'secret.key'),
  }
  await writeBackup(backupSource, file)
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

const clearedTables = [
  'public.sessions',
  'public.account_tokens',
  'public.data_downloads',
  'public.mail_outbox',
  'graphile_worker._private_jobs',
  'public.queued_jobs',
]

/**
 * Starts a restore into a database without rows: one with the tables of all migrations or, if `empty`, one without
 * tables.
 */
async function restoreIntoNewDatabase(
  backup: string,
  { empty, ...key }: { keyFingerprint?: string; keyName?: string; empty?: boolean } = {},
) {
  const target = await createTestDatabase({ empty })
  const targetFolder = mkdtempSync(join(folder, 'target-'))
  const options = {
    ownerUrl: target.ownerUrl,
    uploadsDir: join(targetFolder, 'uploads'),
    secretFile: join(targetFolder, 'secret.key'),
    ...key,
  }
  const work = openBackupArchive(backup).then(archive => restoreBackup(options, archive))
  return { target, targetFolder, options, work }
}

describe('backup and restore', () => {
  test('a restore brings back every row, sequence and file and the secret key', async () => {
    const { target, targetFolder, work } = await restoreIntoNewDatabase(file, { empty: true })
    const { totals } = await work
    expect(totals.tables['public.users']?.rows).toBe(300)
    expect(totals.tables['public.audit_events']?.rows).toBe(5000)
    expect(totals.tables['graphile_worker._private_jobs']?.rows).toBe(1)
    const { rows } = await target.pool.query('select current_user').catch(() => ({ rows: [] }))
    expect(rows).toHaveLength(1)
    // The restore sets only the column known_since; browsers used before that time count as unknown.
    // In the backup, the column known_since was null in every row.
    const owner = await openDedicatedConnection(target.ownerUrl)
    await owner.query('update users set known_since = null')
    await owner.end()
    const secondFile = join(folder, 'again.tar.gz')
    const second = await writeBackup(
      { ownerUrl: target.ownerUrl, uploadsDir: join(targetFolder, 'uploads'), keyFingerprint: fingerprint },
      secondFile,
    )
    const omitClearedTables = ({ tables, files }: BackupTotals) => ({
      tables: Object.fromEntries(Object.entries(tables).filter(([name]) => !clearedTables.includes(name))),
      files,
    })
    expect(omitClearedTables(second)).toEqual(omitClearedTables(totals))
    expect(Object.keys(totals.files)).toEqual(imagePaths)
    for (const path of imagePaths) {
      expect(readFileSync(join(targetFolder, 'uploads', path))).toEqual(Buffer.from([0, 1, 2, 255]))
    }
    expect(readFileSync(join(targetFolder, 'secret.key'), 'utf8')).toBe(key)
    await target.close()
  })

  test('a restore deletes sessions, tokens of mailed links, exports of personal data, jobs and queued mails that contain links', async () => {
    const { target, work } = await restoreIntoNewDatabase(file)
    const { totals } = await work
    const owner = await openDedicatedConnection(target.ownerUrl)
    for (const name of clearedTables) expect(totals.tables[name]?.rows).toBeGreaterThan(0)
    for (const name of clearedTables.filter(name => name !== 'public.mail_outbox')) {
      expect([name, (await owner.query(`select from ${name}`)).rows]).toEqual([name, []])
    }
    const { rows } = await owner.query('select kind, status from mail_outbox order by kind')
    expect(rows).toEqual([
      { kind: 'password.forgotten', status: 'sent' },
      { kind: 'user.approved', status: 'queued' },
    ])
    await owner.end()
    await target.close()
  })

  test('after a restore new rows get unused ids, foreign keys are enforced and special characters are intact', async () => {
    const { target, work } = await restoreIntoNewDatabase(file)
    await work
    const existingIds = (await target.db.select({ id: users.id }).from(users)).map(row => row.id)
    const newUser = await buildUser(target.db, { username: 'selepas', email: 'selepas@contoh.my' })
    expect(existingIds).not.toContain(newUser.id)
    await expect(buildUser(target.db, { clubId: 999_999 })).rejects.toThrow()
    const [club] = (await target.pool.query('select description from clubs')).rows
    expect(club.description).toBe(textWithSpecialCharacters)
    await target.close()
  })

  test('a restore fails and leaves the database empty when a row in the backup was modified', async () => {
    const damagedFile = join(folder, 'broken.tar.gz')
    const content = gunzipSync(readFileSync(file))
    const offset = content.indexOf('Ujian Bin Percubaan')
    content.write('Palsu', offset)
    writeFileSync(damagedFile, gzipSync(content))
    const { target, work } = await restoreIntoNewDatabase(damagedFile)
    await expect(work).rejects.toThrow('public.users differs from the backup')
    expect((await target.pool.query('select from users')).rows).toEqual([])
    await target.close()
  })

  test('openBackupArchive rejects a backup file with an entry that declares more bytes than allowed, before reading these bytes', async () => {
    const archive = pack()
    archive.entry({ name: 'backup.json', size: 5_000_000_000 })
    const hostileFile = join(folder, 'hostile.tar.gz')
    const header = await new Promise<Buffer>(resolve => archive.once('data', data => resolve(data as Buffer)))
    writeFileSync(hostileFile, gzipSync(header))
    await expect(openBackupArchive(hostileFile)).rejects.toThrow('declares 5000000000 bytes')
  })

  test.each([
    ['truncated', (content: Buffer) => content.subarray(0, Math.floor(content.length / 2))],
    ['not a backup', () => Buffer.from('hello')],
    ['empty', () => Buffer.alloc(0)],
  ])('a restore rejects a file that is %s', async (_name, damage) => {
    const damagedFile = join(folder, 'damaged.tar.gz')
    writeFileSync(damagedFile, damage(readFileSync(file)))
    const { target, work } = await restoreIntoNewDatabase(damagedFile)
    await expect(work).rejects.toThrow()
    await target.close()
  })

  test('a restore fails when the database already has rows, and when the secret key is not the one of the backup', async () => {
    const options = { ownerUrl: source.ownerUrl, uploadsDir: join(folder, 'none') }
    await expect(restoreBackup(options, await openBackupArchive(file))).rejects.toThrow('not empty')
    for (const keyName of ['SECRET_KEY', '/data/secret.key']) {
      const { target, work } = await restoreIntoNewDatabase(file, { keyFingerprint: 'beef', keyName })
      await expect(work).rejects.toThrow(`${keyName} is not the key`)
      await target.close()
    }
  })

  test('a restore fails when neither the backup nor the server has a secret key', async () => {
    const backupWithoutKey = join(folder, 'keyless.tar.gz')
    await writeBackup(
      { ownerUrl: source.ownerUrl, uploadsDir, keyFingerprint: fingerprint },
      backupWithoutKey,
    )
    const { target, work } = await restoreIntoNewDatabase(backupWithoutKey)
    await expect(work).rejects.toThrow('came without its key')
    await target.close()
  })

  test('a backup contains a concurrent update either completely or not at all', async () => {
    const concurrentBackup = join(folder, 'during.tar.gz')
    const [first] = (await source.db.select().from(users).limit(1)) as [typeof users.$inferSelect]
    const writing = writeBackup(
      { ownerUrl: source.ownerUrl, uploadsDir, keyFingerprint: fingerprint },
      concurrentBackup,
    )
    const renaming = source.db.update(users).set({ fullName: 'Nama Baharu' }).where(eq(users.id, first.id))
    await Promise.all([writing, renaming])
    const { target, work } = await restoreIntoNewDatabase(concurrentBackup, { keyFingerprint: fingerprint })
    await work
    const owner = await openDedicatedConnection(target.ownerUrl)
    const { rows } = await owner.query('select full_name as name from users where id = $1', [first.id])
    expect([first.fullName, 'Nama Baharu']).toContain(rows[0]?.name)
    await owner.end()
    await target.close()
  })
})
