// Fuzz test over HTTP: callers with all roles concurrently send requests generated from the endpoints' declarations.
// Values from responses are used in later requests, so that requests about the same record occur in every order.

import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { loadDemoData } from '#server/demo/load-demo-data.ts'
import { createSeededRandom, type Random } from '#server/demo/seeded-random.ts'
import { declaredEndpoints } from '#server/http/declared-endpoints.ts'
import { createSession } from '#server/sessions/sessions.service.ts'
import { buildTestSettings, createTestApp, type TestApp, testSecret } from '#server/test/harness/app.ts'
import { buildUser } from '#server/test/harness/factories.ts'
import { createTestLog } from '#server/test/harness/test-log.ts'
import { roles } from '#shared/constants.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { errorTexts } from '#texts/errors.ts'
import {
  addDefectToValue,
  convertZodSchemaToJsonSchema,
  generateInvalidUrlSegment,
  generateValuesOfSchema,
} from './values.ts'

const endpoints = [...declaredEndpoints]

const inactiveStatuses = ['pending', 'rejected', 'inactive'] as const
const unauthorizedKinds = ['nobody', 'stranger’s cookie', ...inactiveStatuses] as const
type CallerKind = (typeof unauthorizedKinds)[number] | (typeof roles)[number]

export interface GeneratedRequest {
  caller: CallerKind
  method: Endpoint['method']
  url: string
  payload?: string
  type?: string
}

/** Builds a multipart form with a file, sometimes a malformed one, for fuzz tests. */
function buildUploadForm(random: Random): Pick<GeneratedRequest, 'payload' | 'type'> {
  const content = random.pick([
    '',
    'GIF89a',
    '%PDF-1.7',
    '<svg/>',
    '\u0000'.repeat(2000),
    'x'.repeat(100_000),
  ])
  const name = random.pick(['a.png', '../a', '', 'a\u0000.png', '"', 'x'.repeat(3000)])
  const part = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n`
  return {
    payload: part.repeat(random.integer(0, 3)) + random.pick(['--b--', '', '--b']),
    type: 'multipart/form-data; boundary=b',
  }
}

/** Texts that no response may contain: SQL, stack traces, password hashes and library errors. */
const internalText = /\bselect .* from |insert into|\bat .*\.ts:|node_modules|\$argon2|FST_|violates|ECONN/i
/**
 * Pattern of an unmasked identity card number, except the example number in a hint. Only responses for an
 * approver or the owner of the number may contain one.
 */
const identityNumber = /\b(?!990101-14-5678)\d{6}-\d{2}-\d{4}\b/
const mayReveal = /^\/api\/(users\/[^/]+\/unmask|profile)/

function findFaultInResponse(
  shot: GeneratedRequest,
  { statusCode, body, headers }: LightMyRequestResponse,
): string | undefined {
  if (statusCode >= 500) return `${statusCode}`
  if (internalText.test(body) && !shot.url.startsWith('/api/docs')) return 'our insides'
  if (identityNumber.test(body) && !mayReveal.test(shot.url) && !identityNumber.test(shot.payload ?? ''))
    return 'an identity number'
  if (statusCode < 400 || !String(headers['content-type']).includes('json')) return undefined
  const { code, message } = JSON.parse(body) as { code?: string; message?: string }
  if (code === undefined || !(code in errorTexts)) return `unknown refusal ${code}`
  return message ? undefined : 'a refusal without a word'
}

/** Stores the newest values in responses, by field name, for use in later requests of the fuzz test. */
function createMemory(random: Random) {
  const known = new Map<string, unknown[]>()
  const storeValues = (value: unknown, name = ''): void => {
    if (Array.isArray(value)) for (const item of value.slice(0, 5)) storeValues(item, name)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) storeValues(inner, key)
    else if (
      typeof value === 'number' ||
      (typeof value === 'string' && value.length > 0 && value.length < 500)
    )
      known.set(name, [...(known.get(name) ?? []).slice(-30), value])
  }
  /**
   * Looks up a value of earlier responses by its field name. For names such as `groupId`, `id` is looked up as well.
   */
  const findValue = (name: string): unknown => {
    const values = known.get(name) ?? (/id$/i.test(name) ? known.get('id') : undefined)
    return values && random.pick(values)
  }
  return { remember: storeValues, recall: findValue }
}

/** Creates the fuzzer before the tests of a file. Setting FUZZ_SEED repeats the random choices of a run. */
export function createFuzzerBeforeTests() {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
  const fuzzer = {} as Fuzzer
  beforeAll(async () => {
    Object.assign(fuzzer, await createFuzzer(seed))
  })
  afterAll(() => fuzzer.stop?.())
  return { seed, fuzzer }
}

export type Fuzzer = Awaited<ReturnType<typeof createFuzzer>>

async function createFuzzer(seed: number) {
  const random = createSeededRandom(seed)
  const log = createTestLog('error')
  const target = await createTestApp({ LOGIN_LIMITS: '100000/1,100000/1' }, log.log)
  await loadDemoData(target.database.db, testSecret)
  const memory = createMemory(random)
  const callers = createCallers(target)
  const samples = new Map(
    endpoints.map(([{ method, path }, { params, query, body }], index) => {
      const generateSamples = (schema: typeof body) =>
        schema
          ? fc.sample(generateValuesOfSchema(convertZodSchemaToJsonSchema(schema)), {
              seed: seed + index,
              numRuns: 40,
            })
          : [undefined]
      return [
        `${method} ${path}`,
        { params: generateSamples(params), query: generateSamples(query), body: generateSamples(body) },
      ] as const
    }),
  )

  /** Replaces some request fields by values that earlier responses contained under the same name. */
  function reuseSeenValues(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const seen = random.chance(0.4) ? memory.recall(name) : undefined
        return [name, seen !== undefined && typeof seen === typeof inner ? seen : reuseSeenValues(inner)]
      }),
    )
  }

  function buildUrl({ method, path }: Endpoint): string {
    const sample = samples.get(`${method} ${path}`)
    const params = (random.pick(sample?.params ?? []) ?? {}) as Record<string, unknown>
    const filled = path.replace(/:(\w+)/g, (_all, name: string) => {
      if (random.chance(0.12)) return generateInvalidUrlSegment(random)
      const seen = random.chance(0.7) ? memory.recall(name) : undefined
      return encodeURIComponent(String(seen ?? params[name] ?? random.integer(1, 60)).toWellFormed())
    })
    const query = reuseSeenValues(random.pick(sample?.query ?? []))
    if (typeof query !== 'object' || query === null) return filled
    const chosenParameters = Object.entries(query).filter(() => random.chance(0.5))
    const parts = chosenParameters.map(([name, value]) => {
      const text = random.chance(0.15)
        ? generateInvalidUrlSegment(random)
        : encodeURIComponent(String(value).toWellFormed())
      return `${name}=${text}`
    })
    return parts.length > 0 ? `${filled}?${parts.join('&')}` : filled
  }

  function buildRequest(): GeneratedRequest {
    const [endpoint, contract] = random.pick(endpoints)
    const { method, path } = endpoint
    const shot: GeneratedRequest = {
      caller: random.pick<CallerKind>(random.chance(0.2) ? unauthorizedKinds : roles),
      method,
      url: buildUrl(endpoint),
    }
    if (contract.isUpload) return { ...shot, ...buildUploadForm(random) }
    if (!contract.body) return shot
    const value = reuseSeenValues(random.pick(samples.get(`${method} ${path}`)?.body ?? []))
    const payload = random.chance(0.35) ? addDefectToValue(random, value) : value
    return { ...shot, payload: JSON.stringify(payload) ?? '', type: 'application/json' }
  }

  /** Whether the caller has lost the session or the role. Only then may the server abort a download. */
  async function hasLostPermission(
    { caller }: GeneratedRequest,
    { headers }: InjectOptions,
  ): Promise<boolean> {
    const response = await target.app.inject({ method: 'GET', url: '/api/auth/me', headers })
    return response.statusCode !== 200 || response.json<{ role: string }>().role !== caller
  }

  let servedCount = 0
  async function sendRequest(shot: GeneratedRequest): Promise<string | undefined> {
    const options: InjectOptions = {
      method: shot.method,
      url: shot.url,
      headers: {
        origin: 'http://perantau.test',
        cookie: await callers.cookieOf(shot.caller),
        ...(shot.type && { 'content-type': shot.type }),
      },
      ...(shot.payload !== undefined && { payload: shot.payload }),
    }
    const response = await target.app.inject(options).catch((error: Error) => error)
    if (response instanceof Error) {
      const isExpected = await hasLostPermission(shot, options)
      return isExpected ? undefined : `${response.message}: ${JSON.stringify(shot).slice(0, 2000)}`
    }
    if (response.statusCode === 401) callers.forget(shot.caller)
    const problem = findFaultInResponse(shot, response)
    if (problem) return `${problem}: ${JSON.stringify(shot).slice(0, 2000)} → ${response.body.slice(0, 500)}`
    if (response.statusCode >= 300) return undefined
    servedCount++
    if (String(response.headers['content-type']).includes('json')) memory.remember(JSON.parse(response.body))
    return undefined
  }

  /** Returns the errors that the server logged, including errors that changed no response. */
  const listLoggedErrors = () => log.lines().map(line => `logged: ${JSON.stringify(line).slice(0, 1500)}`)

  /** Sends `count` generated requests and returns a description of each failure. */
  async function runFuzzer(count: number, atOnce = 8): Promise<string[]> {
    const failures: string[] = []
    for (let done = 0; done < count && failures.length < 10; done += atOnce) {
      const outcomes = await Promise.all(Array.from({ length: atOnce }, () => sendRequest(buildRequest())))
      failures.push(...outcomes.filter(outcome => outcome !== undefined))
    }
    // At least a tenth of the requests must succeed, or the run would mainly test rejections.
    if (servedCount < count / 10) failures.push(`only ${servedCount} of ${count} were served`)
    return [...failures, ...listLoggedErrors()]
  }

  return {
    target,
    callers,
    random,
    run: runFuzzer,
    logged: listLoggedErrors,
    stop: async () => {
      await target.app.close()
      await target.database.close()
    },
  }
}

/**
 * Signs in one user of each kind. When an earlier request has ended a user's session, a new user replaces that user.
 */
function createCallers({ database }: TestApp) {
  const cookies = new Map<CallerKind, string>([
    ['nobody', ''],
    ['stranger’s cookie', `session=${'A'.repeat(43)}`],
  ])
  const settings = buildTestSettings()
  return {
    forget: (kind: CallerKind) => kind !== 'nobody' && kind !== 'stranger’s cookie' && cookies.delete(kind),
    async cookieOf(kind: CallerKind): Promise<string> {
      const storedCookie = cookies.get(kind)
      if (storedCookie !== undefined) return storedCookie
      const isStatus = (inactiveStatuses as readonly string[]).includes(kind)
      const overrides = isStatus ? { status: kind as 'pending' } : { role: kind as 'member' }
      const user = await buildUser(database.db, { clubId: 1, currentCountry: 'United Kingdom', ...overrides })
      const { token } = await createSession(database.db, settings, user.id, { method: 'password' })
      cookies.set(kind, `session=${token}`)
      return `session=${token}`
    },
  }
}
