// Guarantee 11 for people: every role and reach against every call of this feature, as one table.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { type Caller, setUpApp, testSecret } from '#server/test/app.ts'
import { buildClub, buildUser, type TestUser } from '#server/test/factories.ts'
import { type Role, roles, type UserStatus } from '#shared/constants.ts'
import { sealIcNumber } from './person.service.ts'

const target = setUpApp()
let club: { id: number }
let neighbour: { id: number }

/** Everybody who calls is of Japan and of one club there. */
const callers = {} as Record<Role, Caller & { user: TestUser }>

beforeAll(async () => {
  const { db } = target.database
  club = await buildClub(db, { country: 'Japan' })
  neighbour = await buildClub(db, { country: 'Japan' })
  for (const role of roles)
    callers[role] = await target.asNew({ role, currentCountry: 'Japan', clubId: club.id })
  // So that no case fails for want of a last administrator.
  await buildUser(db, { role: 'system_admin' })
})

type Place = 'own club' | 'own country' | 'elsewhere'

let serial = 1000
async function somebody(db: Db, place: Place, status: UserStatus, role: Role = 'member') {
  const currentCountry = place === 'elsewhere' ? ('France' as const) : ('Japan' as const)
  const clubId = place === 'own club' ? club.id : place === 'own country' ? neighbour.id : null
  const user = await buildUser(db, { currentCountry, clubId, status, role })
  serial++
  const { icEncrypted, icHash, birthYear } = sealIcNumber(testSecret, user.id, `990101-14-${serial}`)
  await target.database.pool.query(
    'update users set ic_encrypted = $1, ic_hash = $2, birth_year = $3 where id = $4',
    [icEncrypted, icHash, birthYear, user.id],
  )
  return user
}

interface Call {
  name: string
  method: 'GET' | 'POST' | 'PUT'
  path: (id: number) => string
  body?: () => object
  /** In which state the person has to be for the call to succeed. */
  status: UserStatus
}

const calls: Call[] = [
  { name: 'detail', method: 'GET', path: id => `/api/users/${id}`, status: 'active' },
  { name: 'approve', method: 'POST', path: id => `/api/users/${id}/approve`, status: 'pending' },
  { name: 'reject', method: 'POST', path: id => `/api/users/${id}/reject`, status: 'pending' },
  { name: 'deactivate', method: 'POST', path: id => `/api/users/${id}/deactivate`, status: 'active' },
  { name: 'reactivate', method: 'POST', path: id => `/api/users/${id}/reactivate`, status: 'inactive' },
  { name: 'unmask', method: 'POST', path: id => `/api/users/${id}/unmask`, status: 'active' },
  {
    name: 'role',
    method: 'PUT',
    path: id => `/api/users/${id}/role`,
    body: () => ({ role: 'club_secretary' }),
    status: 'active',
  },
  {
    name: 'placement',
    method: 'PUT',
    path: id => `/api/users/${id}/placement`,
    body: () => ({ currentCountry: 'Japan', clubId: neighbour.id }),
    status: 'active',
  },
]

/** What each role gets: where the person is in the same club, in another of the country, and elsewhere. */
const expected: Record<Role, { detail: number[]; decide: number[] }> = {
  system_admin: { detail: [200, 200, 200], decide: [200, 200, 200] },
  hq_admin: { detail: [200, 200, 200], decide: [200, 200, 200] },
  country_admin: { detail: [200, 200, 404], decide: [200, 200, 404] },
  club_admin_ln: { detail: [200, 404, 404], decide: [403, 403, 403] },
  club_secretary: { detail: [200, 404, 404], decide: [403, 403, 403] },
  member: { detail: [403, 403, 403], decide: [403, 403, 403] },
}
const places: Place[] = ['own club', 'own country', 'elsewhere']

describe.each(roles)('%s', role => {
  test.each(calls)('$name', async ({ name, method, path, body, status }) => {
    const wanted = expected[role][name === 'detail' ? 'detail' : 'decide']
    const got: number[] = []
    for (const place of places) {
      const user = await somebody(target.database.db, place, status)
      got.push((await callers[role].call(method, path(user.id), body?.())).statusCode)
    }
    expect(got).toEqual(wanted)
    const nobody = await callers[role].call(method, path(2_000_000_000), body?.())
    expect(nobody.statusCode).toBe(wanted[0] === 403 ? 403 : 404)
  })

  test('many at once: an outcome each, by the same rules', async () => {
    const { db } = target.database
    const people = await Promise.all(places.map(place => somebody(db, place, 'pending')))
    const ids = [...people.map(({ id }) => id), 2_000_000_000, people[0]?.id]
    for (const path of ['approve', 'reject']) {
      const response = await callers[role].call('POST', `/api/users/${path}`, { ids })
      const wanted = expected[role].decide
      if (wanted[0] === 403) {
        expect(response.statusCode).toBe(403)
        continue
      }
      const codes = response.json().map((one: { code: string | null }) => one.code)
      // What was approved in the first round is no longer waiting in the second.
      const done = path === 'approve' ? null : 'not_pending'
      expect(codes).toEqual([...wanted.map(code => (code === 200 ? done : 'not_found')), 'not_found'])
    }
  })

  test('lists and exports hold whom the role reaches, and nobody else', async () => {
    const { db } = target.database
    const people = await Promise.all(places.map(place => somebody(db, place, 'active')))
    const waiting = await somebody(db, 'own club', 'pending')
    const caller = callers[role]
    const list = await caller.call('GET', '/api/users')
    if (role === 'member') {
      for (const path of ['', '/export?format=csv', '/summary', '/pending', '/pending/count']) {
        expect((await caller.call('GET', `/api/users${path}`)).statusCode).toBe(403)
      }
      return
    }
    const listed = new Set(list.json().map(({ id }: { id: number }) => id))
    const sees = expected[role].detail.map(code => code === 200)
    expect(people.map(({ id }) => listed.has(id))).toEqual(sees)
    const isApprover = expected[role].decide[0] === 200
    expect(listed.has(waiting.id)).toBe(isApprover)
    expect(Number(list.headers['x-total-count'])).toBe(listed.size)
    const csv = (await caller.call('GET', '/api/users/export?format=csv')).body
    expect(people.map(({ email }) => csv.includes(email))).toEqual(sees)
    const pending = await caller.call('GET', '/api/users/pending?page=1')
    expect(pending.statusCode).toBe(isApprover ? 200 : 403)
    if (isApprover) expect(pending.json().map(({ id }: { id: number }) => id)).toContain(waiting.id)
    const [row] = list.json()
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['password']))
    for (const secret of ['password', 'googleId', 'phone', 'icEncrypted', 'icHash'])
      expect(row).not.toHaveProperty(secret)
    const numbers = list.json().flatMap(({ icNumber }: { icNumber: string | null }) => icNumber ?? [])
    if (isApprover) expect(numbers.join()).toMatch(/^(\d{6}-••-••\d\d(,|$))+$/)
    else expect(numbers).toEqual([])
  })
})

describe('never on someone of higher rank, never on oneself', () => {
  const decisions = calls.filter(({ name }) => name !== 'detail')

  test.each(decisions)('$name', async ({ method, path, body, status }) => {
    const { db } = target.database
    const higher: [Role, Role][] = [
      ['hq_admin', 'system_admin'],
      ['country_admin', 'hq_admin'],
      ['country_admin', 'system_admin'],
    ]
    for (const [actor, above] of higher) {
      const boss = await somebody(db, 'own club', status, above)
      expect((await callers[actor].call(method, path(boss.id), body?.())).statusCode).toBe(403)
    }
    for (const role of ['system_admin', 'hq_admin', 'country_admin'] as const) {
      const own = callers[role]
      expect((await own.call(method, path(own.user.id), body?.())).statusCode).toBe(403)
    }
  })

  test('guarantee 13: nobody gives a role above their own', async () => {
    const { db } = target.database
    for (const [actor, role, status] of [
      ['system_admin', 'system_admin', 200],
      ['hq_admin', 'system_admin', 403],
      ['hq_admin', 'hq_admin', 200],
      ['country_admin', 'hq_admin', 403],
      ['country_admin', 'country_admin', 200],
    ] as const) {
      const user = await somebody(db, 'own club', 'active')
      const response = await callers[actor].call('PUT', `/api/users/${user.id}/role`, { role })
      expect([actor, role, response.statusCode]).toEqual([actor, role, status])
    }
  })

  test('guarantee 12: a move needs reach over both ends', async () => {
    const { db } = target.database
    const abroad = await buildClub(db, { country: 'France' })
    const user = await somebody(db, 'own club', 'active')
    const move = async (caller: Caller, body: object) =>
      (await caller.call('PUT', `/api/users/${user.id}/placement`, body)).statusCode
    expect(await move(callers.country_admin, { currentCountry: 'France', clubId: null })).toBe(403)
    expect(await move(callers.country_admin, { currentCountry: 'Japan', clubId: abroad.id })).toBe(400)
    expect(await move(callers.hq_admin, { currentCountry: 'France', clubId: abroad.id })).toBe(200)
    expect(await move(callers.country_admin, { currentCountry: 'Japan', clubId: null })).toBe(404)
  })
})
