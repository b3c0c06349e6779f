// Orders, views that are kept, and what is done about several at once.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/core.ts'
import { type Caller, setUpApp } from '#server/test/app.ts'
import { buildClub, buildUser } from '#server/test/factories.ts'
import type { Country, Role, UserStatus } from '#shared/constants.ts'
import { userSorts } from '#shared/constants.ts'
import type { UserRow } from '#shared/contracts/users.ts'

const target = setUpApp()
let admin: Caller

/** Who they are and where they stand in each order: names, numbers and institutions go different ways. */
const people: [string, Country, Role, UserStatus, string | null, string | null][] = [
  ['Aminah', 'Japan', 'member', 'active', 'JP-2026-0009', 'Waseda'],
  ['Budi', 'France', 'club_secretary', 'active', 'FR-2026-0001', null],
  ['Chong', 'Japan', 'member', 'inactive', 'JP-2026-0001', 'Kyoto'],
  ['Devi', 'Germany', 'member', 'pending', null, 'Bonn'],
  ['Ezra', 'Japan', 'club_admin_ln', 'active', 'JP-2026-0005', 'Bonn'],
  ['Farah', 'France', 'member', 'active', 'DE-2025-0002', 'Aachen'],
]
const mark = 'Susunan'

beforeAll(async () => {
  admin = await target.asNew({ role: 'system_admin' })
  const { db } = target.database
  for (const [name, currentCountry, role, status, membershipNumber, institution] of people) {
    const fullName = `${name} ${mark}`
    await buildUser(db, { fullName, currentCountry, role, status, membershipNumber, institution })
  }
})

async function list(query: string): Promise<UserRow[]> {
  const answer = await admin.call('GET', `/api/users?${query}`)
  expect([query, answer.statusCode]).toEqual([query, 200])
  return answer.json()
}
const firstNames = (rows: UserRow[]) =>
  rows.filter(({ fullName }) => fullName.endsWith(mark)).map(({ fullName }) => fullName.split(' ')[0])

describe('every column', () => {
  const orders: [string, string[]][] = [
    ['fullName', ['Aminah', 'Budi', 'Chong', 'Devi', 'Ezra', 'Farah']],
    ['membershipNumber', ['Devi', 'Farah', 'Budi', 'Chong', 'Ezra', 'Aminah']],
    ['institution', ['Budi', 'Farah', 'Devi', 'Ezra', 'Chong', 'Aminah']],
    ['currentCountry', ['Budi', 'Farah', 'Devi', 'Aminah', 'Chong', 'Ezra']],
    ['role', ['Ezra', 'Budi', 'Aminah', 'Chong', 'Devi', 'Farah']],
    ['status', ['Aminah', 'Budi', 'Ezra', 'Farah', 'Chong', 'Devi']],
  ]
  test.each(orders)(
    '%s, from both ends, whether listed, searched, of one status or page by page',
    async (sort, names) => {
      const paged = `page=1&pageSize=100`
      expect(firstNames(await list(`sort=${sort}&${paged}`))).toEqual(names)
      expect(firstNames(await list(`sort=-${sort}&${paged}`))).toEqual(names.toReversed())
      expect(firstNames(await list(`sort=${sort}&search=${mark}&${paged}`))).toEqual(names)
      const active = names.filter(name => people.find(([known]) => known === name)?.[3] === 'active')
      expect(firstNames(await list(`sort=${sort}&status=active&${paged}`))).toEqual(active)
      expect(firstNames(await list(`sort=-${sort}&status=active&country=France&${paged}`))).toEqual(
        active.filter(name => ['Budi', 'Farah'].includes(name)).toReversed(),
      )
      const pages = []
      for (const page of [1, 2, 3])
        pages.push(...(await list(`sort=${sort}&search=${mark}&page=${page}&pageSize=2`)))
      expect(firstNames(pages)).toEqual(names)
    },
  )

  test('the whole of a list is there in any of them, and a club’s own people are in order', async () => {
    const { db } = target.database
    const club = await buildClub(db, { country: 'Japan' })
    const runner = await target.asNew({
      role: 'club_admin_ln',
      clubId: club.id,
      membershipNumber: 'JP-2020-0500',
    })
    for (const number of ['JP-2020-0900', 'JP-2020-0100']) {
      await buildUser(db, { clubId: club.id, membershipNumber: number })
    }
    const numbers = async (caller: Caller, query: string) =>
      (await caller.call('GET', `/api/users?${query}`)).json().map((row: UserRow) => row.membershipNumber)
    const inOrder = ['JP-2020-0100', 'JP-2020-0500', 'JP-2020-0900']
    expect(await numbers(runner, 'sort=membershipNumber&page=1')).toEqual(inOrder)
    expect(await numbers(admin, `sort=-membershipNumber&clubId=${club.id}&page=1`)).toEqual(
      inOrder.toReversed(),
    )
    const everybody = (await list('')).length
    for (const sort of userSorts)
      expect([sort, (await list(`sort=${sort}`)).length]).toEqual([sort, everybody])
  })

  test('an order without a key is not gone along by one; nonsense is refused', async () => {
    const bad = async (query: string) => (await admin.call('GET', `/api/users?${query}`)).statusCode
    expect(await bad('sort=password')).toBe(400)
    expect(await bad('sort=role&after=WyJhIiwxXQ')).toBe(400)
    expect(await bad('ids=1;2')).toBe(400)
    expect(await bad(`ids=${Array.from({ length: 201 }, (_, index) => index + 1).join()}`)).toBe(400)
  })
})

describe('a first page', () => {
  /** The page of ten is prepared, with the count in it; that of eleven is built and counted for itself. */
  async function read(caller: Caller, query: string, pageSize: number) {
    const { headers, json } = await caller.call('GET', `/api/users?page=1&pageSize=${pageSize}${query}`)
    return { total: headers['x-total-count'], rows: json<UserRow[]>().slice(0, 10) }
  }

  test('is the same by a prepared statement, for whoever asks and whatever for', async () => {
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
    const places = ['', '&country=Japan', '&country=France', `&clubId=${japan?.id}`, `&clubId=${france?.id}`]
    const seen = new Set<string>()
    for (const caller of callers) {
      for (const query of queries.flatMap(one => places.map(place => one + place))) {
        const built = await read(caller, query, 11)
        expect([query, await read(caller, query, 10)]).toEqual([query, built])
        seen.add(JSON.stringify(built))
      }
    }
    // Not all alike, or the comparison would say little.
    expect(seen.size).toBeGreaterThan(20)
  })
})

describe('several at once', () => {
  const stored = async (id: number) =>
    (await target.database.db.select().from(users).where(eq(users.id, id)))[0]

  test('are moved and deactivated each by itself, with an outcome each', async () => {
    const { db } = target.database
    const country = await target.asNew({ role: 'country_admin' })
    const club = await buildClub(db, { country: 'Japan' })
    const [near, far, above] = [
      await buildUser(db),
      await buildUser(db, { currentCountry: 'France' }),
      await buildUser(db, { role: 'hq_admin' }),
    ]
    const ids = [near.id, far.id, above.id, near.id]
    const codes = (answer: { json(): { code: string | null }[] }) => answer.json().map(({ code }) => code)
    const body = { ids, currentCountry: 'Japan', clubId: club.id }
    expect(codes(await country.call('PUT', '/api/users/placement', body))).toEqual([
      null,
      'not_found',
      'forbidden',
    ])
    expect((await stored(near.id))?.clubId).toBe(club.id)
    const gone = await country.call('POST', '/api/users/deactivate', { ids })
    expect(codes(gone)).toEqual([null, 'not_found', 'forbidden'])
    expect([(await stored(near.id))?.status, (await stored(far.id))?.status]).toEqual(['inactive', 'active'])
    // Once more: it is so already, and that is said.
    expect(codes(await country.call('POST', '/api/users/deactivate', { ids: [near.id] }))).toEqual([
      'not_active_user',
    ])
    const runner = await target.asNew({ role: 'club_admin_ln', clubId: club.id })
    expect((await runner.call('PUT', '/api/users/placement', body)).statusCode).toBe(403)
  })

  test('are exported, these and no others, and only within reach', async () => {
    const { db } = target.database
    const country = await target.asNew({ role: 'country_admin' })
    const [one, two, far] = [
      await buildUser(db),
      await buildUser(db),
      await buildUser(db, { currentCountry: 'France' }),
    ]
    const answer = await country.call('GET', `/api/users/export?format=csv&ids=${one.id},${far.id}`)
    expect(answer.body).toContain(one.email)
    expect(answer.body).not.toContain(two.email)
    expect(answer.body).not.toContain(far.email)
  })
})

describe('views', () => {
  const names = async (caller: Caller, kind = 'members') =>
    (await caller.call('GET', `/api/views?list=${kind}`)).json().map(({ name }: { name: string }) => name)
  const view = (name: string, isShared = false, search = 'country=Japan') => ({
    list: 'members',
    name,
    search,
    isShared,
  })

  test('are one’s own, or for everybody of the same role, and go when their owner takes them away', async () => {
    const [mine, same, other] = [
      await target.asNew({ role: 'country_admin' }),
      await target.asNew({ role: 'country_admin', currentCountry: 'France' }),
      await target.asNew({ role: 'club_secretary' }),
    ]
    for (const body of [view('Sendiri'), view('Bersama', true), view('Sendiri', false, 'sort=-role')]) {
      expect((await mine.call('POST', '/api/views', body)).statusCode).toBe(204)
    }
    expect(await names(mine)).toEqual(['Bersama', 'Sendiri'])
    expect(await names(mine, 'users')).toEqual([])
    expect(await names(same)).toEqual(['Bersama'])
    expect(await names(other)).toEqual([])
    const all = (await mine.call('GET', '/api/views?list=members')).json()
    expect(all[1].search).toBe('sort=-role')
    const [{ id, sharedBy }] = (await same.call('GET', '/api/views?list=members')).json()
    expect(sharedBy).toBe(mine.user.fullName)
    expect((await same.call('DELETE', `/api/views/${id}`)).statusCode).toBe(404)
    // Whoever has another role now shares with others.
    await target.database.db.update(users).set({ role: 'club_secretary' }).where(eq(users.id, mine.user.id))
    expect(await names(same)).toEqual([])
    expect((await mine.call('DELETE', `/api/views/${id}`)).statusCode).toBe(204)
    expect((await mine.call('DELETE', `/api/views/${id}`)).statusCode).toBe(404)
  })

  test('are refused where they are none, or too many', async () => {
    const mine = await target.asNew({ role: 'hq_admin' })
    const status = async (body: object) => (await mine.call('POST', '/api/views', body)).statusCode
    expect(await status(view(''))).toBe(400)
    expect(await status({ ...view('x'), search: 'a\u0000' })).toBe(400)
    expect(await status({ ...view('x'), list: 'clubs' })).toBe(400)
    const at = await Promise.all(Array.from({ length: 35 }, (_, index) => status(view(`Paparan ${index}`))))
    expect(at.filter(code => code === 204).length).toBeGreaterThanOrEqual(30)
    expect(await status(view('Satu lagi'))).toBe(409)
  })
})
