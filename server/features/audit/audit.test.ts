import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import type { AuditEvent } from '#shared/contracts/audit/audit.schemas.ts'

const target = setUpApp()

async function readAuditLogAs(
  role: 'system_admin' | 'country_admin',
  country: 'Japan' | 'Germany',
  query = '',
) {
  const caller = await target.asNew({ role, currentCountry: country })
  const response = await caller.call('GET', `/api/audit${query}`)
  return { events: response.json() as AuditEvent[], total: Number(response.headers['x-total-count']) }
}

describe('GET /api/audit', () => {
  test('the audit log lists actor, event and target within the scope of the reader, newest first', async () => {
    const { db } = target.database
    const actor = await buildUser(db, { fullName: 'Pentadbir Satu', role: 'hq_admin' })
    const japanese = await buildUser(db, { fullName: 'Orang Jepun', currentCountry: 'Japan' })
    const german = await buildUser(db, { fullName: 'Orang Jerman', currentCountry: 'Germany' })
    for (const user of [japanese, german]) {
      const place = { type: 'user' as const, id: user.id, country: user.currentCountry }
      await recordAuditEvent(
        { db },
        { kind: 'admin.created', actorId: actor.id, target: place, details: { step: 1 } },
      )
    }
    const listNamesOfEvents = (events: AuditEvent[]) => events.map(event => event.target?.name)
    expect(listNamesOfEvents((await readAuditLogAs('country_admin', 'Japan')).events)).toEqual([
      'Orang Jepun',
    ])
    expect(listNamesOfEvents((await readAuditLogAs('country_admin', 'Germany')).events)).toEqual([
      'Orang Jerman',
    ])
    const all = await readAuditLogAs('system_admin', 'Japan')
    expect(listNamesOfEvents(all.events)).toEqual(['Orang Jerman', 'Orang Jepun'])
    expect(all.total).toBe(2)
    expect(all.events[1]).toMatchObject({
      kind: 'admin.created',
      actor: { id: actor.id, fullName: 'Pentadbir Satu' },
      target: { type: 'user', id: String(japanese.id), name: 'Orang Jepun' },
      details: { step: 1 },
    })
    expect(
      listNamesOfEvents((await readAuditLogAs('system_admin', 'Japan', `?person=${german.id}`)).events),
    ).toEqual(['Orang Jerman'])
    expect((await readAuditLogAs('system_admin', 'Japan', `?person=${actor.id}`)).total).toBe(2)
    expect((await readAuditLogAs('system_admin', 'Japan', '?kind=auth.login')).total).toBe(0)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect((await readAuditLogAs('system_admin', 'Japan', `?from=${tomorrow}`)).total).toBe(0)
    expect((await readAuditLogAs('system_admin', 'Japan', `?to=${tomorrow}`)).total).toBe(2)
  })

  test('the audit log can hide successful sign-ins on request, but never failed sign-ins', async () => {
    const { db } = target.database
    const { id } = await buildUser(db)
    for (const kind of [
      'auth.login',
      'auth.logout',
      'auth.proved',
      'auth.login_failed',
      'user.approved',
    ] as const)
      await recordAuditEvent({ db }, { kind, target: { type: 'user', id, country: null } })
    const listKindsMatching = async (query: string) =>
      (await readAuditLogAs('system_admin', 'Japan', `?person=${id}${query}`)).events.map(({ kind }) => kind)
    expect(await listKindsMatching('')).toHaveLength(5)
    expect(await listKindsMatching('&signIns=shown')).toHaveLength(5)
    expect(await listKindsMatching('&signIns=hidden')).toEqual(['user.approved', 'auth.login_failed'])
  })

  test('audit details show names only of users within the scope of the reader', async () => {
    const { db } = target.database
    const club = await buildClub(db, { name: 'Kelab Osaka', country: 'Japan' })
    const inScope = await buildUser(db, { fullName: 'Dekat Sekali', currentCountry: 'Japan' })
    const outOfScope = await buildUser(db, { fullName: 'Jauh Sekali', currentCountry: 'Germany' })
    await recordAuditEvent(
      { db },
      {
        kind: 'club.admin_changed',
        target: { type: 'club', id: club.id, country: 'Japan' },
        details: { from: outOfScope.id, to: inScope.id },
      },
    )
    const listNamesSeenByRole = async (role: 'system_admin' | 'country_admin') =>
      (await readAuditLogAs(role, 'Japan', '?kind=club.admin_changed')).events[0]?.names
    expect(await listNamesSeenByRole('system_admin')).toEqual({
      [`user:${outOfScope.id}`]: 'Jauh Sekali',
      [`user:${inScope.id}`]: 'Dekat Sekali',
    })
    expect(await listNamesSeenByRole('country_admin')).toEqual({ [`user:${inScope.id}`]: 'Dekat Sekali' })
    // The stored audit details contain ids only and do not change.
    const { rows } = await db.execute(sql`select details from audit_events where kind = 'club.admin_changed'`)
    expect(rows).toEqual([{ details: { from: outOfScope.id, to: inScope.id } }])
  })

  test('the audit log can be searched by names of actor, target and event within the scope of the reader', async () => {
    const { db } = target.database
    const actor = await buildUser(db, {
      fullName: 'Zulaikha Pencari',
      role: 'hq_admin',
      currentCountry: 'Japan',
    })
    const club = await buildClub(db, { name: 'Kelab Zaitun', country: 'Germany' })
    await recordAuditEvent(
      { db },
      { kind: 'club.created', actorId: actor.id, target: { type: 'club', id: club.id, country: 'Germany' } },
    )
    const countMatches = async (search: string, country: 'Japan' | 'Germany' = 'Germany') =>
      (await readAuditLogAs('country_admin', country, `?search=${encodeURIComponent(search)}`)).total
    expect((await readAuditLogAs('system_admin', 'Japan', '?search=zulaikha')).total).toBe(1)
    expect(await countMatches('Zaitun')).toBe(1)
    expect(await countMatches('kelab dicipta')).toBe(1)
    expect(await countMatches('Zaitun', 'Japan')).toBe(0)
    expect(await countMatches('%')).toBe(0)
    // A search by name finds no user of another country, even for events in the administrator's country.
    expect(await countMatches('zulaikha')).toBe(0)
  })

  test.each([
    '?page=0',
    '?page=-1',
    '?page=1e3',
    '?pageSize=201',
    '?kind=apa',
    '?from=semalam',
    '?person=x',
    '?search=%00',
    '?lain=1',
  ])('a request for the audit log returns 400 for the query %s', async query => {
    const caller = await target.asNew({ role: 'hq_admin' })
    expect((await caller.call('GET', `/api/audit${query}`)).statusCode).toBe(400)
  })
})
