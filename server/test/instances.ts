import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createApp } from '#server/app.ts'
import { freePort, testSecret, testSettings } from './app.ts'
import { connectClient, cookieFor } from './chat.ts'
import { setUpDatabase } from './database.ts'
import type { TestUser } from './factories.ts'

export interface Instance {
  app: FastifyInstance
  url: string
  close(): Promise<void>
}

/** A whole server that listens, on a database that others may share. */
export async function startInstance(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  log = pino({ level: 'silent' }),
): Promise<Instance> {
  const port = await freePort()
  const settings = testSettings({ PORT: String(port), PUBLIC_URL: '', ...env })
  const app = await createApp({ database: { url: databaseUrl }, settings, secret: testSecret, log })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    close: () => app.close(),
  }
}

/** For a test file: two servers on one database, and the sockets that a test opens, closed after it. */
export function setUpTwoInstances() {
  const database = setUpDatabase()
  const [here, there] = [{} as Instance, {} as Instance]
  const open: { socket: { close(): unknown } }[] = []
  beforeAll(async () => {
    // As on one machine, or with one store: what is uploaded at one is there for the other.
    const { DATA_DIR } = testSettings()
    Object.assign(here, await startInstance(database.appUrl, { DATA_DIR }))
    Object.assign(there, await startInstance(database.appUrl, { DATA_DIR }))
  })
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.close()
  })
  afterAll(async () => {
    await here.close()
    await there.close()
  })
  /** Somebody at a device of theirs: a socket that is closed after the test, and calls by the same session. */
  async function deviceOf(instance: Instance, user: TestUser) {
    const cookie = await cookieFor(database.db, user.id)
    const client = await connectClient(instance.url, cookie)
    open.push(client)
    const call = (method: InjectOptions['method'], url: string, payload?: object) =>
      instance.app.inject({ method, url, headers: { cookie, origin: instance.url }, payload })
    return { ...client, user, call }
  }
  return { database, here, there, open, deviceOf }
}
