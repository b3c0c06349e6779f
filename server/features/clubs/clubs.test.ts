import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { clubHistory } from '#server/db/schema/history.ts'
import { compareSummaries } from '#server/summaries/summaries.service.ts'
import { setUpApp } from '#server/test/app.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import { roles } from '#shared/constants.ts'

const target = setUpApp()
const body = (overrides = {}) => ({ name: 'Kelab Perantau Lyon', country: 'France', ...overrides })

describe('a club', () => {
  test('is made with its group, its history and a record; everybody may see it', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const response = await hq.call('POST', '/api/clubs', {
      ...body(),
      city: ' Lyon ',
      university: '',
      description: 'Baris satu\r\nBaris dua',
      isActive: true,
    })
    expect(response.statusCode).toBe(201)
    const { id } = response.json()
    const [group] = await db.select().from(messageGroups).where(eq(messageGroups.clubId, id))
    expect(group).toMatchObject({ type: 'club', name: 'Kelab Perantau Lyon', isActive: true })
    const history = await db.select().from(clubHistory).where(eq(clubHistory.clubId, id))
    expect(history).toMatchObject([{ isActive: true, changedBy: hq.user.id }])
    const trail = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(id)))
    expect(trail).toMatchObject([{ kind: 'club.created', targetType: 'club', country: 'France' }])
    const member = await target.asNew()
    const [row] = (await member.call('GET', '/api/clubs?search=lyon')).json()
    expect(row).toMatchObject({
      id,
      city: 'Lyon',
      university: null,
      description: 'Baris satu\nBaris dua',
      memberCount: 0,
      isActive: true,
    })
  })

  test('is made and changed by headquarters alone', async () => {
    const club = await buildClub(target.database.db)
    for (const role of roles) {
      const caller = await target.asNew({ role })
      const isAllowed = role === 'system_admin' || role === 'hq_admin'
      const made = await caller.call('POST', '/api/clubs', body({ name: `Kelab oleh ${role}` }))
      expect(made.statusCode).toBe(isAllowed ? 201 : 403)
      const changed = await caller.call('PUT', `/api/clubs/${club.id}`, body({ country: 'Japan' }))
      expect(changed.statusCode).toBe(isAllowed ? 204 : 403)
      expect((await caller.call('GET', '/api/clubs?page=1')).statusCode).toBe(200)
    }
  })

  test('needs a name and a country, and takes nothing else', async () => {
    const hq = await target.asNew({ role: 'hq_admin' })
    for (const [input, field, message] of [
      [body({ name: '  ' }), 'name', 'Nama kelab diperlukan'],
      [body({ country: '' }), 'country', 'Sila pilih negara'],
      [body({ country: 'Atlantis' }), 'country', 'Sila pilih negara'],
      [body({ id: 3 }), 'id', 'Medan ini tidak dibenarkan'],
      [body({ name: 'Kelab \u202E' }), 'name', 'Teks ini mengandungi aksara yang tidak dibenarkan'],
    ] as const) {
      const response = await hq.call('POST', '/api/clubs', input)
      expect([response.statusCode, response.json().fields]).toEqual([400, { [field]: message }])
    }
    expect((await hq.call('PUT', '/api/clubs/999999', body())).statusCode).toBe(404)
  })

  test('that is deactivated takes no new members, says so, and can come back', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const { id } = (await hq.call('POST', '/api/clubs', body({ name: 'Kelab Nice' }))).json()
    const put = (isActive: boolean) =>
      hq.call('PUT', `/api/clubs/${id}`, body({ name: 'Kelab Nice', isActive }))
    await put(false)
    const options = (await target.app.inject('/api/clubs/options?country=France')).json()
    expect(options.map((club: { id: number }) => club.id)).not.toContain(id)
    const person = await buildUser(db, { currentCountry: 'France' })
    const placed = await hq.call('PUT', `/api/users/${person.id}/placement`, {
      currentCountry: 'France',
      clubId: id,
    })
    expect([placed.statusCode, Object.keys(placed.json().fields)]).toEqual([400, ['clubId']])
    const [group] = await db.select().from(messageGroups).where(eq(messageGroups.clubId, id))
    expect(group?.isActive).toBe(false)
    await put(true)
    await put(true)
    const history = await db
      .select()
      .from(clubHistory)
      .where(eq(clubHistory.clubId, id))
      .orderBy(clubHistory.id)
    expect(history.map(({ isActive }) => isActive)).toEqual([true, false, true])
    const trail = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(id)))
      .orderBy(auditEvents.id)
    expect(trail.map(({ kind }) => kind)).toEqual([
      'club.created',
      'club.deactivated',
      'club.reactivated',
      'club.updated',
    ])
  })

  test('is there once: not made again however it is written, nor by a new name, city or country', async () => {
    const hq = await target.asNew({ role: 'hq_admin' })
    const make = (overrides: object) =>
      hq.call('POST', '/api/clubs', body({ name: 'Kelab Élan', country: 'South Korea', ...overrides }))
    const { id } = (await make({})).json()
    expect((await make({ city: 'Búsan' })).statusCode).toBe(201)
    expect((await make({ country: 'Germany' })).statusCode).toBe(201)
    const other = (await make({ name: 'Kelab Lain' })).json()
    const elsewhere = (await make({ country: 'China' })).json()
    const save = (which: { id: number }, overrides: object) =>
      hq.call(
        'PUT',
        `/api/clubs/${which.id}`,
        body({ name: 'Kelab Élan', country: 'South Korea', ...overrides }),
      )
    for (const refused of [
      await make({}),
      await make({ name: ' KELAB  élan ', city: '' }),
      await make({ name: 'kelab e\u0301lan' }),
      await make({ city: 'BÚSAN' }),
      await make({ isActive: false }),
      await save(other, {}),
      await save(other, { city: 'búsan' }),
      await save(elsewhere, {}),
    ]) {
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'club_exists'])
    }
    expect((await save({ id }, { description: 'Baharu' })).statusCode).toBe(204)
    expect((await save({ id }, { name: 'KELAB ÉLAN' })).statusCode).toBe(204)
  })

  test('made or renamed many times at once is there once', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const clash = { name: 'Kelab Serentak', country: 'Japan', city: 'Kobe' }
    const made = await Promise.all(Array.from({ length: 8 }, () => hq.call('POST', '/api/clubs', clash)))
    expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)])
    const groups = await db.select().from(messageGroups).where(eq(messageGroups.name, clash.name))
    expect(groups).toHaveLength(1)
    const clubsToBe = [await buildClub(db), await buildClub(db), await buildClub(db)]
    const renamed = await Promise.all(
      clubsToBe.map(club => hq.call('PUT', `/api/clubs/${club.id}`, { ...clash, name: 'Kelab Serempak' })),
    )
    expect(renamed.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
  })

  test('with members does not move to another country', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const club = await buildClub(db, { country: 'Japan' })
    await buildUser(db, { clubId: club.id, currentCountry: 'Japan' })
    const response = await hq.call('PUT', `/api/clubs/${club.id}`, body({ country: 'China' }))
    expect([response.statusCode, response.json().code]).toEqual([409, 'club_has_members'])
    const [row] = await db.select().from(clubs).where(eq(clubs.id, club.id))
    expect(row?.country).toBe('Japan')
  })
})

describe('the list', () => {
  test('by country, status and words; figures hold against it', async () => {
    const { db } = target.database
    const me = await target.asNew()
    const full = await buildClub(db, {
      country: 'Canada',
      name: 'Kelab Ottawa',
      university: 'Carleton',
      city: 'Ottawa',
    })
    await buildClub(db, { country: 'Canada', name: 'Kelab 100%', isActive: false })
    for (const status of ['active', 'active', 'pending'] as const) {
      await buildUser(db, { clubId: full.id, currentCountry: 'Canada', status })
    }
    const names = async (query: string) =>
      (await me.call('GET', `/api/clubs?${query}`)).json().map(({ name }: { name: string }) => name)
    expect(await names('country=Canada')).toEqual(['Kelab 100%', 'Kelab Ottawa'])
    expect(await names('country=Canada&status=active')).toEqual(['Kelab Ottawa'])
    expect(await names('search=carleton')).toEqual(['Kelab Ottawa'])
    expect(await names('search=100%25')).toEqual(['Kelab 100%'])
    const [row] = (await me.call('GET', '/api/clubs?search=ottawa')).json()
    expect(row.memberCount).toBe(2)
    const all = (await me.call('GET', '/api/clubs')).json() as { country: string; isActive: boolean }[]
    const page = await me.call('GET', '/api/clubs?page=2&pageSize=3')
    expect(page.headers['x-total-count']).toBe(String(all.length))
    expect(page.json()).toEqual(all.slice(3, 6))
    const summary = (await me.call('GET', '/api/clubs/summary')).json()
    expect(summary).toMatchObject({
      total: all.length,
      active: all.filter(({ isActive }) => isActive).length,
    })
    const ofCanada = summary.byCountry.find(({ country }: { country: string }) => country === 'Canada')
    expect(ofCanada.count).toBe(2)
    expect(await compareSummaries(db)).toEqual([])
    expect((await me.call('GET', '/api/clubs?status=maybe')).statusCode).toBe(400)
  })
})
