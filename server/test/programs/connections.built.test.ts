// Compares the database connections that one server instance opens with those that docs/scale.md lists.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { root } from '#server/env.ts'
import { workerConnections } from '#server/jobs/jobs.ts'
import { setUpDatabase } from '#server/test/harness/database.ts'
import {
  buildServerEnvironment,
  startServerProcess,
  stopProcess,
  waitUntil,
} from '#server/test/processes/program-process.ts'

const database = setUpDatabase()

async function countConnectionsByName(where = 'true'): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ name: string; count: number }>(
    `select application_name as name, count(*)::int from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'perantau' and ${where} group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('every database connection of a server instance names its purpose, and docs/scale.md states the number of job workers', async () => {
  const BACKUP_DIR = join(inject('scratch'), randomUUID())
  mkdirSync(BACKUP_DIR, { recursive: true })
  const program = await startServerProcess({ ...(await buildServerEnvironment(database)), BACKUP_DIR })
  const page = readFileSync(join(root, 'docs/scale.md'), 'utf8')
  expect(page).toContain(`${workerConnections} for each of 5 workers`)
  // Each job worker listens on a connection of its own; the sixth worker makes backups.
  await waitUntil(
    async () => (await countConnectionsByName(`query ilike 'listen %jobs:insert%'`))['perantau worker'] === 6,
    { say: program.output },
  )
  const names = Object.keys(await countConnectionsByName())
  expect(names).toEqual(expect.arrayContaining(['perantau jobs', 'perantau listener', 'perantau worker']))
  const known = ['app', 'reads', 'listener', 'jobs', 'worker', 'backup'].map(purpose => `perantau ${purpose}`)
  expect(names.filter(name => !known.includes(name))).toEqual([])
  expect(await stopProcess(program)).toBe(0)
})
