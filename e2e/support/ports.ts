// Ports and data folder of the tested server, for the configuration and for tests that start further instances.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimPortsAndFolder } from './claim-ports.ts'

process.env.E2E_PLACE ??= await claimPortsAndFolder()
const place = JSON.parse(process.env.E2E_PLACE) as { first: number; dataDir: string }

export const { dataDir } = place
const { first: firstPort } = place

export const port = firstPort + 1
/** Port of the SMTP server, and the port on which tests read the received mails. */
export const smtpPort = firstPort + 2
export const mailboxPort = firstPort + 3
/** Port of a second server instance on the same database. */
export const otherPort = firstPort + 4

/** Ports of two server instances with an OpenID provider each: one provider is correct, the other misbehaves. */
export const googlePorts = {
  program: firstPort + 5,
  provider: firstPort + 6,
  badProgram: firstPort + 7,
  badProvider: firstPort + 8,
}

/** Ports of a server instance with a TURN server, of the TURN server, and the first of its relay ports. */
export const relayPorts = { program: firstPort + 9, relay: firstPort + 10, from: firstPort + 20 }

/** Port of a server instance that a test stops and starts again. */
export const stoppedPort = firstPort + 11

/** Port of a server instance where every member needs a second factor. */
export const strictPort = firstPort + 12

/** Ports of a server instance with a Janus media server and of Janus itself, which picks its own media ports. */
export const forwardPorts = { program: firstPort + 13, janus: firstPort + 14 }

/** Environment variables for another server instance on the database of the first. */
export function buildInstanceEnvironment(ownPort: number): Record<string, string> {
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
