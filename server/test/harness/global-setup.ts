// Starts one PostgreSQL for the whole test run and applies the migrations once to a template database.
// Every test file works on its own copy of this template database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of the template database for the role of the application. */
    appUrl: string
    /** Folder for temporary files of tests, deleted after the test run. */
    scratch: string
  }
}

export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'perantau-test-'))
  const database = await startEmbeddedDatabase(dataDir)
  const client = new pg.Client({ connectionString: buildDatabaseSuperuserUrl(database.appUrl) })
  await client.connect()
  // The test data is discarded after the run, so PostgreSQL need not write it safely to disk.
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

export function buildDatabaseSuperuserUrl(appUrl: string): string {
  return appUrl.replace('perantau@/perantau', 'postgres@/postgres')
}
