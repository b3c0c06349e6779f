// Calls made up from the declarations of all endpoints, by every kind of caller, several at once. What the answers name
// is used in later calls, so that calls which belong together are made in every order.

import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { loadDemo } from '#server/demo/load.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { declaredEndpoints } from '#server/http/declared-endpoints.ts'
import { createSession } from '#server/sessions/sessions.service.ts'
import { createTestApp, type TestApp, testSecret, testSettings } from '#server/test/app.ts'
import { buildUser } from '#server/test/factories.ts'
import { createTestLog } from '#server/test/log.ts'
import { roles } from '#shared/constants.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { errorTexts } from '#shared/errors.ts'
import { readSchema, spoil, spoiledText, valuesFor } from './values.ts'

const endpoints = [...declaredEndpoints]

const statuses = ['pending', 'rejected', 'inactive'] as const
const outsiders = ['nobody', 'stranger’s cookie', ...statuses] as const
type Kind = (typeof outsiders)[number] | (typeof roles)[number]

export interface Shot {
  caller: Kind
  method: Endpoint['method']
  url: string
  payload?: string
  type?: string
}

/** What a form with a file in it looks like, or nearly. */
function upload(random: Random): Pick<Shot, 'payload' | 'type'> {
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
    payload: part.repeat(random.whole(0, 3)) + random.pick(['--b--', '', '--b']),
    type: 'multipart/form-data; boundary=b',
  }
}

/** What must stand in no answer: our insides, and what is nobody's business. */
const insides = /\bselect .* from |insert into|\bat .*\.ts:|node_modules|\$argon2|FST_|violates|ECONN/i
/** An identity number is shown masked, or to approvers one at a time; and to its owner. One stands in a hint. */
const number = /\b(?!990101-14-5678)\d{6}-\d{2}-\d{4}\b/
const mayReveal = /^\/api\/(users\/[^/]+\/unmask|profile)/

function fault(shot: Shot, { statusCode, body, headers }: LightMyRequestResponse): string | undefined {
  if (statusCode >= 500) return `${statusCode}`
  if (insides.test(body) && !shot.url.startsWith('/api/docs')) return 'our insides'
  if (number.test(body) && !mayReveal.test(shot.url) && !number.test(shot.payload ?? ''))
    return 'an identity number'
  if (statusCode < 400 || !String(headers['content-type']).includes('json')) return undefined
  const { code, message } = JSON.parse(body) as { code?: string; message?: string }
  if (code === undefined || !(code in errorTexts)) return `unknown refusal ${code}`
  return message ? undefined : 'a refusal without a word'
}

/** Values by the names under which they came, the newest few of each. */
function createMemory(random: Random) {
  const known = new Map<string, unknown[]>()
  const remember = (value: unknown, name = ''): void => {
    if (Array.isArray(value)) for (const one of value.slice(0, 5)) remember(one, name)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) remember(inner, key)
    else if (
      typeof value === 'number' ||
      (typeof value === 'string' && value.length > 0 && value.length < 500)
    )
      known.set(name, [...(known.get(name) ?? []).slice(-30), value])
  }
  /** `groupId` may be what came as `id`, too. */
  const recall = (name: string): unknown => {
    const values = known.get(name) ?? (/id$/i.test(name) ? known.get('id') : undefined)
    return values && random.pick(values)
  }
  return { remember, recall }
}

/** For a test file. `FUZZ_SEED` repeats a run. */
export function setUpFuzzer() {
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
  const random = createRandom(seed)
  const log = createTestLog('error')
  const target = await createTestApp({ LOGIN_LIMITS: '100000/1,100000/1' }, log.log)
  await loadDemo(target.database.db, testSecret)
  const memory = createMemory(random)
  const callers = createCallers(target)
  const samples = new Map(
    endpoints.map(([{ method, path }, { params, query, body }], index) => {
      const some = (schema: typeof body) =>
        schema ? fc.sample(valuesFor(readSchema(schema)), { seed: seed + index, numRuns: 40 }) : [undefined]
      return [`${method} ${path}`, { params: some(params), query: some(query), body: some(body) }] as const
    }),
  )

  /** Fields that have been seen before take what was seen. */
  function reuse(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const seen = random.chance(0.4) ? memory.recall(name) : undefined
        return [name, seen !== undefined && typeof seen === typeof inner ? seen : reuse(inner)]
      }),
    )
  }

  function addressOf({ method, path }: Endpoint): string {
    const sample = samples.get(`${method} ${path}`)
    const params = (random.pick(sample?.params ?? []) ?? {}) as Record<string, unknown>
    const filled = path.replace(/:(\w+)/g, (_all, name: string) => {
      if (random.chance(0.12)) return spoiledText(random)
      const seen = random.chance(0.7) ? memory.recall(name) : undefined
      return encodeURIComponent(String(seen ?? params[name] ?? random.whole(1, 60)).toWellFormed())
    })
    const query = reuse(random.pick(sample?.query ?? []))
    if (typeof query !== 'object' || query === null) return filled
    const given = Object.entries(query).filter(() => random.chance(0.5))
    const parts = given.map(([name, value]) => {
      const text = random.chance(0.15)
        ? spoiledText(random)
        : encodeURIComponent(String(value).toWellFormed())
      return `${name}=${text}`
    })
    return parts.length > 0 ? `${filled}?${parts.join('&')}` : filled
  }

  function aim(): Shot {
    const [endpoint, contract] = random.pick(endpoints)
    const { method, path } = endpoint
    const shot: Shot = {
      caller: random.pick<Kind>(random.chance(0.2) ? outsiders : roles),
      method,
      url: addressOf(endpoint),
    }
    if (contract.isUpload) return { ...shot, ...upload(random) }
    if (!contract.body) return shot
    const value = reuse(random.pick(samples.get(`${method} ${path}`)?.body ?? []))
    const payload = random.chance(0.35) ? spoil(random, value) : value
    return { ...shot, payload: JSON.stringify(payload) ?? '', type: 'application/json' }
  }

  /** Whoever loses their rights in the middle of a download gets no more of it; nobody else is broken off. */
  async function hasLostRights({ caller }: Shot, { headers }: InjectOptions): Promise<boolean> {
    const me = await target.app.inject({ method: 'GET', url: '/api/auth/me', headers })
    return me.statusCode !== 200 || me.json<{ role: string }>().role !== caller
  }

  let served = 0
  async function fire(shot: Shot): Promise<string | undefined> {
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
      const isOver = await hasLostRights(shot, options)
      return isOver ? undefined : `${response.message}: ${JSON.stringify(shot).slice(0, 2000)}`
    }
    if (response.statusCode === 401) callers.forget(shot.caller)
    const wrong = fault(shot, response)
    if (wrong) return `${wrong}: ${JSON.stringify(shot).slice(0, 2000)} → ${response.body.slice(0, 500)}`
    if (response.statusCode >= 300) return undefined
    served++
    if (String(response.headers['content-type']).includes('json')) memory.remember(JSON.parse(response.body))
    return undefined
  }

  /** A fault of ours that nobody was told of stands in the log. */
  const logged = () => log.lines().map(line => `logged: ${JSON.stringify(line).slice(0, 1500)}`)

  /** What went wrong. */
  async function run(count: number, atOnce = 8): Promise<string[]> {
    const wrong: string[] = []
    for (let done = 0; done < count && wrong.length < 10; done += atOnce) {
      const outcomes = await Promise.all(Array.from({ length: atOnce }, () => fire(aim())))
      wrong.push(...outcomes.filter(outcome => outcome !== undefined))
    }
    // Calls that are all refused at the door would say nothing about the house.
    if (served < count / 10) wrong.push(`only ${served} of ${count} were served`)
    return [...wrong, ...logged()]
  }

  return {
    target,
    callers,
    random,
    run,
    logged,
    stop: async () => {
      await target.app.close()
      await target.database.close()
    },
  }
}

/** Somebody of each kind; whoever is let in no longer, because an earlier call saw to that, is followed by somebody new. */
function createCallers({ database }: TestApp) {
  const cookies = new Map<Kind, string>([
    ['nobody', ''],
    ['stranger’s cookie', `session=${'A'.repeat(43)}`],
  ])
  const settings = testSettings()
  return {
    forget: (kind: Kind) => kind !== 'nobody' && kind !== 'stranger’s cookie' && cookies.delete(kind),
    async cookieOf(kind: Kind): Promise<string> {
      const known = cookies.get(kind)
      if (known !== undefined) return known
      const isStatus = (statuses as readonly string[]).includes(kind)
      const overrides = isStatus ? { status: kind as 'pending' } : { role: kind as 'member' }
      const user = await buildUser(database.db, { clubId: 1, currentCountry: 'United Kingdom', ...overrides })
      const { token } = await createSession(database.db, settings, user.id, { method: 'password' })
      cookies.set(kind, `session=${token}`)
      return `session=${token}`
    },
  }
}
