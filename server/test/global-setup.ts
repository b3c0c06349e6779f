// One PostgreSQL for the whole run, migrated once; every test file clones the result.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The template's address as the application's role. */
    appUrl: string
    /** A folder for files, gone after the run. */
    scratch: string
  }
}

export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'perantau-test-'))
  const database = await startEmbedded(dataDir)
  const client = new pg.Client({ connectionString: superuserUrl(database.appUrl) })
  await client.connect()
  // Nothing here outlives the run, so nothing needs to reach the disk.
  await client.query('alter system set fsync = off')
  await client.query('alter system set synchronous_commit = off')
  await client.query('alter system set full_page_writes = off')
  await client.query('select pg_reload_conf()')
  await client.end()
  await migrate(database.ownerUrl, { appRole: 'perantau' })
  project.provide('appUrl', database.appUrl)
  project.provide('scratch', join(dataDir, 'scratch'))
  return async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export function superuserUrl(appUrl: string): string {
  return appUrl.replace('perantau@/perantau', 'postgres@/postgres')
}
