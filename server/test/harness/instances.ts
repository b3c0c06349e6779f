// Starts complete server instances inside the test process. Several instances may share one database.
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createApp } from '#server/app.ts'
import { connectChatClient, createSessionCookie } from '#server/test/chat/chat-client.ts'
import { buildTestSettings, findFreePort, testSecret } from './app.ts'
import { setUpDatabase } from './database.ts'
import type { TestUser } from './factories.ts'

export interface Instance {
  app: FastifyInstance
  url: string
  close(): Promise<void>
}

/** Starts a server instance on a free port, on a database that other instances may share. */
export async function startServerInstance(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  log = pino({ level: 'silent' }),
): Promise<Instance> {
  const port = await findFreePort()
  const settings = buildTestSettings({ PORT: String(port), PUBLIC_URL: '', ...env })
  const app = await createApp({ database: { url: databaseUrl }, settings, secret: testSecret, log })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    close: () => app.close(),
  }
}

/** Starts two server instances on one database for a test file. Sockets opened by a test are closed after the test. */
export function setUpTwoServerInstances() {
  const database = setUpDatabase()
  const [here, there] = [{} as Instance, {} as Instance]
  const openClients: { socket: { close(): unknown } }[] = []
  beforeAll(async () => {
    // The two server instances share one data folder, so files uploaded to one can be downloaded from the other.
    const { DATA_DIR } = buildTestSettings()
    Object.assign(here, await startServerInstance(database.appUrl, { DATA_DIR }))
    Object.assign(there, await startServerInstance(database.appUrl, { DATA_DIR }))
  })
  afterEach(() => {
    for (const { socket } of openClients.splice(0)) socket.close()
  })
  afterAll(async () => {
    await here.close()
    await there.close()
  })
  /**
   * Signs the user in and connects a socket, which is closed after the test;
   * `call` sends requests with the same session.
   */
  async function connectDevice(instance: Instance, user: TestUser) {
    const cookie = await createSessionCookie(database.db, user.id)
    const client = await connectChatClient(instance.url, cookie)
    openClients.push(client)
    const callApi = (method: InjectOptions['method'], url: string, payload?: object) =>
      instance.app.inject({ method, url, headers: { cookie, origin: instance.url }, payload })
    return { ...client, user, call: callApi }
  }
  return { database, here, there, open: openClients, deviceOf: connectDevice }
}
