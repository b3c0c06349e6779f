// Ports and data folder of the tested server, for the Playwright configuration and for tests that start more instances.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimPortsAndDataFolder } from './claim-ports-and-data-folder.ts'

process.env.E2E_PLACE ??= await claimPortsAndDataFolder()
const place = JSON.parse(process.env.E2E_PLACE) as { first: number; dataDir: string }

export const { dataDir } = place
const { first: firstPort } = place

export const port = firstPort + 1
/** Ports of the SMTP server for tests, and of its HTTP interface that lists received mails. */
export const smtpPort = firstPort + 2
export const mailboxPort = firstPort + 3
/** Port of a second server instance that uses the same database. */
export const otherPort = firstPort + 4

/** Ports of two server instances for tests of OpenID sign-in, one of which has a provider with invalid responses. */
export const googlePorts = {
  program: firstPort + 5,
  provider: firstPort + 6,
  badProgram: firstPort + 7,
  badProvider: firstPort + 8,
}

/** Ports of a server instance and of its TURN server. `from` is the first port for relayed media. */
export const relayPorts = { program: firstPort + 9, relay: firstPort + 10, from: firstPort + 20 }

/** Port of a server instance that a test stops and restarts. */
export const stoppedPort = firstPort + 11

/** Port of a server instance that requires a second factor from every member. */
export const strictPort = firstPort + 12

/** Ports of a server instance with a Janus media server, and of Janus itself, which chooses its own media ports. */
export const forwardPorts = { program: firstPort + 13, janus: firstPort + 14 }

/** Builds the environment variables for another server instance on the same database. */
export function buildServerEnvironmentVariables(ownPort: number): Record<string, string> {
  const buildUrl = (role: string) =>
    `postgresql://${role}@/perantau?host=${encodeURIComponent(join(dataDir, 'socket'))}`
  return {
    PORT: String(ownPort),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${ownPort}`,
    DATABASE_URL: buildUrl('perantau'),
    DATABASE_OWNER_URL: buildUrl('perantau_owner'),
    DATA_DIR: dataDir,
    SECRET_KEY: readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(),
    LOG_LEVEL: 'silent',
  }
}
