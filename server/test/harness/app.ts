// Creates the server inside the test process, on a database of its own, and calls it through Fastify's inject().
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { createApp } from '#server/app.ts'
import { type Context, createContext, type SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { readSettingsFromEnvironment, root, type Settings } from '#server/env.ts'
import { deriveSecret } from '#server/secret.ts'
import { createSession } from '#server/sessions/sessions.service.ts'
import { createDiskFileStorage } from '#server/storage.ts'
import type { Actor } from '#shared/policies.ts'
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './database.ts'
import { buildUser, type TestUser } from './factories.ts'
import { patientTimeout } from './patient-timeout.ts'
import { collectUnauditedRequests } from './unaudited-requests.ts'

export interface TestApp {
  app: FastifyInstance
  database: TestDatabase
  /** Requests since the start of the test run that changed data without recording an audit event. */
  unauditedRequests: Set<string>
  /** Signs the user in. The returned caller sends the session cookie with each request. */
  as(user: TestUser): Promise<Caller>
  /** Creates a user with the given properties, signs the user in and returns a caller for requests as this user. */
  asNew(overrides?: Parameters<typeof buildUser>[1]): Promise<Caller & { user: TestUser }>
}

export interface Caller {
  cookie: string
  call(method: InjectOptions['method'], url: string, body?: unknown): ReturnType<typeof callAs>
}

export const testSecret = deriveSecret('kunci untuk ujian sahaja, bukan rahsia')

export function buildTestSettings(overrides: NodeJS.ProcessEnv = {}): Settings {
  const DATA_DIR = join(inject('scratch'), randomUUID())
  // Creates DATA_DIR: the tested code expects this folder, which every program of the server creates at its start.
  mkdirSync(DATA_DIR, { recursive: true })
  return readSettingsFromEnvironment({
    LOG_LEVEL: 'silent',
    DATABASE_TIMEOUT_MS: patientTimeout,
    PUBLIC_URL: 'http://perantau.test',
    DATA_DIR,
    ...overrides,
  })
}

/** Creates a service context for tests that call a service directly, without an HTTP request. */
export function buildTestServiceContext(db: Db, settings = buildTestSettings()): Context {
  const log = pino({ level: 'silent' })
  return createContext({ db, settings, secret: testSecret, storage: createDiskFileStorage(settings), log })
}

/** Creates a service context for the given user (actor), who needs no session. */
export function createServiceContextForActor(db: Db, actor: Actor): SignedInContext {
  const { transaction, ...parts } = buildTestServiceContext(db)
  const runTransaction: SignedInContext['transaction'] = work =>
    transaction(tx => work({ ...context, db: tx.db }))
  const context: SignedInContext = {
    ...parts,
    actor,
    sessionId: 0,
    transaction: runTransaction,
    changeOwnAccount: runTransaction,
    // Tests omit the mutex in the server's memory, to check that the row locks of the database alone are sufficient.
    serialized: (_mutex: unknown, _key: number, work: Parameters<typeof runTransaction>[0]) =>
      runTransaction(work),
    invalidatedTopics: new Set(),
    reauthenticate: (check: () => unknown) => check(),
    reauthorize: async () => context,
  } as unknown as SignedInContext
  return context
}

async function callAs(app: FastifyInstance, cookie: string | undefined, options: InjectOptions) {
  return app.inject({
    ...options,
    headers: { origin: 'http://perantau.test', ...(cookie && { cookie }), ...options.headers },
  })
}

/** Builds the Cookie header that a browser would send with its next request. */
export const buildCookieHeader = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Returns the status code of a response and, if it is an error, its error code. */
export async function getResponseStatusAndErrorCode(
  response: PromiseLike<{ statusCode: number; body: string }>,
): Promise<number | [number, string]> {
  const { statusCode, body } = await response
  return statusCode < 300 ? statusCode : [statusCode, JSON.parse(body).code]
}

export interface TestAppOptions extends TestDatabaseOptions {
  /** Serves the built client too. Only for tests named `*.built.test.ts`, which run after a build. */
  withClient?: boolean
  /** Existing database that the application uses instead of a new one. */
  database?: TestDatabase
}

export async function createTestApp(
  env: NodeJS.ProcessEnv = {},
  log = pino({ level: 'silent' }),
  { withClient = false, database: existing, ...options }: TestAppOptions = {},
): Promise<TestApp> {
  const database = existing ?? (await createTestDatabase(options))
  const settings = buildTestSettings(env)
  const app = await createApp({
    database,
    settings,
    secret: testSecret,
    log,
    ...(withClient && { clientDir: join(root, 'dist/web') }),
  })
  const unrecorded = collectUnauditedRequests(app)
  await app.ready()
  const as = async (user: TestUser): Promise<Caller> => {
    const cookie = `session=${(await createSession(database.db, settings, user.id, { method: 'password' })).token}`
    return {
      cookie,
      call: (method, url, body) =>
        callAs(app, cookie, { method, url, ...(body !== undefined && { payload: body as object }) }),
    }
  }
  const asNew = async (overrides: Parameters<typeof buildUser>[1] = {}) => {
    const user = await buildUser(database.db, overrides)
    return { user, ...(await as(user)) }
  }
  return { app, database, unauditedRequests: unrecorded, as, asNew }
}

/** Creates one application and one database for the whole test file, and closes both after its tests. */
export function setUpApp(env: NodeJS.ProcessEnv = {}, options: TestAppOptions = {}): TestApp {
  const test = {} as TestApp
  beforeAll(async () => {
    Object.assign(test, await createTestApp(env, undefined, options))
  })
  afterAll(async () => {
    await test.app?.close()
    await test.database?.close()
    expect([...(test.unauditedRequests ?? [])], 'calls without recordAuditEvent').toEqual([])
  })
  return test
}

/** Finds a free TCP port, so that test files that run in parallel listen on different ports. */
export function findFreePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
