// Every route × every kind of caller, and the list of routes itself: a new route shows up here on its own.
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { registerAccess } from '#server/http/access.ts'
import { type Role, roles, userStatuses } from '#shared/constants.ts'
import { type Access, type Action, can } from '#shared/policies.ts'
import { type Caller, createTestApp, type TestApp } from './app.ts'
import { mayLeaveNone } from './unrecorded.ts'

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
const waiting: Caller[] = []

/** The documentation's own pages aside, and HEAD, which follows GET. */
function listRoutes({ app }: TestApp): Route[] {
  return app.accessList
    .filter(route => route.method !== 'HEAD' && !route.url.startsWith('/api/docs'))
    .sort((a, b) => `${a.url} ${a.method}`.localeCompare(`${b.url} ${b.method}`))
}

beforeAll(async () => {
  target = await createTestApp()
  routes = listRoutes(target)
  for (const role of roles) callers[role] = await target.asNew({ role })
  for (const status of userStatuses) {
    if (status !== 'active') waiting.push(await target.asNew({ role: 'system_admin', status }))
  }
  return async () => {
    await target.app.close()
    await target.database.close()
  }
})

function addressOf(route: Route): string {
  return route.url.replace(/:\w+/g, '999999').replace('*', 'nowhere')
}

test('every route and who may call it stands in the golden list', async () => {
  const lines = routes.map(
    ({ method, url, access, proof }) =>
      `${method.padEnd(6)} ${url.padEnd(40)} ${access}${proof ? ', with a proof of who one is' : ''}`,
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden.pathname)
})

test('signed out: 401 everywhere but on public routes', async () => {
  for (const route of routes.filter(({ access }) => access !== 'public')) {
    const { statusCode } = await target.app.inject({ method: route.method as 'GET', url: addressOf(route) })
    expect([route, statusCode]).toEqual([route, 401])
  }
})

test('an account that is not active: 403 but for what every account may do', async () => {
  for (const route of routes.filter(({ access }) => access !== 'public' && access !== 'signed-in')) {
    for (const caller of waiting) {
      const { statusCode } = await caller.call(route.method as 'GET', addressOf(route))
      expect([route, statusCode]).toEqual([route, 403])
    }
  }
})

describe.each(roles)('%s', role => {
  test('403 exactly where the policy says no', async () => {
    const actor = { id: 1, role, status: 'active' as const, currentCountry: 'Japan', clubId: null }
    for (const route of routes.filter(({ access }) => access !== 'public' && access !== 'signed-in')) {
      const { statusCode } = await callers[role].call(route.method as 'GET', addressOf(route))
      expect([route, statusCode === 403]).toEqual([route, !can(actor, route.access as Action)])
    }
  })
})

test('whatever is done to a person is done over them: not by themselves, nor by somebody of lower rank', () => {
  const place = { currentCountry: 'Japan', clubId: 7 }
  const actor = { id: 1, role: 'hq_admin' as const, status: 'active' as const, ...place }
  const decisions = routes.filter(({ method, url }) => method !== 'GET' && url.startsWith('/api/users/'))
  expect(decisions.length).toBeGreaterThan(0)
  // Its entry in `policies` lacks `isOverPerson`.
  const open = decisions.filter(({ access }) =>
    [
      { id: 1, role: actor.role, ...place },
      { id: 2, role: 'system_admin' as const, ...place },
    ].some(user => can(actor, access as Action, { user })),
  )
  expect(open).toEqual([])
})

test('the list of calls that may leave no event names none that is gone', () => {
  const names = routes.map(({ method, url }) => `${method} ${url}`)
  expect(Object.keys(mayLeaveNone).filter(name => !names.includes(name))).toEqual([])
})

test('a route that does not say who may call it does not boot', () => {
  const app = Fastify()
  registerAccess(app)
  expect(() => app.get('/api/forgotten', async () => 'open to all')).toThrow('does not say who may call it')
})
