// Where the tested program runs, known to the configuration and to the tests that start something beside it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimPlace } from './claim-place.ts'

process.env.E2E_PLACE ??= await claimPlace()
const place = JSON.parse(process.env.E2E_PLACE) as { first: number; dataDir: string }

export const { dataDir } = place
const { first } = place

export const port = first + 1
/** The mail server's own door, and the one through which the tests read what it took. */
export const smtpPort = first + 2
export const mailboxPort = first + 3
/** A second instance on the same database. */
export const otherPort = first + 4

/** Two instances that know an OpenID provider each: one that behaves, and one that does not. */
export const googlePorts = {
  program: first + 5,
  provider: first + 6,
  badProgram: first + 7,
  badProvider: first + 8,
}

/** An instance that has a relay for calls, the relay, and the first of its own doors. */
export const relayPorts = { program: first + 9, relay: first + 10, from: first + 20 }

/** An instance that is stopped and started again while a browser has its program. */
export const stoppedPort = first + 11

/** An instance where every member must have a second factor. */
export const strictPort = first + 12

/** An instance that has a forwarding server for calls, and that server; it takes what doors it finds for media. */
export const forwardPorts = { program: first + 13, janus: first + 14 }

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
