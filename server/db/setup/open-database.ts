// Opens the database that the settings select: an external PostgreSQL, or the embedded one in DATA_DIR.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDedicatedConnection, readDatabaseRoleName } from '#server/db/connection/client.ts'
import { openOrStartEmbeddedDatabase, startEmbeddedDatabase } from '#server/db/embedded/embedded.ts'
import {
  createDatabaseUnreachableError,
  explainDatabaseFailure,
} from '#server/db/errors/explain-database-failure.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Settings } from '#server/env.ts'
import { StartupError } from '#server/terminal.ts'

export interface OpenDatabase {
  /** URL of the database's owner role, for migrations, backup and restore. */
  ownerUrl: string
  /** URL of the database's application role for queries. It may lead to a connection pooler. */
  appUrl: string
  /**
   * URL of the database's application role without a pooler, for LISTEN, the job runner (graphile-worker) and advisory
   * locks.
   */
  directUrl: string
  /** Database URL of a role that may create databases, used to verify a backup in an empty database. */
  databaseCreatorUrl: string
  /** Name of the setting that the operator must change when the database's owner role cannot connect. */
  ownerSetting: string
  stop(): Promise<void>
}

const oldestVersion = 15

/**
 * Creates folders one by one, because Node's recursive mkdir hangs where no folder can be created, such as in /proc.
 */
function createFolder(path: string): void {
  if (existsSync(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Two processes may start at the same time and create the same folder, so an existing folder is no error.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function ensureDataDir(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    createFolder(dataDir)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be written to (${reason}). Set another folder, or fix its permissions.`,
    )
  }
}

interface Server {
  version: string
  /**
   * Identifier of the PostgreSQL server and database. Two URLs with different identifiers lead to different databases.
   */
  identity: string
}

async function queryDatabaseServer(name: string, url: string): Promise<Server> {
  try {
    const client = await openDedicatedConnection(url, { purpose: 'start' })
    const { rows } = await client.query<Server>(
      `select current_setting('server_version_num') as version,
              pg_postmaster_start_time() || ' ' || oid as identity
         from pg_database where datname = current_database()`,
    )
    await client.end()
    return rows[0] as Server
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw explainDatabaseFailure(name, error) ?? createDatabaseUnreachableError(name, code ?? message)
  }
}

async function checkDatabaseServer(name: string, url: string): Promise<Server> {
  const server = await queryDatabaseServer(name, url)
  const major = Math.floor(Number(server.version) / 10_000)
  if (major < oldestVersion) {
    throw new StartupError(
      `${name} leads to PostgreSQL ${major}; version ${oldestVersion} or newer is needed.`,
    )
  }
  return server
}

async function openExternalDatabase(settings: Settings & { DATABASE_URL: string }): Promise<OpenDatabase> {
  const { DATABASE_URL: appUrl, DATABASE_DIRECT_URL: directUrl = appUrl } = settings
  const { DATABASE_OWNER_URL: ownerUrl = directUrl } = settings
  const server = await checkDatabaseServer('DATABASE_URL', appUrl)
  for (const [name, url] of Object.entries({
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_OWNER_URL: ownerUrl,
  })) {
    if (url === appUrl) continue
    const { identity } = await checkDatabaseServer(name, url)
    if (identity !== server.identity) {
      throw new StartupError(
        `${name} leads to another database than DATABASE_URL; both must name the same one.`,
      )
    }
  }
  const ownerSetting =
    ownerUrl === appUrl
      ? 'DATABASE_URL'
      : ownerUrl === directUrl
        ? 'DATABASE_DIRECT_URL'
        : 'DATABASE_OWNER_URL'
  return { ownerUrl, appUrl, directUrl, databaseCreatorUrl: ownerUrl, ownerSetting, stop: async () => {} }
}

/**
 * Opens the configured database.
 * `beside` is true for a command that may share the embedded database of a running server.
 */
export async function openDatabase(settings: Settings, { beside = false } = {}): Promise<OpenDatabase> {
  ensureDataDir(settings.DATA_DIR)
  const { DATABASE_URL } = settings
  if (DATABASE_URL) return openExternalDatabase({ ...settings, DATABASE_URL })
  const embedded = await (beside ? openOrStartEmbeddedDatabase : startEmbeddedDatabase)(settings.DATA_DIR)
  return { ...embedded, directUrl: embedded.appUrl, ownerSetting: 'DATA_DIR' }
}

/** Runs work as the database's owner role and turns failures that the operator can fix into a startup error. */
export async function runAsDatabaseOwner<T>(
  { ownerSetting }: OpenDatabase,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explainDatabaseFailure(ownerSetting, error) ?? error
  }
}

/** Applies missing migrations and grants privileges to the application role of the database. */
export async function migrateDatabase(database: OpenDatabase): Promise<string[]> {
  return runAsDatabaseOwner(database, async () =>
    migrate(database.ownerUrl, { appRole: await readDatabaseRoleName(database.appUrl) }),
  )
}
