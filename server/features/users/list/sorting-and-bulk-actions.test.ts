// Tests of the member list: sort orders, prepared first pages, bulk actions and saved views.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { type Caller, setUpApp } from '#server/test/harness/app.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import type { Role, UserStatus } from '#shared/constants.ts'
import { userSorts } from '#shared/constants.ts'
import type { UserRow } from '#shared/contracts/users/users.schemas.ts'
import type { Country } from '#shared/countries/countries.ts'

const target = setUpApp()
let admin: Caller

/** Test users; names, membership numbers and institutions sort differently from each other. */
const people: [string, Country, Role, UserStatus, string | null, string | null][] = [
  ['Aminah', 'Japan', 'member', 'active', 'JP-2026-0009', 'Waseda'],
  ['Budi', 'France', 'club_secretary', 'active', 'FR-2026-0001', null],
  ['Chong', 'Japan', 'member', 'inactive', 'JP-2026-0001', 'Kyoto'],
  ['Devi', 'Germany', 'member', 'pending', null, 'Bonn'],
  ['Ezra', 'Japan', 'club_admin_ln', 'active', 'JP-2026-0005', 'Bonn'],
  ['Farah', 'France', 'member', 'active', 'DE-2025-0002', 'Aachen'],
]
const surname = 'Susunan'

beforeAll(async () => {
  admin = await target.asNew({ role: 'system_admin' })
  const { db } = target.database
  for (const [name, currentCountry, role, status, membershipNumber, institution] of people) {
    const fullName = `${name} ${surname}`
    await buildUser(db, { fullName, currentCountry, role, status, membershipNumber, institution })
  }
})

async function listUsers(query: string): Promise<UserRow[]> {
  const response = await admin.call('GET', `/api/users?${query}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  return response.json()
}
const listFirstNames = (rows: UserRow[]) =>
  rows.filter(({ fullName }) => fullName.endsWith(surname)).map(({ fullName }) => fullName.split(' ')[0])

describe('sort orders of the member list', () => {
  const orders: [string, string[]][] = [
    ['fullName', ['Aminah', 'Budi', 'Chong', 'Devi', 'Ezra', 'Farah']],
    ['membershipNumber', ['Devi', 'Farah', 'Budi', 'Chong', 'Ezra', 'Aminah']],
    ['institution', ['Budi', 'Farah', 'Devi', 'Ezra', 'Chong', 'Aminah']],
    ['currentCountry', ['Budi', 'Farah', 'Devi', 'Aminah', 'Chong', 'Ezra']],
    ['role', ['Ezra', 'Budi', 'Aminah', 'Chong', 'Devi', 'Farah']],
    ['status', ['Aminah', 'Budi', 'Ezra', 'Farah', 'Chong', 'Devi']],
  ]
  test.each(orders)(
    'the member list sorts by %s in both directions when listed, searched, filtered or paged',
    async (sort, names) => {
      const paged = `page=1&pageSize=100`
      expect(listFirstNames(await listUsers(`sort=${sort}&${paged}`))).toEqual(names)
      expect(listFirstNames(await listUsers(`sort=-${sort}&${paged}`))).toEqual(names.toReversed())
      expect(listFirstNames(await listUsers(`sort=${sort}&search=${surname}&${paged}`))).toEqual(names)
      const active = names.filter(name => people.find(([known]) => known === name)?.[3] === 'active')
      expect(listFirstNames(await listUsers(`sort=${sort}&status=active&${paged}`))).toEqual(active)
      expect(listFirstNames(await listUsers(`sort=-${sort}&status=active&country=France&${paged}`))).toEqual(
        active.filter(name => ['Budi', 'Farah'].includes(name)).toReversed(),
      )
      const pages = []
      for (const page of [1, 2, 3])
        pages.push(...(await listUsers(`sort=${sort}&search=${surname}&page=${page}&pageSize=2`)))
      expect(listFirstNames(pages)).toEqual(names)
    },
  )

  test('every sort order returns the complete member list, and the member list of a club is sorted by membership number', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Japan' })
    const clubAdmin = await target.asNew({
      role: 'club_admin_ln',
      clubId: club.id,
      membershipNumber: 'JP-2020-0500',
    })
    for (const number of ['JP-2020-0900', 'JP-2020-0100']) {
      await buildUser(db, { clubId: club.id, membershipNumber: number })
    }
    const listMembershipNumbers = async (caller: Caller, query: string) =>
      (await caller.call('GET', `/api/users?${query}`)).json().map((row: UserRow) => row.membershipNumber)
    const inOrder = ['JP-2020-0100', 'JP-2020-0500', 'JP-2020-0900']
    expect(await listMembershipNumbers(clubAdmin, 'sort=membershipNumber&page=1')).toEqual(inOrder)
    expect(await listMembershipNumbers(admin, `sort=-membershipNumber&clubId=${club.id}&page=1`)).toEqual(
      inOrder.toReversed(),
    )
    const everybody = (await listUsers('')).length
    for (const sort of userSorts)
      expect([sort, (await listUsers(`sort=${sort}`)).length]).toEqual([sort, everybody])
  })

  test('the member list rejects an unknown sort order, a cursor for an order without keyset paging and invalid ids', async () => {
    const readStatusCode = async (query: string) =>
      (await admin.call('GET', `/api/users?${query}`)).statusCode
    expect(await readStatusCode('sort=password')).toBe(400)
    expect(await readStatusCode('sort=role&after=WyJhIiwxXQ')).toBe(400)
    expect(await readStatusCode('ids=1;2')).toBe(400)
    expect(await readStatusCode(`ids=${Array.from({ length: 201 }, (_, index) => index + 1).join()}`)).toBe(
      400,
    )
  })
})

describe('readFirstUserPageByPreparedStatement', () => {
  /** A page size of 10 uses the prepared statement; 11 uses the generic query with a separate count. */
  async function readFirstPage(caller: Caller, query: string, pageSize: number) {
    const { headers, json } = await caller.call('GET', `/api/users?page=1&pageSize=${pageSize}${query}`)
    return { total: headers['x-total-count'], rows: json<UserRow[]>().slice(0, 10) }
  }

  test('the prepared statement for the first page of the member list returns the same as the general query for every role, filter and order', async () => {
    const { db } = target.database
    const clubs = await Promise.all([
      buildClub(db, { country: 'Japan' }),
      buildClub(db, { country: 'France' }),
    ])
    for (const { id: clubId, country: currentCountry } of clubs)
      for (const status of ['active', 'active', 'pending', 'inactive'] as const)
        await buildUser(db, { clubId, currentCountry, status })
    const [japan, france] = clubs
    const callers = [admin, await target.asNew({ role: 'hq_admin' })]
    for (const { id: clubId, country: currentCountry } of clubs) {
      callers.push(await target.asNew({ role: 'country_admin', currentCountry }))
      callers.push(await target.asNew({ role: 'club_admin_ln', clubId, currentCountry }))
    }
    const queries = [
      '',
      '&status=active',
      '&status=pending',
      '&sort=-createdAt',
      '&sort=createdAt&status=active',
    ]
    const locationFilters = [
      '',
      '&country=Japan',
      '&country=France',
      `&clubId=${japan?.id}`,
      `&clubId=${france?.id}`,
    ]
    const seen = new Set<string>()
    for (const caller of callers) {
      for (const query of queries.flatMap(baseQuery =>
        locationFilters.map(locationFilter => baseQuery + locationFilter),
      )) {
        const built = await readFirstPage(caller, query, 11)
        expect([query, await readFirstPage(caller, query, 10)]).toEqual([query, built])
        seen.add(JSON.stringify(built))
      }
    }
    // The compared pages of the member list must differ from each other, otherwise the comparison would prove nothing.
    expect(seen.size).toBeGreaterThan(20)
  })
})

describe('bulk actions on users', () => {
  const readUser = async (id: number) =>
    (await target.database.db.select().from(users).where(eq(users.id, id)))[0]

  test('moving and deactivating several users at once returns a separate outcome for each user', async () => {
    const { db } = target.database
    const countryAdmin = await target.asNew({ role: 'country_admin' })
    const club = await buildClub(db, { country: 'Japan' })
    const [inScope, outOfScope, higherRank] = [
      await buildUser(db),
      await buildUser(db, { currentCountry: 'France' }),
      await buildUser(db, { role: 'hq_admin' }),
    ]
    const ids = [inScope.id, outOfScope.id, higherRank.id, inScope.id]
    const listCodes = (response: { json(): { code: string | null }[] }) =>
      response.json().map(({ code }) => code)
    const body = { ids, currentCountry: 'Japan', clubId: club.id }
    expect(listCodes(await countryAdmin.call('PUT', '/api/users/placement', body))).toEqual([
      null,
      'not_found',
      'forbidden',
    ])
    expect((await readUser(inScope.id))?.clubId).toBe(club.id)
    const deactivated = await countryAdmin.call('POST', '/api/users/deactivate', { ids })
    expect(listCodes(deactivated)).toEqual([null, 'not_found', 'forbidden'])
    expect([(await readUser(inScope.id))?.status, (await readUser(outOfScope.id))?.status]).toEqual([
      'inactive',
      'active',
    ])
    // Deactivating an inactive user reports not_active_user.
    expect(
      listCodes(await countryAdmin.call('POST', '/api/users/deactivate', { ids: [inScope.id] })),
    ).toEqual(['not_active_user'])
    const clubAdmin = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    expect((await clubAdmin.call('PUT', '/api/users/placement', body)).statusCode).toBe(403)
  })

  test('an export of selected users contains only those of them who are within the scope of the caller', async () => {
    const { db } = target.database
    const countryAdmin = await target.asNew({ role: 'country_admin' })
    const [chosen, notChosen, outOfScope] = [
      await buildUser(db),
      await buildUser(db),
      await buildUser(db, { currentCountry: 'France' }),
    ]
    const response = await countryAdmin.call(
      'GET',
      `/api/users/export?format=csv&ids=${chosen.id},${outOfScope.id}`,
    )
    expect(response.body).toContain(chosen.email)
    expect(response.body).not.toContain(notChosen.email)
    expect(response.body).not.toContain(outOfScope.email)
  })
})

describe('saved views', () => {
  const readViewNames = async (caller: Caller, kind = 'members') =>
    (await caller.call('GET', `/api/views?list=${kind}`)).json().map(({ name }: { name: string }) => name)
  const buildView = (name: string, isShared = false, search = 'country=Japan') => ({
    list: 'members',
    name,
    search,
    isShared,
  })

  test('a saved member list view is visible to its owner and, when shared, to users of the same role until deleted', async () => {
    const [owner, sameRole, otherRole] = [
      await target.asNew({ role: 'country_admin' }),
      await target.asNew({ role: 'country_admin', currentCountry: 'France' }),
      await target.asNew({ role: 'club_secretary' }),
    ]
    for (const body of [
      buildView('Sendiri'),
      buildView('Bersama', true),
      buildView('Sendiri', false, 'sort=-role'),
    ]) {
      expect((await owner.call('POST', '/api/views', body)).statusCode).toBe(204)
    }
    expect(await readViewNames(owner)).toEqual(['Bersama', 'Sendiri'])
    expect(await readViewNames(owner, 'users')).toEqual([])
    expect(await readViewNames(sameRole)).toEqual(['Bersama'])
    expect(await readViewNames(otherRole)).toEqual([])
    const all = (await owner.call('GET', '/api/views?list=members')).json()
    expect(all[1].search).toBe('sort=-role')
    const [{ id, sharedBy }] = (await sameRole.call('GET', '/api/views?list=members')).json()
    expect(sharedBy).toBe(owner.user.fullName)
    expect((await sameRole.call('DELETE', `/api/views/${id}`)).statusCode).toBe(404)
    // After the owner's role has changed, saved views are shared with users of the new role only.
    await target.database.db.update(users).set({ role: 'club_secretary' }).where(eq(users.id, owner.user.id))
    expect(await readViewNames(sameRole)).toEqual([])
    expect((await owner.call('DELETE', `/api/views/${id}`)).statusCode).toBe(204)
    expect((await owner.call('DELETE', `/api/views/${id}`)).statusCode).toBe(404)
  })

  test('POST /api/views rejects an invalid saved view and more saved views than the limit', async () => {
    const owner = await target.asNew({ role: 'hq_admin' })
    const saveView = async (body: object) => (await owner.call('POST', '/api/views', body)).statusCode
    expect(await saveView(buildView(''))).toBe(400)
    expect(await saveView({ ...buildView('x'), search: 'a\u0000' })).toBe(400)
    expect(await saveView({ ...buildView('x'), list: 'clubs' })).toBe(400)
    const statusCodes = await Promise.all(
      Array.from({ length: 35 }, (_, index) => saveView(buildView(`Paparan ${index}`))),
    )
    expect(statusCodes.filter(code => code === 204).length).toBeGreaterThanOrEqual(30)
    expect(await saveView(buildView('Satu lagi'))).toBe(409)
  })
})
