import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectClient } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import { secretFrom } from '#server/secret.ts'
import { keyOf, thumbnailKeyOf } from '#server/storage.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import type { BackupTotals } from './format.ts'
import { openArchive, readBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

let source: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'perantau-backup-'))
const file = join(folder, 'backup.tar.gz')
const uploadsDir = join(folder, 'uploads')
const picture = 'ab000000-0000-4000-8000-000000000000'
const kept = [keyOf(picture), thumbnailKeyOf(picture)]
const key = 'kunci-ujian-0123456789-abcdefghijklmnop'
const { fingerprint } = secretFrom(key)
const awkward = 'Siti\t"O\'Hara"\\n 🪁 \u202Bعلي\u202C\nbaris kedua \\. \\N'

beforeAll(async () => {
  source = await createTestDatabase()
  const club = await buildClub(source.db, { description: awkward })
  for (let i = 0; i < 300; i++) {
    await buildUser(source.db, {
      clubId: club.id,
      socialMedia: [{ platform: 'Facebook', url: 'https://x/"y"' }],
    })
  }
  const [admin] = await source.db.select().from(users).limit(1)
  // Tables that refer to each other in a circle.
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
    [picture, admin?.id],
  )
  mkdirSync(join(uploadsDir, 'ab'), { recursive: true })
  for (const path of kept) writeFileSync(join(uploadsDir, path), Buffer.from([0, 1, 2, 255]))
  writeFileSync(join(uploadsDir, 'ab', 'of no row'), 'x')
  writeFileSync(join(folder, 'secret.key'), key)
  const origin = {
    ownerUrl: source.ownerUrl,
    uploadsDir,
    keyFingerprint: fingerprint,
    secretFile: join(folder, 'secret.key'),
  }
  await writeBackup(origin, file)
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

const forgotten = [
  'public.sessions',
  'public.account_tokens',
  'public.data_downloads',
  'public.mail_outbox',
  'graphile_worker._private_jobs',
  'public.queued_jobs',
]

async function restore(backup: string, key: { keyFingerprint?: string; keyName?: string } = {}) {
  const target = await createTestDatabase({ empty: true })
  const place = mkdtempSync(join(folder, 'target-'))
  const options = {
    ownerUrl: target.ownerUrl,
    uploadsDir: join(place, 'uploads'),
    secretFile: join(place, 'secret.key'),
    ...key,
  }
  const work = openArchive(backup).then(archive => readBackup(options, archive))
  return { target, place, options, work }
}

describe('backup and restore', () => {
  test('every row, sequence and file comes back', async () => {
    const { target, place, work } = await restore(file)
    const { totals } = await work
    expect(totals.tables['public.users']?.rows).toBe(300)
    expect(totals.tables['public.audit_events']?.rows).toBe(5000)
    expect(totals.tables['graphile_worker._private_jobs']?.rows).toBe(1)
    const { rows } = await target.pool.query('select current_user').catch(() => ({ rows: [] }))
    expect(rows).toHaveLength(1)
    // The only change of a table that is otherwise kept; none of these users had it set.
    const owner = await connectClient(target.ownerUrl)
    await owner.query('update users set known_since = null')
    await owner.end()
    const again = join(folder, 'again.tar.gz')
    const second = await writeBackup(
      { ownerUrl: target.ownerUrl, uploadsDir: join(place, 'uploads'), keyFingerprint: fingerprint },
      again,
    )
    const without = ({ tables, files }: BackupTotals) => ({
      tables: Object.fromEntries(Object.entries(tables).filter(([name]) => !forgotten.includes(name))),
      files,
    })
    expect(without(second)).toEqual(without(totals))
    expect(Object.keys(totals.files)).toEqual(kept)
    for (const path of kept) {
      expect(readFileSync(join(place, 'uploads', path))).toEqual(Buffer.from([0, 1, 2, 255]))
    }
    expect(readFileSync(join(place, 'secret.key'), 'utf8')).toBe(key)
    await target.close()
  })

  test('but nobody is signed in, no link works, and nothing makes or mails one', async () => {
    const { target, work } = await restore(file)
    const { totals } = await work
    const owner = await connectClient(target.ownerUrl)
    for (const name of forgotten) expect(totals.tables[name]?.rows).toBeGreaterThan(0)
    for (const name of forgotten.filter(name => name !== 'public.mail_outbox')) {
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

  test('new rows get new numbers, and references are enforced again', async () => {
    const { target, work } = await restore(file)
    await work
    const { migrate } = await import('#server/db/migrate.ts')
    await migrate(target.ownerUrl, { appRole: 'perantau' })
    const known = (await target.db.select({ id: users.id }).from(users)).map(row => row.id)
    const added = await buildUser(target.db, { username: 'selepas', email: 'selepas@contoh.my' })
    expect(known).not.toContain(added.id)
    await expect(buildUser(target.db, { clubId: 999_999 })).rejects.toThrow()
    const [club] = (await target.pool.query('select description from clubs')).rows
    expect(club.description).toBe(awkward)
    await target.close()
  })

  test('a changed row is found out and nothing is restored', async () => {
    const broken = join(folder, 'broken.tar.gz')
    const content = gunzipSync(readFileSync(file))
    const place = content.indexOf('Ujian Bin Percubaan')
    content.write('Palsu', place)
    writeFileSync(broken, gzipSync(content))
    const { target, work } = await restore(broken)
    await expect(work).rejects.toThrow('public.users differs from the backup')
    await expect(target.pool.query('select from users')).rejects.toThrow('permission denied')
    await target.close()
  })

  test('a backup whose entry declares more bytes than any backup holds is refused before they are read', async () => {
    const archive = pack()
    archive.entry({ name: 'backup.json', size: 5_000_000_000 })
    const hostile = join(folder, 'hostile.tar.gz')
    const header = await new Promise<Buffer>(resolve => archive.once('data', data => resolve(data as Buffer)))
    writeFileSync(hostile, gzipSync(header))
    await expect(openArchive(hostile)).rejects.toThrow('declares 5000000000 bytes')
  })

  test.each([
    ['cut short', (content: Buffer) => content.subarray(0, Math.floor(content.length / 2))],
    ['not a backup', () => Buffer.from('hello')],
    ['empty', () => Buffer.alloc(0)],
  ])('a file that is %s is refused', async (_name, damage) => {
    const broken = join(folder, 'damaged.tar.gz')
    writeFileSync(broken, damage(readFileSync(file)))
    const { target, work } = await restore(broken)
    await expect(work).rejects.toThrow()
    await target.close()
  })

  test('never into a database that holds something, nor with another key', async () => {
    const options = { ownerUrl: source.ownerUrl, uploadsDir: join(folder, 'none') }
    await expect(readBackup(options, await openArchive(file))).rejects.toThrow('not empty')
    for (const keyName of ['SECRET_KEY', '/data/secret.key']) {
      const { target, work } = await restore(file, { keyFingerprint: 'beef', keyName })
      await expect(work).rejects.toThrow(`${keyName} is not the key`)
      await target.close()
    }
  })

  test('a backup without its key is not restored where there is none either', async () => {
    const keyless = join(folder, 'keyless.tar.gz')
    await writeBackup({ ownerUrl: source.ownerUrl, uploadsDir, keyFingerprint: fingerprint }, keyless)
    const { target, work } = await restore(keyless)
    await expect(work).rejects.toThrow('came without its key')
    await target.close()
  })

  test('what is written meanwhile is not half in it', async () => {
    const during = join(folder, 'during.tar.gz')
    const [first] = (await source.db.select().from(users).limit(1)) as [typeof users.$inferSelect]
    const writing = writeBackup(
      { ownerUrl: source.ownerUrl, uploadsDir, keyFingerprint: fingerprint },
      during,
    )
    const renaming = source.db.update(users).set({ fullName: 'Nama Baharu' }).where(eq(users.id, first.id))
    await Promise.all([writing, renaming])
    const { target, work } = await restore(during, { keyFingerprint: fingerprint })
    await work
    const owner = await connectClient(target.ownerUrl)
    const { rows } = await owner.query('select full_name as name from users where id = $1', [first.id])
    expect([first.fullName, 'Nama Baharu']).toContain(rows[0]?.name)
    await owner.end()
    await target.close()
  })
})
