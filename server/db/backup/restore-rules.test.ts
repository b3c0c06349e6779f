// Guarantee 41: a restore does not make valid again what ended after the backup, such as sessions and links.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createTotpGenerator } from '#server/identity/two-factor.service.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import { buildCookieHeader, buildTestSettings, setUpApp, testSecret } from '#server/test/harness/app.ts'
import {
  createTestDatabase,
  setDatabaseClock,
  setUpDatabase,
  type TestDatabase,
} from '#server/test/harness/database.ts'
import { buildActivity, buildClub, buildUser, testPassword } from '#server/test/harness/factories.ts'
import { getQualifiedTableName } from './format.ts'
import { openBackupArchive } from './open-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { buildRestoreReport, endSessionsLinksAndJobsAfterRestore, restoreRules } from './restore-rules.ts'
import { listDatabaseTablesWithColumns } from './tables.ts'
import { writeBackup } from './write-backup.ts'

describe('restoreRules', () => {
  const database = setUpDatabase()

  it('restoreRules has an entry for every table of a backup', async () => {
    const owner = await openDedicatedConnection(database.ownerUrl)
    const tables = await listDatabaseTablesWithColumns(owner)
    await owner.end()
    expect(Object.keys(restoreRules).sort()).toEqual(tables.map(getQualifiedTableName).sort())
  })

  it('restoreRules contains only columns that exist in the database', async () => {
    const owner = await openDedicatedConnection(database.ownerUrl)
    const tables = new Map(
      (await listDatabaseTablesWithColumns(owner)).map(table => [
        getQualifiedTableName(table),
        table.columns,
      ]),
    )
    await owner.end()
    for (const [id, { endings }] of Object.entries(restoreRules)) {
      const columns = endings === 'delete all rows' ? [] : endings.flatMap(ending => ending.columns)
      expect([id, columns.filter(name => !tables.get(id)?.includes(name))]).toEqual([id, []])
    }
  })

  it('endSessionsLinksAndJobsAfterRestore ends running imports and calls, offered office handovers and scheduled announcements, and reports to the operator', async () => {
    const { db, pool } = database
    const [firstUser, secondUser] = [await buildUser(db), await buildUser(db)]
    const insert = async (table: string, values: Record<string, unknown>) => {
      const names = Object.keys(values)
      const places = names.map((_, index) => `$${index + 1}`)
      const { rows } = await pool.query(
        `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning *`,
        Object.values(values),
      )
      return rows[0]
    }
    const insertAnnouncement = (status: string, extraValues = {}) =>
      insert('announcements', {
        author_id: firstUser.id,
        title: status,
        body: 'x',
        status,
        send_at: new Date(),
        sent_by: firstUser.id,
        ...extraValues,
      })
    await insertAnnouncement('scheduled')
    await insertAnnouncement('sending')
    const { id: announcementId } = await insertAnnouncement('sending', {
      recipient_count: 2,
      title: 'half-way',
    })
    for (const kind of ['tell', 'clear'])
      await insert('announcement_rounds', { announcement_id: announcementId, kind })
    const insertMail = (kind: string, extraValues = {}) =>
      insert('mail_outbox', { recipient: 'a@contoh.my', kind, message_id: kind, ...extraValues })
    await insertMail('announcement.sent', { announcement_id: announcementId })
    await insertMail('roll_call.asked')
    await insertMail('user.approved')
    await insert('roll_calls', {
      asked_by: firstUser.id,
      country: 'Japan',
      message: 'x',
      round_at: new Date(),
      erase_at: new Date(),
    })
    const office = await insert('offices', {
      user_id: firstUser.id,
      office: 'country_admin',
      country: 'Japan',
    })
    await insert('office_handovers', { office_id: office.id, to_id: secondUser.id })
    await insert('merge_requests', {
      kept_id: firstUser.id,
      gone_id: secondUser.id,
      asked_by: firstUser.id,
      take: [],
      kept_at: new Date(),
      expires_at: new Date(),
    })
    for (const status of ['applying', 'undoing', 'checking', 'done'])
      await insert('imports', {
        created_by: firstUser.id,
        name: status,
        headers: [],
        columns: '[]',
        total: 0,
        status,
        invited_by: firstUser.id,
      })
    const { id: group } = await insert('message_groups', { name: 'g', type: 'custom' })
    const { id: call } = await insert('calls', { group_id: group, started_by: firstUser.id })
    await insert('call_members', { call_id: call, user_id: firstUser.id, dev: 'x' })

    const owner = await openDedicatedConnection(database.ownerUrl)
    const ended = await endSessionsLinksAndJobsAfterRestore(owner, await listDatabaseTablesWithColumns(owner))
    await owner.end()
    const queryRows = async (query: string) => (await pool.query({ text: query, rowMode: 'array' })).rows
    expect(await queryRows('select title, status from announcements order by id')).toEqual([
      ['scheduled', 'draft'],
      ['sending', 'draft'],
      ['half-way', 'sent'],
    ])
    expect(await queryRows('select kind from announcement_rounds where finished_at is null')).toEqual([
      ['clear'],
    ])
    expect(await queryRows('select kind from mail_outbox')).toEqual([['user.approved']])
    expect(await queryRows('select round_at, closed_at is null from roll_calls')).toEqual([[null, false]])
    expect(await queryRows('select status, decided_at is null from office_handovers')).toEqual([
      ['ended', false],
    ])
    expect(await queryRows('select from merge_requests')).toEqual([])
    expect(await queryRows('select name, status from imports order by id')).toEqual([
      ['applying', 'stopped'],
      ['undoing', 'stopped'],
      ['checking', 'checking'],
      ['done', 'done'],
    ])
    expect(await queryRows('select from imports where invited_by is not null')).toEqual([])
    expect(await queryRows('select from calls where ended_at is null')).toEqual([])
    expect(await queryRows('select from call_members where left_at is null')).toEqual([])
    const lines = buildRestoreReport(ended)
    expect(lines).toContain('1 offered handovers have ended; officers offer them again.')
    expect(lines.at(-1)).toMatch(/^Decisions made after the backup are not in it\./)
  })
})

describe('server after a restore', () => {
  const target = setUpApp()
  const folder = mkdtempSync(join(tmpdir(), 'perantau-revived-'))
  let restored: TestDatabase
  let app: Awaited<ReturnType<typeof createApp>>
  let grants: Awaited<ReturnType<typeof createGrantsOfUser>>

  const postJson = (server: typeof app, url: string, payload: object, cookie = '') =>
    server.inject({ method: 'POST', url, payload, headers: { origin: 'http://perantau.test', cookie } })

  async function createGrantsOfUser() {
    const { db, pool } = target.database
    const club = await buildClub(db, { country: 'Japan' })
    const officer = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    const createInvitation = async (body: object) =>
      (await officer.call('POST', '/api/invitations', body)).json()
    const open = await createInvitation({ most: 5, days: 7 })
    const mailed = await createInvitation({ email: 'dijemput@contoh.my', most: 1, days: 7 })
    const feed = (await officer.call('POST', '/api/calendar/feeds', {})).json()
    const activity = await buildActivity(db, { clubId: club.id, organizerId: officer.user.id })
    await officer.call('PUT', `/api/activities/${activity.id}/public`, { isPublic: true })
    const { rows } = await pool.query('select public_key from activities where id = $1', [activity.id])
    const keyResponse = await officer.call('POST', '/api/account/two-factor/key', {
      currentPassword: testPassword,
    })
    const { key } = keyResponse.json()
    const code = createTotpGenerator(key).generate()
    const twoFactor = (await officer.call('POST', '/api/account/two-factor', { code })).json()
    return {
      user: officer.user,
      key: key as string,
      recoveryCode: twoFactor.codes[0] as string,
      invitations: [String(open.link.split('#')[1]), createSignedLinkToken(testSecret, mailed.id)],
      feed: new URL(feed.url).pathname,
      page: `/a/${rows[0].public_key}`,
    }
  }

  beforeAll(async () => {
    grants = await createGrantsOfUser()
    restored = await createTestDatabase({ ownClock: true })
    const [uploadsDir, file] = [join(folder, 'uploads'), join(folder, 'backup.tar.gz')]
    mkdirSync(uploadsDir)
    const { fingerprint: keyFingerprint } = testSecret
    await writeBackup({ ownerUrl: target.database.ownerUrl, uploadsDir, keyFingerprint }, file)
    const restoreTarget = {
      ownerUrl: restored.ownerUrl,
      uploadsDir: join(folder, 'restored'),
      keyFingerprint,
    }
    await restoreBackup(restoreTarget, await openBackupArchive(file))
    await migrate(restored.ownerUrl, { appRole: 'perantau' })
    app = await createApp({
      database: restored,
      settings: buildTestSettings(),
      secret: testSecret,
      log: pino({ level: 'silent' }),
    })
  })
  afterAll(async () => {
    await app?.close()
    await restored?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('a restored server rejects invitations created before the backup, both shared and mailed', async () => {
    for (const token of grants.invitations) {
      expect((await postJson(target.app, '/api/auth/join/look', { token })).statusCode).toBe(200)
      expect((await postJson(app, '/api/auth/join/look', { token })).json().code).toBe('bad_link')
    }
  })

  it('a restored server returns 404 for calendar feeds and public pages created before the backup', async () => {
    for (const url of [grants.feed, grants.page]) {
      expect([url, (await target.app.inject({ url })).statusCode]).toEqual([url, 200])
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
    }
  })

  it('a restored server rejects recovery codes and recent app codes, but accepts the next code of the authenticator app', async () => {
    const attemptSignIn = async () =>
      buildCookieHeader(
        await postJson(app, '/api/auth/login', { email: grants.user.email, password: testPassword }),
      )
    const completeSecondStep = async (code: string) =>
      postJson(app, '/api/auth/second-step', { code, trust: false }, await attemptSignIn())
    expect((await completeSecondStep(grants.recoveryCode)).json().code).toBe('wrong_code')
    // The current code of the authenticator app may have been used before the restore.
    expect((await completeSecondStep(createTotpGenerator(grants.key).generate())).json().code).toBe(
      'wrong_code',
    )
    const later = Date.now() + 90_000
    await setDatabaseClock(restored, later)
    expect(
      (await completeSecondStep(createTotpGenerator(grants.key).generate({ timestamp: later }))).statusCode,
    ).toBe(200)
  })

  it('after a restore the server treats every browser as unknown, so that the next sign-in sends a mail to the user', async () => {
    const { rows } = await restored.pool.query('select from users where known_since is null')
    expect(rows).toEqual([])
  })
})
