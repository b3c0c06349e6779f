import { StartupError } from '#server/terminal.ts'
import { findDatabaseErrorInCauseChain, isDatabaseOutage } from './database-errors.ts'

/** Advice to the operator for database failures, selected by the error's code and message. */
const remedies: [failure: RegExp, remedy: string][] = [
  // The database driver reports "password must be a string" when a required password is missing in the URL.
  [/password must be a (non-empty )?string/, 'the server asks for a password. Put it into the URL.'],
  [/^28/, 'the server does not let this user in with this password. Correct them in the URL.'],
  [/^3D000/, 'the server has no database of this name. Create it, or correct the name in the URL.'],
  [
    /^42501/,
    'the role has too few rights in this database. Make it the owner (ALTER DATABASE … OWNER TO …).',
  ],
  [/^25006/, 'this database can only be read. Name the primary server, which accepts writes.'],
  [
    /^(0A000|58P01).* extension/,
    'the server lacks the extension pg_trgm. Install the contrib package of PostgreSQL there.',
  ],
  [/^53300/, 'the server has no free connection. Raise its max_connections, or stop other clients.'],
  [/^53/, 'the server has no disk space or memory left. Free some there and start again.'],
  [/^57P03/, 'the server is starting or stopping. Start again in a moment.'],
  [
    /^ERR_INVALID_URL/,
    'this is not an address of a database. Special characters in a password are written as %40 and so on.',
  ],
]

/**
 * Explains a database failure that the operator can fix. Returns undefined for a defect of this server.
 * The message names the setting but never its value, which contains a password.
 */
export function explainDatabaseFailure(setting: string, error: unknown): StartupError | undefined {
  const { code = '', message } =
    findDatabaseErrorInCauseChain(error) ?? (error as { code?: string; message: string })
  const remedy = remedies.find(([failure]) => failure.test(`${code} ${message}`))?.[1]
  if (remedy) return new StartupError(`${setting}: ${remedy}${code && ` (${code})`}`)
  return isDatabaseOutage(error) ? createDatabaseUnreachableError(setting, code || message) : undefined
}

export function createDatabaseUnreachableError(setting: string, reason: string): StartupError {
  return new StartupError(
    `${setting} cannot be reached (${reason}). Check that the database server is running and that the URL is right.`,
  )
}
