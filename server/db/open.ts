// The database that the settings name: one's own, or the embedded one.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#server/env.ts'
import { StartupError } from '#server/terminal.ts'
import { connectClient } from './client.ts'
import { joinEmbedded, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export interface OpenDatabase {
  /** For migrations, backup and restore. */
  ownerUrl: string
  /** For everything else. */
  appUrl: string
  stop(): Promise<void>
}

const oldestVersion = 15

function ensureDataDir(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be written to (${reason}). Set another, or mend its permissions.`,
    )
  }
}

/** Says what is wrong without repeating the address, which holds a password. */
async function checkReachable(name: string, url: string): Promise<void> {
  const client = await connectClient(url).catch(({ code, message }: { code?: string; message: string }) => {
    throw new StartupError(
      `${name} cannot be reached (${code ?? message}). Is the server running and the address right?`,
    )
  })
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  )
  await client.end()
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major < oldestVersion) {
    throw new StartupError(
      `${name} leads to PostgreSQL ${major}; version ${oldestVersion} or newer is needed.`,
    )
  }
}

async function openExternal(settings: Settings & { DATABASE_URL: string }): Promise<OpenDatabase> {
  const ownerUrl = settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL
  await checkReachable('DATABASE_URL', settings.DATABASE_URL)
  if (settings.DATABASE_OWNER_URL) await checkReachable('DATABASE_OWNER_URL', ownerUrl)
  return { ownerUrl, appUrl: settings.DATABASE_URL, stop: async () => {} }
}

/** `beside`: for a command that may run while the program does. */
export async function openDatabase(settings: Settings, { beside = false } = {}): Promise<OpenDatabase> {
  ensureDataDir(settings.DATA_DIR)
  const { DATABASE_URL } = settings
  if (DATABASE_URL) return openExternal({ ...settings, DATABASE_URL })
  return beside ? joinEmbedded(settings.DATA_DIR) : startEmbedded(settings.DATA_DIR)
}

/** Brings the schema up to date and gives the application's role its rights. */
export async function migrateDatabase({ ownerUrl, appUrl }: OpenDatabase): Promise<string[]> {
  const client = await connectClient(appUrl)
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  await client.end()
  return migrate(ownerUrl, { appRole: rows[0]?.name })
}
