import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { recordEvent } from '#server/events/events.service.ts'
import { setUpApp } from '#server/test/app.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import type { AuditEvent } from '#shared/contracts/audit.ts'

const target = setUpApp()

async function read(role: 'system_admin' | 'country_admin', country: 'Japan' | 'Germany', query = '') {
  const caller = await target.asNew({ role, currentCountry: country })
  const response = await caller.call('GET', `/api/audit${query}`)
  return { events: response.json() as AuditEvent[], total: Number(response.headers['x-total-count']) }
}

describe('the audit trail', () => {
  test('says who did what to whom, within reach, newest first', async () => {
    const { db } = target.database
    const actor = await buildUser(db, { fullName: 'Pentadbir Satu', role: 'hq_admin' })
    const here = await buildUser(db, { fullName: 'Orang Jepun', currentCountry: 'Japan' })
    const there = await buildUser(db, { fullName: 'Orang Jerman', currentCountry: 'Germany' })
    for (const user of [here, there]) {
      const place = { type: 'user' as const, id: user.id, country: user.currentCountry }
      await recordEvent(
        { db },
        { kind: 'admin.created', actorId: actor.id, target: place, details: { step: 1 } },
      )
    }
    const names = (events: AuditEvent[]) => events.map(event => event.target?.name)
    expect(names((await read('country_admin', 'Japan')).events)).toEqual(['Orang Jepun'])
    expect(names((await read('country_admin', 'Germany')).events)).toEqual(['Orang Jerman'])
    const all = await read('system_admin', 'Japan')
    expect(names(all.events)).toEqual(['Orang Jerman', 'Orang Jepun'])
    expect(all.total).toBe(2)
    expect(all.events[1]).toMatchObject({
      kind: 'admin.created',
      actor: { id: actor.id, fullName: 'Pentadbir Satu' },
      target: { type: 'user', id: String(here.id), name: 'Orang Jepun' },
      details: { step: 1 },
    })
    expect(names((await read('system_admin', 'Japan', `?person=${there.id}`)).events)).toEqual([
      'Orang Jerman',
    ])
    expect((await read('system_admin', 'Japan', `?person=${actor.id}`)).total).toBe(2)
    expect((await read('system_admin', 'Japan', '?kind=auth.login')).total).toBe(0)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect((await read('system_admin', 'Japan', `?from=${tomorrow}`)).total).toBe(0)
    expect((await read('system_admin', 'Japan', `?to=${tomorrow}`)).total).toBe(2)
  })

  test('names whom the details mean to those within whose reach they are', async () => {
    const { db } = target.database
    const club = await buildClub(db, { name: 'Kelab Osaka', country: 'Japan' })
    const near = await buildUser(db, { fullName: 'Dekat Sekali', currentCountry: 'Japan' })
    const far = await buildUser(db, { fullName: 'Jauh Sekali', currentCountry: 'Germany' })
    await recordEvent(
      { db },
      {
        kind: 'club.admin_changed',
        target: { type: 'club', id: club.id, country: 'Japan' },
        details: { from: far.id, to: near.id },
      },
    )
    const namesFor = async (role: 'system_admin' | 'country_admin') =>
      (await read(role, 'Japan', '?kind=club.admin_changed')).events[0]?.names
    expect(await namesFor('system_admin')).toEqual({
      [`user:${far.id}`]: 'Jauh Sekali',
      [`user:${near.id}`]: 'Dekat Sekali',
    })
    expect(await namesFor('country_admin')).toEqual({ [`user:${near.id}`]: 'Dekat Sekali' })
    // What is kept are numbers, and what is kept stays.
    const { rows } = await db.execute(sql`select details from audit_events where kind = 'club.admin_changed'`)
    expect(rows).toEqual([{ details: { from: far.id, to: near.id } }])
  })

  test('is found by the name of who, whom and what, within reach', async () => {
    const { db } = target.database
    const actor = await buildUser(db, {
      fullName: 'Zulaikha Pencari',
      role: 'hq_admin',
      currentCountry: 'Japan',
    })
    const club = await buildClub(db, { name: 'Kelab Zaitun', country: 'Germany' })
    await recordEvent(
      { db },
      { kind: 'club.created', actorId: actor.id, target: { type: 'club', id: club.id, country: 'Germany' } },
    )
    const found = async (search: string, country: 'Japan' | 'Germany' = 'Germany') =>
      (await read('country_admin', country, `?search=${encodeURIComponent(search)}`)).total
    expect((await read('system_admin', 'Japan', '?search=zulaikha')).total).toBe(1)
    expect(await found('Zaitun')).toBe(1)
    expect(await found('kelab dicipta')).toBe(1)
    expect(await found('Zaitun', 'Japan')).toBe(0)
    expect(await found('%')).toBe(0)
    // A person of another country is not looked up for them, whatever they did here.
    expect(await found('zulaikha')).toBe(0)
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
  ])('%s is refused', async query => {
    const caller = await target.asNew({ role: 'hq_admin' })
    expect((await caller.call('GET', `/api/audit${query}`)).statusCode).toBe(400)
  })
})
