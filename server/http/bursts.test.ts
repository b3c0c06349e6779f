// Guarantee 42: a burst of requests from one caller never causes a 500.
// Excess requests of a burst get 429 or 503 with an error code.
import { describe, expect, it } from 'vitest'
import { createTotpGenerator } from '#server/identity/two-factor.service.ts'
import { buildCookieHeader, setUpApp } from '#server/test/harness/app.ts'
import { testPassword } from '#server/test/harness/factories.ts'
import { uploadFileAsUser } from '#server/test/harness/upload.ts'

// The sign-in limit per IP address is raised, because all requests of these tests come from the same IP address.
const target = setUpApp({ LOGIN_LIMITS: '5/30,1000/1', DATABASE_TIMEOUT_MS: '1800' })

/** Smallest valid upload: a PNG image of a single pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Response = Awaited<ReturnType<typeof uploadFileAsUser>>

const describeOutcome = (response: Response) =>
  `${response.statusCode} ${response.statusCode < 400 ? '' : response.json().code}`.trim()

function countOutcomes(responses: Response[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of responses.map(describeOutcome)) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Occupies both of the user's database connections while the work runs. */
async function runWithoutFreeConnections<T>(userId: number, work: () => Promise<T>): Promise<T> {
  const { userPools } = target.app.pools
  const releases = [await userPools.acquire(userId), await userPools.acquire(userId)]
  return work().finally(() => {
    for (const release of releases) release()
  })
}

describe('burst of requests by one user', () => {
  it('300 concurrent requests of a user who occupies all database connections that one user may use each return 503', async () => {
    const caller = await target.asNew()
    const responses = await runWithoutFreeConnections(caller.user.id, () =>
      Promise.all(Array.from({ length: 300 }, () => caller.call('GET', '/api/offices/mine'))),
    )
    expect(countOutcomes(responses)).toEqual({ '503 unavailable': 300 })
    for (const { headers } of responses) expect(headers['retry-after']).toBe('2')
  })

  it('while one user occupies all database connections that one user may use, no route returns a server error other than 503', async () => {
    const caller = await target.asNew({ role: 'system_admin' })
    const routes = target.app.accessList.filter(
      ({ method, access }) => method !== 'HEAD' && access !== 'public',
    )
    const fillUrlParameters = (url: string) => url.replace(/:\w+/g, '1').replace('*', 'nowhere')
    const failures = await runWithoutFreeConnections(caller.user.id, () =>
      Promise.all(
        routes.map(async ({ method, url }) => {
          const response = await caller.call(method as 'GET', fillUrlParameters(url))
          const isDefect = response.statusCode >= 500 && describeOutcome(response) !== '503 unavailable'
          return isDefect ? [`${method} ${url}: ${describeOutcome(response)}`] : []
        }),
      ),
    )
    expect(failures.flat()).toEqual([])
  })

  it('an upload returns 503 while the user has no free database connection to store it', async () => {
    const { user, cookie } = await target.asNew()
    const upload = await runWithoutFreeConnections(user.id, () =>
      uploadFileAsUser(target.app, cookie, '/api/files?kind=profile_image', pixel, 'gambar.png'),
    )
    expect(describeOutcome(upload)).toBe('503 unavailable')
  })
})

describe('sixty concurrent wrong codes', () => {
  const codes = Array.from({ length: 60 }, (_, n) => String(n).padStart(6, '0'))

  async function createUserWithTwoFactor() {
    const caller = await target.asNew()
    const reauthentication = { currentPassword: testPassword }
    const { key } = (await caller.call('POST', '/api/account/two-factor/key', reauthentication)).json()
    const code = createTotpGenerator(key).generate()
    expect((await caller.call('POST', '/api/account/two-factor', { code })).statusCode).toBe(200)
    return {
      ...caller,
      wrong: codes.filter(code => createTotpGenerator(key).validate({ token: code, window: 2 }) === null),
    }
  }

  it('the second sign-in step (two-factor code) returns 429 for all but five of sixty concurrent wrong codes', async () => {
    const { user, wrong } = await createUserWithTwoFactor()
    const postJson = (url: string, payload: object, cookie = '') =>
      target.app.inject({ method: 'POST', url, payload, headers: { origin: 'http://perantau.test', cookie } })
    const cookie = buildCookieHeader(
      await postJson('/api/auth/login', { email: user.email, password: testPassword }),
    )
    const responses = await Promise.all(
      wrong.map(code => postJson('/api/auth/second-step', { code, trust: false }, cookie)),
    )
    expect(countOutcomes(responses)).toEqual({
      '401 wrong_code': 5,
      '429 too_many_attempts': wrong.length - 5,
    })
  })

  it('re-authentication returns 429 for all but five of sixty concurrent wrong codes', async () => {
    const { call, wrong } = await createUserWithTwoFactor()
    const responses = await Promise.all(wrong.map(code => call('POST', '/api/auth/proof/code', { code })))
    expect(countOutcomes(responses)).toEqual({
      '400 bad_input': 5,
      '429 too_many_attempts': wrong.length - 5,
    })
  })
})
