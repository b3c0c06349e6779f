import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { connect } from '#server/db/client.ts'
import { freePort, testSecret, testSettings } from './app.ts'

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
  const database = connect(databaseUrl)
  const settings = testSettings({ PORT: String(port), PUBLIC_URL: '', ...env })
  const app = await createApp({ database, settings, secret: testSecret, log })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}
