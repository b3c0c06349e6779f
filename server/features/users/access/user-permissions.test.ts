// Guarantee 11 of docs/guarantees.md: tests every role and scope against every endpoint for users, in one table.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/connection/client.ts'
import { encryptIdentityNumber } from '#server/features/users/person-data/person.service.ts'
import { type Caller, setUpApp, testSecret } from '#server/test/harness/app.ts'
import { buildClub, buildUser, type TestUser } from '#server/test/harness/factories.ts'
import { type Role, roles, type UserStatus } from '#shared/constants.ts'

const target = setUpApp()
let club: { id: number }
let otherClub: { id: number }

/** Signed-in callers by role; all callers belong to the same club in Japan. */
const callers = {} as Record<Role, Caller & { user: TestUser }>

beforeAll(async () => {
  const { db } = target.database
  club = await buildClub(db, { country: 'Japan' })
  otherClub = await buildClub(db, { country: 'Japan' })
  for (const role of roles)
    callers[role] = await target.asNew({ role, currentCountry: 'Japan', clubId: club.id })
  // With a second system administrator, changes of the first do not fail with the error last_admin.
  await buildUser(db, { role: 'system_admin' })
})

type Location = 'own club' | 'own country' | 'elsewhere'

let serial = 1000
async function buildTarget(db: Db, location: Location, status: UserStatus, role: Role = 'member') {
  const currentCountry = location === 'elsewhere' ? ('France' as const) : ('Japan' as const)
  const clubId = location === 'own club' ? club.id : location === 'own country' ? otherClub.id : null
  const user = await buildUser(db, { currentCountry, clubId, status, role })
  serial++
  const { icEncrypted, icHash, birthYear } = encryptIdentityNumber(testSecret, user.id, `990101-14-${serial}`)
  await target.database.pool.query(
    'update users set ic_encrypted = $1, ic_hash = $2, birth_year = $3 where id = $4',
    [icEncrypted, icHash, birthYear, user.id],
  )
  return user
}

interface EndpointCase {
  name: string
  method: 'GET' | 'POST' | 'PUT'
  path: (id: number) => string
  body?: () => object
  /** Account status that the target user needs for a request to the endpoint to succeed. */
  status: UserStatus
}

const calls: EndpointCase[] = [
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
    body: () => ({ currentCountry: 'Japan', clubId: otherClub.id }),
    status: 'active',
  },
]

/** Expected HTTP status per calling role, for a target user in the same club, the same country and another country. */
const expected: Record<Role, { detail: number[]; decide: number[] }> = {
  system_admin: { detail: [200, 200, 200], decide: [200, 200, 200] },
  hq_admin: { detail: [200, 200, 200], decide: [200, 200, 200] },
  country_admin: { detail: [200, 200, 404], decide: [200, 200, 404] },
  club_admin_ln: { detail: [200, 404, 404], decide: [403, 403, 403] },
  club_secretary: { detail: [200, 404, 404], decide: [403, 403, 403] },
  member: { detail: [403, 403, 403], decide: [403, 403, 403] },
}
const locations: Location[] = ['own club', 'own country', 'elsewhere']

describe.each(roles)('permissions of the role %s', role => {
  test.each(calls)(
    'the endpoint $name returns the HTTP status expected for the scope of the calling role',
    async ({ name, method, path, body, status }) => {
      const expectedCodes = expected[role][name === 'detail' ? 'detail' : 'decide']
      const statusCodes: number[] = []
      for (const location of locations) {
        const user = await buildTarget(target.database.db, location, status)
        statusCodes.push((await callers[role].call(method, path(user.id), body?.())).statusCode)
      }
      expect(statusCodes).toEqual(expectedCodes)
      const missing = await callers[role].call(method, path(2_000_000_000), body?.())
      expect(missing.statusCode).toBe(expectedCodes[0] === 403 ? 403 : 404)
    },
  )

  test('bulk approval and rejection check the scope of the caller for each user separately', async () => {
    const { db } = target.database
    const people = await Promise.all(locations.map(location => buildTarget(db, location, 'pending')))
    const ids = [...people.map(({ id }) => id), 2_000_000_000, people[0]?.id]
    for (const path of ['approve', 'reject']) {
      const response = await callers[role].call('POST', `/api/users/${path}`, { ids })
      const expectedCodes = expected[role].decide
      if (expectedCodes[0] === 403) {
        expect(response.statusCode).toBe(403)
        continue
      }
      const codes = response.json().map((outcome: { code: string | null }) => outcome.code)
      // Applicants whom the request to approve has approved are no longer pending when the request to reject follows.
      const done = path === 'approve' ? null : 'not_pending'
      expect(codes).toEqual([...expectedCodes.map(code => (code === 200 ? done : 'not_found')), 'not_found'])
    }
  })

  test('member lists and exports contain exactly the users within the scope of the calling role', async () => {
    const { db } = target.database
    const people = await Promise.all(locations.map(location => buildTarget(db, location, 'active')))
    const applicant = await buildTarget(db, 'own club', 'pending')
    const caller = callers[role]
    const list = await caller.call('GET', '/api/users')
    if (role === 'member') {
      for (const path of ['', '/export?format=csv', '/summary', '/pending', '/pending/count']) {
        expect((await caller.call('GET', `/api/users${path}`)).statusCode).toBe(403)
      }
      return
    }
    const listed = new Set(list.json().map(({ id }: { id: number }) => id))
    const visibility = expected[role].detail.map(code => code === 200)
    expect(people.map(({ id }) => listed.has(id))).toEqual(visibility)
    const isApprover = expected[role].decide[0] === 200
    expect(listed.has(applicant.id)).toBe(isApprover)
    expect(Number(list.headers['x-total-count'])).toBe(listed.size)
    const csv = (await caller.call('GET', '/api/users/export?format=csv')).body
    expect(people.map(({ email }) => csv.includes(email))).toEqual(visibility)
    const pending = await caller.call('GET', '/api/users/pending?page=1')
    expect(pending.statusCode).toBe(isApprover ? 200 : 403)
    if (isApprover) expect(pending.json().map(({ id }: { id: number }) => id)).toContain(applicant.id)
    const [row] = list.json()
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['password']))
    for (const secret of ['password', 'googleId', 'phone', 'icEncrypted', 'icHash'])
      expect(row).not.toHaveProperty(secret)
    const numbers = list.json().flatMap(({ icNumber }: { icNumber: string | null }) => icNumber ?? [])
    if (isApprover) expect(numbers.join()).toMatch(/^(\d{6}-••-••\d\d(,|$))+$/)
    else expect(numbers).toEqual([])
  })
})

describe('rank and scope limits of decisions', () => {
  const decisions = calls.filter(({ name }) => name !== 'detail')

  test.each(decisions)(
    'the endpoint $name returns 403 for a user of higher rank and for the caller',
    async ({ method, path, body, status }) => {
      const { db } = target.database
      const higher: [Role, Role][] = [
        ['hq_admin', 'system_admin'],
        ['country_admin', 'hq_admin'],
        ['country_admin', 'system_admin'],
      ]
      for (const [actor, above] of higher) {
        const superior = await buildTarget(db, 'own club', status, above)
        expect((await callers[actor].call(method, path(superior.id), body?.())).statusCode).toBe(403)
      }
      for (const role of ['system_admin', 'hq_admin', 'country_admin'] as const) {
        const self = callers[role]
        expect((await self.call(method, path(self.user.id), body?.())).statusCode).toBe(403)
      }
    },
  )

  test('guarantee 13: changeRole returns 403 for a role that ranks above the role of the caller', async () => {
    const { db } = target.database
    for (const [actor, role, status] of [
      ['system_admin', 'system_admin', 200],
      ['hq_admin', 'system_admin', 403],
      ['hq_admin', 'hq_admin', 200],
      ['country_admin', 'hq_admin', 403],
      ['country_admin', 'country_admin', 200],
    ] as const) {
      const user = await buildTarget(db, 'own club', 'active')
      const response = await callers[actor].call('PUT', `/api/users/${user.id}/role`, { role })
      expect([actor, role, response.statusCode]).toEqual([actor, role, status])
    }
  })

  test('guarantee 12: moving a user requires that old and new location are within the scope of the caller', async () => {
    const { db } = target.database
    const abroad = await buildClub(db, { country: 'France' })
    const user = await buildTarget(db, 'own club', 'active')
    const moveUser = async (caller: Caller, body: object) =>
      (await caller.call('PUT', `/api/users/${user.id}/placement`, body)).statusCode
    expect(await moveUser(callers.country_admin, { currentCountry: 'France', clubId: null })).toBe(403)
    expect(await moveUser(callers.country_admin, { currentCountry: 'Japan', clubId: abroad.id })).toBe(400)
    expect(await moveUser(callers.hq_admin, { currentCountry: 'France', clubId: abroad.id })).toBe(200)
    expect(await moveUser(callers.country_admin, { currentCountry: 'Japan', clubId: null })).toBe(404)
  })
})
