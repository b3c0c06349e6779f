// Temporary database and folder in which a backup is restored for verification.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDedicatedConnection, readDatabaseRoleName } from '#server/db/connection/client.ts'
import { StartupError } from '#server/terminal.ts'

export interface ScratchDatabase {
  ownerUrl: string
  uploadsDir: string
  close(): Promise<void>
}

export interface BackupServerUrls {
  /** Database URL with the role that owns the server's own database. */
  ownerUrl: string
  /** Database URL with a role that may create databases. */
  databaseCreatorUrl: string
}

const prefix = 'perantau_check_'

function replaceDatabaseName(url: string, name: string): string {
  return url.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

/** Drops temporary databases left by a killed server. Dropping a database that is in use fails and is ignored. */
async function dropAbandonedScratchDatabases(adminClient: pg.Client): Promise<void> {
  const { rows } = await adminClient.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { name } of rows) {
    await adminClient.query(`drop database if exists ${pg.escapeIdentifier(name)}`).catch(() => {})
  }
}

/**
 * Creates a temporary database and folder for a restore. `near` is a folder on a file system with enough space for the
 * files.
 */
export async function createScratchDatabase(
  { ownerUrl, databaseCreatorUrl }: BackupServerUrls,
  near: string,
): Promise<ScratchDatabase> {
  const name = prefix + randomBytes(6).toString('hex')
  const owner = await readDatabaseRoleName(ownerUrl)
  const adminClient = await openDedicatedConnection(databaseCreatorUrl, { purpose: 'restore' })
  try {
    await dropAbandonedScratchDatabases(adminClient)
    // The database is copied from template0, which every PostgreSQL server has and which allows any encoding.
    await adminClient.query(
      `create database ${name} template template0 encoding 'UTF8' owner ${pg.escapeIdentifier(owner)}`,
    )
  } catch (error) {
    await adminClient.end()
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StartupError(
      `${owner} may not create the temporary database in which backups are verified; "alter role ${owner} createdb" allows it.`,
    )
  }
  const folder = await mkdtemp(join(near, '.check-'))
  return {
    ownerUrl: replaceDatabaseName(ownerUrl, name),
    uploadsDir: join(folder, 'uploads'),
    close: async () => {
      await rm(folder, { recursive: true, force: true })
      await adminClient.query(`drop database if exists ${name} with (force)`).finally(() => adminClient.end())
    },
  }
}
