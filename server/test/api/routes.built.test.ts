// Calls every route as every kind of user, and compares the list of routes with routes.golden.txt.
// A new route is tested without a change of the file routes.built.test.ts.
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { registerAccessChecks } from '#server/http/access.ts'
import { type Caller, createTestApp, type TestApp } from '#server/test/harness/app.ts'
import { buildClub, buildOfficeAppointment } from '#server/test/harness/factories.ts'
import { mapInBatches } from '#server/test/harness/map-in-batches.ts'
import { unauditedEndpoints } from '#server/test/harness/unaudited-requests.ts'
import { appointedOffices, officeScopes, type Role, roles, userStatuses } from '#shared/constants.ts'
import { type Access, type Action, can, getScopesAndActionsOfOffice } from '#shared/policies.ts'

interface Route {
  method: string
  url: string
  access: Access
  proof: boolean
}

const golden = new URL('./routes.golden.txt', import.meta.url)
let target: TestApp
let routes: Route[] = []
const callers = {} as Record<Role, Caller>
const inactiveCallers: Caller[] = []

/** Lists all routes except the API documentation and HEAD, which follows GET. */
function listRoutes({ app }: TestApp): Route[] {
  return app.accessList
    .filter(route => route.method !== 'HEAD' && !route.url.startsWith('/api/docs'))
    .sort((a, b) => `${a.url} ${a.method}`.localeCompare(`${b.url} ${b.method}`))
}

beforeAll(async () => {
  target = await createTestApp({}, undefined, { withClient: true })
  routes = listRoutes(target)
  for (const role of roles) callers[role] = await target.asNew({ role })
  for (const status of userStatuses) {
    if (status !== 'active') inactiveCallers.push(await target.asNew({ role: 'system_admin', status }))
  }
  return async () => {
    await target.app.close()
    await target.database.close()
  }
})

function buildPath(route: Route): string {
  return route.url.replace(/:\w+/g, '999999').replace('*', 'nowhere')
}

const isRouteForAccounts = ({ access }: Route) => access !== 'public' && access !== 'signed-in'

/** Calls each route with invented ids and returns the routes with their status codes. */
const callRoutes = (list: Route[], { call }: Pick<Caller, 'call'>) =>
  mapInBatches(list, async route => {
    const { statusCode } = await call(route.method as 'GET', buildPath(route))
    return { route, statusCode }
  })

test('every route and its required permission is listed in routes.golden.txt', async () => {
  const lines = routes.map(
    ({ method, url, access, proof }) =>
      `${method.padEnd(6)} ${url.padEnd(40)} ${access}${proof ? ', with a proof of who one is' : ''}`,
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden.pathname)
})

test('every route except public ones returns 401 to a caller without a session', async () => {
  for (const route of routes.filter(({ access }) => access !== 'public')) {
    const { statusCode } = await target.app.inject({ method: route.method as 'GET', url: buildPath(route) })
    expect([route, statusCode]).toEqual([route, 401])
  }
})

test('every route that needs an active account returns 403 to pending, rejected and inactive users', async () => {
  const list = routes.filter(isRouteForAccounts)
  for (const caller of inactiveCallers)
    expect(await callRoutes(list, caller)).toEqual(list.map(route => ({ route, statusCode: 403 })))
})

describe.each(roles)('%s', role => {
  test('each role gets 403 exactly on the routes that the permissions of the role deny (shared/policies.ts)', async () => {
    const actor = { id: 1, role, status: 'active' as const, currentCountry: 'Japan', clubId: null }
    for (const { route, statusCode } of await callRoutes(routes.filter(isRouteForAccounts), callers[role]))
      expect([route, statusCode === 403]).toEqual([route, !can(actor, route.access as Action)])
  })
})

const heldOffices = appointedOffices.flatMap(office => officeScopes.map(over => ({ office, over })))

describe.each(heldOffices)('member who is $office over $over', held => {
  test('a member with an office gets 403 exactly on the routes that neither the role nor the office permits', async () => {
    const { db } = target.database
    const club = await buildClub(db)
    const caller = await target.asNew({ clubId: club.id })
    await buildOfficeAppointment(db, caller.user, held)
    const actor = { ...caller.user, offices: [held] }
    const gained: Access[] = []
    for (const { route, statusCode } of await callRoutes(routes.filter(isRouteForAccounts), caller)) {
      expect([route, statusCode === 403]).toEqual([route, !can(actor, route.access as Action)])
      if (statusCode !== 403 && !can(caller.user, route.access as Action)) gained.push(route.access)
    }
    expect([...new Set(gained)].sort()).toEqual([...getScopesAndActionsOfOffice(held.office).actions].sort())
  })
})

test('no user can be changed by that user or by a role of lower rank through /api/users', () => {
  const place = { currentCountry: 'Japan', clubId: 7 }
  const actor = { id: 1, role: 'hq_admin' as const, status: 'active' as const, ...place }
  const decisions = routes.filter(({ method, url }) => method !== 'GET' && url.startsWith('/api/users/'))
  expect(decisions.length).toBeGreaterThan(0)
  // A route that is listed as unprotected needs the property `isOverPerson` in `policies`.
  const unprotected = decisions.filter(({ access }) =>
    [
      { id: 1, role: actor.role, ...place },
      { id: 2, role: 'system_admin' as const, ...place },
    ].some(user => can(actor, access as Action, { user })),
  )
  expect(unprotected).toEqual([])
})

test('the list of endpoints that need no audit event names only existing routes', () => {
  const names = routes.map(({ method, url }) => `${method} ${url}`)
  expect(Object.keys(unauditedEndpoints).filter(name => !names.includes(name))).toEqual([])
})

test('registering a route without an access rule throws', () => {
  const app = Fastify()
  registerAccessChecks(app)
  expect(() => app.get('/api/forgotten', async () => 'open to all')).toThrow('does not say who may call it')
})
