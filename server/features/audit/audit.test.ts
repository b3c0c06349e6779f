import { describe, expect, test } from 'vitest'
import { recordEvent } from '#server/events/events.service.ts'
import { setUpApp } from '#server/test/app.ts'
import { buildUser } from '#server/test/factories.ts'
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

  test.each([
    '?page=0',
    '?page=-1',
    '?page=1e3',
    '?pageSize=201',
    '?kind=apa',
    '?from=semalam',
    '?person=x',
    '?lain=1',
  ])('%s is refused', async query => {
    const caller = await target.asNew({ role: 'hq_admin' })
    expect((await caller.call('GET', `/api/audit${query}`)).statusCode).toBe(400)
  })
})
