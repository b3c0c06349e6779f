import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { clubHistory } from '#server/db/schema/history.ts'
import { findIncorrectMaterializedCounters } from '#server/summaries/summaries.service.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import { roles } from '#shared/constants.ts'

const target = setUpApp()
const buildClubBody = (overrides = {}) => ({ name: 'Kelab Perantau Lyon', country: 'France', ...overrides })

describe('creating and changing clubs', () => {
  test('a new club gets a chat group, a history entry and an audit event, and is visible to everybody', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const response = await hq.call('POST', '/api/clubs', {
      ...buildClubBody(),
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
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(id)))
    expect(events).toMatchObject([{ kind: 'club.created', targetType: 'club', country: 'France' }])
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

  test('only headquarters can create and change clubs', async () => {
    const club = await buildClub(target.database.db)
    for (const role of roles) {
      const caller = await target.asNew({ role })
      const isAllowed = role === 'system_admin' || role === 'hq_admin'
      const created = await caller.call('POST', '/api/clubs', buildClubBody({ name: `Kelab oleh ${role}` }))
      expect(created.statusCode).toBe(isAllowed ? 201 : 403)
      const changed = await caller.call('PUT', `/api/clubs/${club.id}`, buildClubBody({ country: 'Japan' }))
      expect(changed.statusCode).toBe(isAllowed ? 204 : 403)
      expect((await caller.call('GET', '/api/clubs?page=1')).statusCode).toBe(200)
    }
  })

  test('a club requires a name and a known country, and unknown fields are rejected', async () => {
    const hq = await target.asNew({ role: 'hq_admin' })
    for (const [input, field, message] of [
      [buildClubBody({ name: '  ' }), 'name', 'Nama kelab diperlukan'],
      [buildClubBody({ country: '' }), 'country', 'Sila pilih negara'],
      [buildClubBody({ country: 'Atlantis' }), 'country', 'Sila pilih negara'],
      [buildClubBody({ id: 3 }), 'id', 'Medan ini tidak dibenarkan'],
      [buildClubBody({ name: 'Kelab \u202E' }), 'name', 'Teks ini mengandungi aksara yang tidak dibenarkan'],
    ] as const) {
      const response = await hq.call('POST', '/api/clubs', input)
      expect([response.statusCode, response.json().fields]).toEqual([400, { [field]: message }])
    }
    expect((await hq.call('PUT', '/api/clubs/999999', buildClubBody())).statusCode).toBe(404)
  })

  test('a deactivated club accepts no new members, is recorded in its history and can be reactivated', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const { id } = (await hq.call('POST', '/api/clubs', buildClubBody({ name: 'Kelab Nice' }))).json()
    const saveClubStatus = (isActive: boolean) =>
      hq.call('PUT', `/api/clubs/${id}`, buildClubBody({ name: 'Kelab Nice', isActive }))
    await saveClubStatus(false)
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
    await saveClubStatus(true)
    await saveClubStatus(true)
    const history = await db
      .select()
      .from(clubHistory)
      .where(eq(clubHistory.clubId, id))
      .orderBy(clubHistory.id)
    expect(history.map(({ isActive }) => isActive)).toEqual([true, false, true])
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.targetId, String(id)))
      .orderBy(auditEvents.id)
    expect(events.map(({ kind }) => kind)).toEqual([
      'club.created',
      'club.deactivated',
      'club.reactivated',
      'club.updated',
    ])
  })

  test('a club with the same name, city and country is refused regardless of case and Unicode form, also when renaming', async () => {
    const hq = await target.asNew({ role: 'hq_admin' })
    const createClub = (overrides: object) =>
      hq.call(
        'POST',
        '/api/clubs',
        buildClubBody({ name: 'Kelab Élan', country: 'South Korea', ...overrides }),
      )
    const { id } = (await createClub({})).json()
    expect((await createClub({ city: 'Búsan' })).statusCode).toBe(201)
    expect((await createClub({ country: 'Germany' })).statusCode).toBe(201)
    const other = (await createClub({ name: 'Kelab Lain' })).json()
    const elsewhere = (await createClub({ country: 'China' })).json()
    const saveClub = (club: { id: number }, overrides: object) =>
      hq.call(
        'PUT',
        `/api/clubs/${club.id}`,
        buildClubBody({ name: 'Kelab Élan', country: 'South Korea', ...overrides }),
      )
    for (const refused of [
      await createClub({}),
      await createClub({ name: ' KELAB  élan ', city: '' }),
      await createClub({ name: 'kelab e\u0301lan' }),
      await createClub({ city: 'BÚSAN' }),
      await createClub({ isActive: false }),
      await saveClub(other, {}),
      await saveClub(other, { city: 'búsan' }),
      await saveClub(elsewhere, {}),
    ]) {
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'club_exists'])
    }
    expect((await saveClub({ id }, { description: 'Baharu' })).statusCode).toBe(204)
    expect((await saveClub({ id }, { name: 'KELAB ÉLAN' })).statusCode).toBe(204)
  })

  test('of concurrent requests to create or rename a club to the same name one succeeds', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const duplicate = { name: 'Kelab Serentak', country: 'Japan', city: 'Kobe' }
    const created = await Promise.all(
      Array.from({ length: 8 }, () => hq.call('POST', '/api/clubs', duplicate)),
    )
    expect(created.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)])
    const groups = await db.select().from(messageGroups).where(eq(messageGroups.name, duplicate.name))
    expect(groups).toHaveLength(1)
    const otherClubs = [await buildClub(db), await buildClub(db), await buildClub(db)]
    const renamed = await Promise.all(
      otherClubs.map(club =>
        hq.call('PUT', `/api/clubs/${club.id}`, { ...duplicate, name: 'Kelab Serempak' }),
      ),
    )
    expect(renamed.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
  })

  test('a club with members cannot move to another country', async () => {
    const { db } = target.database
    const hq = await target.asNew({ role: 'hq_admin' })
    const club = await buildClub(db, { country: 'Japan' })
    await buildUser(db, { clubId: club.id, currentCountry: 'Japan' })
    const response = await hq.call('PUT', `/api/clubs/${club.id}`, buildClubBody({ country: 'China' }))
    expect([response.statusCode, response.json().code]).toEqual([409, 'club_has_members'])
    const [row] = await db.select().from(clubs).where(eq(clubs.id, club.id))
    expect(row?.country).toBe('Japan')
  })
})

describe('GET /api/clubs', () => {
  test('the club list filters by country, status and text, and its totals match the club summary', async () => {
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
    const listNames = async (query: string) =>
      (await me.call('GET', `/api/clubs?${query}`)).json().map(({ name }: { name: string }) => name)
    expect(await listNames('country=Canada')).toEqual(['Kelab 100%', 'Kelab Ottawa'])
    expect(await listNames('country=Canada&status=active')).toEqual(['Kelab Ottawa'])
    expect(await listNames('search=carleton')).toEqual(['Kelab Ottawa'])
    expect(await listNames('search=100%25')).toEqual(['Kelab 100%'])
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
    expect(await findIncorrectMaterializedCounters(db)).toEqual([])
    expect((await me.call('GET', '/api/clubs?status=maybe')).statusCode).toBe(400)
  })
})
