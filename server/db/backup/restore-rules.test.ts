// Guarantee 41: a restore revives nothing that ended after the backup.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { connectClient } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { totpOf } from '#server/identity/two-factor.service.ts'
import { signToken } from '#server/secret.ts'
import { cookiesOf, setUpApp, testSecret, testSettings } from '#server/test/app.ts'
import { createTestDatabase, setClock, setUpDatabase, type TestDatabase } from '#server/test/database.ts'
import { buildActivity, buildClub, buildUser, testPassword } from '#server/test/factories.ts'
import { tableId } from './format.ts'
import { openArchive, readBackup } from './read-backup.ts'
import { applyRestoreRules, describeEnded, restoreRules } from './restore-rules.ts'
import { listTables } from './tables.ts'
import { writeBackup } from './write-backup.ts'

describe('restoreRules', () => {
  const database = setUpDatabase()

  it('declares for every table of a backup what becomes of its rows', async () => {
    const owner = await connectClient(database.ownerUrl)
    const tables = await listTables(owner)
    await owner.end()
    expect(Object.keys(restoreRules).sort()).toEqual(tables.map(tableId).sort())
  })

  it('names only columns that exist', async () => {
    const owner = await connectClient(database.ownerUrl)
    const tables = new Map((await listTables(owner)).map(table => [tableId(table), table.columns]))
    await owner.end()
    for (const [id, { endings }] of Object.entries(restoreRules)) {
      const columns = endings === 'delete all rows' ? [] : endings.flatMap(ending => ending.columns)
      expect([id, columns.filter(name => !tables.get(id)?.includes(name))]).toEqual([id, []])
    }
  })

  it('ends work in progress, offers and scheduled announcements, and tells the operator', async () => {
    const { db, pool } = database
    const [one, two] = [await buildUser(db), await buildUser(db)]
    const insert = async (table: string, values: Record<string, unknown>) => {
      const names = Object.keys(values)
      const places = names.map((_, index) => `$${index + 1}`)
      const { rows } = await pool.query(
        `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning *`,
        Object.values(values),
      )
      return rows[0]
    }
    const announce = (status: string, more = {}) =>
      insert('announcements', {
        author_id: one.id,
        title: status,
        body: 'x',
        status,
        send_at: new Date(),
        sent_by: one.id,
        ...more,
      })
    await announce('scheduled')
    await announce('sending')
    const { id: announced } = await announce('sending', { recipient_count: 2, title: 'half-way' })
    for (const kind of ['tell', 'clear'])
      await insert('announcement_rounds', { announcement_id: announced, kind })
    const mail = (kind: string, more = {}) =>
      insert('mail_outbox', { recipient: 'a@contoh.my', kind, message_id: kind, ...more })
    await mail('announcement.sent', { announcement_id: announced })
    await mail('roll_call.asked')
    await mail('user.approved')
    await insert('roll_calls', {
      asked_by: one.id,
      country: 'Japan',
      message: 'x',
      round_at: new Date(),
      erase_at: new Date(),
    })
    const office = await insert('offices', { user_id: one.id, office: 'country_admin', country: 'Japan' })
    await insert('office_handovers', { office_id: office.id, to_id: two.id })
    await insert('merge_requests', {
      kept_id: one.id,
      gone_id: two.id,
      asked_by: one.id,
      take: [],
      kept_at: new Date(),
      expires_at: new Date(),
    })
    for (const status of ['applying', 'undoing', 'checking', 'done'])
      await insert('imports', {
        created_by: one.id,
        name: status,
        headers: [],
        columns: '[]',
        total: 0,
        status,
        invited_by: one.id,
      })
    const { id: group } = await insert('message_groups', { name: 'g', type: 'custom' })
    const { id: call } = await insert('calls', { group_id: group, started_by: one.id })
    await insert('call_members', { call_id: call, user_id: one.id, dev: 'x' })

    const owner = await connectClient(database.ownerUrl)
    const ended = await applyRestoreRules(owner, await listTables(owner))
    await owner.end()
    const read = async (query: string) => (await pool.query({ text: query, rowMode: 'array' })).rows
    expect(await read('select title, status from announcements order by id')).toEqual([
      ['scheduled', 'draft'],
      ['sending', 'draft'],
      ['half-way', 'sent'],
    ])
    expect(await read('select kind from announcement_rounds where finished_at is null')).toEqual([['clear']])
    expect(await read('select kind from mail_outbox')).toEqual([['user.approved']])
    expect(await read('select round_at, closed_at is null from roll_calls')).toEqual([[null, false]])
    expect(await read('select status, decided_at is null from office_handovers')).toEqual([['ended', false]])
    expect(await read('select from merge_requests')).toEqual([])
    expect(await read('select name, status from imports order by id')).toEqual([
      ['applying', 'stopped'],
      ['undoing', 'stopped'],
      ['checking', 'checking'],
      ['done', 'done'],
    ])
    expect(await read('select from imports where invited_by is not null')).toEqual([])
    expect(await read('select from calls where ended_at is null')).toEqual([])
    expect(await read('select from call_members where left_at is null')).toEqual([])
    const lines = describeEnded(ended)
    expect(lines).toContain('1 offered handovers have ended; officers offer them again.')
    expect(lines.at(-1)).toMatch(/^Decisions made after the backup are not in it\./)
  })
})

describe('a restored server', () => {
  const target = setUpApp()
  const folder = mkdtempSync(join(tmpdir(), 'perantau-revived-'))
  let restored: TestDatabase
  let app: Awaited<ReturnType<typeof createApp>>
  let made: Awaited<ReturnType<typeof makeGrants>>

  const post = (server: typeof app, url: string, payload: object, cookie = '') =>
    server.inject({ method: 'POST', url, payload, headers: { origin: 'http://perantau.test', cookie } })

  async function makeGrants() {
    const { db, pool } = target.database
    const club = await buildClub(db, { country: 'Japan' })
    const me = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const invite = async (body: object) => (await me.call('POST', '/api/invitations', body)).json()
    const open = await invite({ most: 5, days: 7 })
    const mailed = await invite({ email: 'dijemput@contoh.my', most: 1, days: 7 })
    const feed = (await me.call('POST', '/api/calendar/feeds', {})).json()
    const activity = await buildActivity(db, { clubId: club.id, organizerId: me.user.id })
    await me.call('PUT', `/api/activities/${activity.id}/public`, { isPublic: true })
    const { rows } = await pool.query('select public_key from activities where id = $1', [activity.id])
    const begun = await me.call('POST', '/api/account/two-factor/key', { currentPassword: testPassword })
    const { key } = begun.json()
    const code = totpOf(key).generate()
    const on = (await me.call('POST', '/api/account/two-factor', { code })).json()
    return {
      user: me.user,
      key: key as string,
      recoveryCode: on.codes[0] as string,
      invitations: [String(open.link.split('#')[1]), signToken(testSecret, mailed.id)],
      feed: new URL(feed.url).pathname,
      page: `/a/${rows[0].public_key}`,
    }
  }

  beforeAll(async () => {
    made = await makeGrants()
    restored = await createTestDatabase({ empty: true, ownClock: true })
    const [uploadsDir, file] = [join(folder, 'uploads'), join(folder, 'backup.tar.gz')]
    mkdirSync(uploadsDir)
    const { fingerprint: keyFingerprint } = testSecret
    await writeBackup({ ownerUrl: target.database.ownerUrl, uploadsDir, keyFingerprint }, file)
    const into = { ownerUrl: restored.ownerUrl, uploadsDir: join(folder, 'restored'), keyFingerprint }
    await readBackup(into, await openArchive(file))
    await migrate(restored.ownerUrl, { appRole: 'perantau' })
    app = await createApp({
      database: restored,
      settings: testSettings(),
      secret: testSecret,
      log: pino({ level: 'silent' }),
    })
  })
  afterAll(async () => {
    await app?.close()
    await restored?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('refuses invitations made before the backup, handed on or mailed', async () => {
    for (const token of made.invitations) {
      expect((await post(target.app, '/api/auth/join/look', { token })).statusCode).toBe(200)
      expect((await post(app, '/api/auth/join/look', { token })).json().code).toBe('bad_link')
    }
  })

  it('serves neither calendar feeds nor public pages made before the backup', async () => {
    for (const url of [made.feed, made.page]) {
      expect([url, (await target.app.inject({ url })).statusCode]).toEqual([url, 200])
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
    }
  })

  it('refuses recovery codes and accepts the authenticator app, so that the owner is not locked out', async () => {
    const login = async () =>
      cookiesOf(await post(app, '/api/auth/login', { email: made.user.email, password: testPassword }))
    const step = async (code: string) =>
      post(app, '/api/auth/second-step', { code, trust: false }, await login())
    expect((await step(made.recoveryCode)).json().code).toBe('wrong_code')
    // A code that may have been entered before the restore.
    expect((await step(totpOf(made.key).generate())).json().code).toBe('wrong_code')
    const later = Date.now() + 90_000
    await setClock(restored, later)
    expect((await step(totpOf(made.key).generate({ timestamp: later }))).statusCode).toBe(200)
  })

  it('knows no browser, so that a sign-in after the restore is mailed to the owner', async () => {
    const { rows } = await restored.pool.query('select from users where known_since is null')
    expect(rows).toEqual([])
  })
})
