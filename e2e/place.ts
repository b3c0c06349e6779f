// Where the tested program runs, known to the configuration and to the tests that start something beside it.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const port = Number(process.env.E2E_PORT ?? 4310)
export const dataDir = join(tmpdir(), `perantau-e2e-${port}`)
/** The mail server's own door, and the one through which the tests read what it took. */
export const smtpPort = port + 1
export const mailboxPort = port + 2

/** Two instances that know an OpenID provider each: one that behaves, and one that does not. */
export const googlePorts = {
  program: port + 6,
  provider: port + 7,
  badProgram: port + 8,
  badProvider: port + 9,
}

/** An instance that has a relay for calls, the relay, and the first of its own doors. */
export const relayPorts = { program: port + 10, relay: port + 11, from: port + 40_000 }

/** What a second instance needs to share the database of the first. */
export function besideIt(ownPort: number): Record<string, string> {
  const url = (role: string) =>
    `postgresql://${role}@/perantau?host=${encodeURIComponent(join(dataDir, 'socket'))}`
  return {
    PORT: String(ownPort),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${ownPort}`,
    DATABASE_URL: url('perantau'),
    DATABASE_OWNER_URL: url('perantau_owner'),
    DATA_DIR: dataDir,
    SECRET_KEY: readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(),
    LOG_LEVEL: 'silent',
  }
}
