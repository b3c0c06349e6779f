import { StartupError } from '#server/terminal.ts'
import { databaseCause, isOutage } from './database-errors.ts'

/** What an operator can do about it, by the code of the failure and what the server says. */
const remedies: [failure: RegExp, remedy: string][] = [
  // The driver's own, when the server wants a password and the address has none.
  [/password must be a (non-empty )?string/, 'the server asks for a password. Put it into the address.'],
  [/^28/, 'the server does not let this user in with this password. Correct them in the address.'],
  [/^3D000/, 'the server has no database of this name. Create it, or correct the name in the address.'],
  [
    /^42501/,
    'its role has too few rights in this database. Make it the owner (ALTER DATABASE … OWNER TO …).',
  ],
  [/^25006/, 'this database can only be read. Name the server that takes writes.'],
  [
    /^(0A000|58P01).* extension/,
    'the server lacks the extension pg_trgm. Install the contrib package of PostgreSQL there.',
  ],
  [/^53300/, 'the server has no connection left. Raise its max_connections, or stop what holds them.'],
  [/^53/, 'the server has no room left. Make room there and start again.'],
  [/^57P03/, 'the server is just starting or stopping. Start again in a moment.'],
  [
    /^ERR_INVALID_URL/,
    'this is not an address. Special characters in a password are written as %40 and so on.',
  ],
]

/**
 * One sentence for what an operator can mend, with the name of the setting and never its value, which holds a
 * password; undefined for what is a mistake of ours.
 */
export function explainFailure(setting: string, error: unknown): StartupError | undefined {
  const { code = '', message } = databaseCause(error) ?? (error as { code?: string; message: string })
  const remedy = remedies.find(([failure]) => failure.test(`${code} ${message}`))?.[1]
  if (remedy) return new StartupError(`${setting}: ${remedy}${code && ` (${code})`}`)
  return isOutage(error) ? unreachable(setting, code || message) : undefined
}

export function unreachable(setting: string, reason: string): StartupError {
  return new StartupError(
    `${setting} cannot be reached (${reason}). Is the server running and the address right?`,
  )
}
