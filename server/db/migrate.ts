import { createHash } from 'node:crypto'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { StartupError } from '#server/terminal.ts'
import { connectClient } from './client.ts'

export interface Migration {
  name: string
  sql: string
}

/** Part of the bundle, so that what runs is what was built. */
const sources = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export const migrations: Migration[] = Object.entries(sources)
  .map(([path, sql]) => ({ name: path.replace('./migrations/', '').replace('.sql', ''), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** First line of a migration that cannot run in a transaction; every statement in it must be repeatable. */
const outsideTransaction = '-- outside-transaction'
const lockKey = 7_283_615_901

function hashOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}

function statementsOf(migration: Migration): string[] {
  return migration.sql.split('--> statement-breakpoint').filter(statement => statement.trim())
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const record = 'insert into schema_migrations (name, hash) values ($1, $2)'
  const values = [migration.name, hashOf(migration)]
  if (migration.sql.startsWith(outsideTransaction)) {
    for (const statement of statementsOf(migration)) await client.query(statement)
    await client.query(record, values)
    return
  }
  await client.query('begin')
  try {
    for (const statement of statementsOf(migration)) await client.query(statement)
    await client.query(record, values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function applyMissing(client: pg.Client, wanted: Migration[]): Promise<string[]> {
  await client.query(
    `create table if not exists schema_migrations
       (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations',
  )
  const applied = new Map(rows.map(row => [row.name, row.hash]))
  const missing = wanted.filter(migration => !applied.has(migration.name))
  for (const migration of wanted) {
    const hash = applied.get(migration.name)
    if (hash && hash !== hashOf(migration)) {
      throw new StartupError(
        `Migration ${migration.name} was changed after it had been applied; restore the original file.`,
      )
    }
  }
  for (const migration of missing) await apply(client, migration)
  return missing.map(migration => migration.name)
}

/** What the application's role may do: work with rows; the audit trail it can only add to and read. */
async function grantTo(client: pg.Client, appRole: string): Promise<void> {
  const role = pg.escapeIdentifier(appRole)
  const jobs = 'graphile_worker'
  await client.query(`
    grant usage on schema public, ${jobs} to ${role};
    grant select, insert, update, delete on all tables in schema public, ${jobs} to ${role};
    grant usage, select on all sequences in schema public, ${jobs} to ${role};
    grant execute on all functions in schema ${jobs} to ${role};
    revoke update, delete, truncate on audit_events from ${role};
    revoke insert, update, delete, truncate on schema_migrations from ${role};
  `)
  // A restore may stand at a schema that has no versions of the terms yet.
  const { rowCount } = await client.query(`select where to_regclass('term_acceptances') is not null`)
  if (rowCount) await client.query(`revoke update, delete, truncate on term_acceptances from ${role}`)
  // The job tables admit nobody but their owner by row-level security; the grants above are our lock.
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = '${jobs}'::regnamespace and relkind = 'r' and relrowsecurity`,
  )
  for (const { name } of rows) {
    await client.query(`alter table ${jobs}.${pg.escapeIdentifier(name)} disable row level security`)
  }
}

/**
 * Brings the schema up to date as its owner, under a lock, so that instances starting together migrate
 * once. By name and hash: a migration that arrives late from another branch still runs.
 */
export async function migrate(
  ownerUrl: string,
  options: { appRole?: string; wanted?: Migration[] } = {},
): Promise<string[]> {
  const client = await connectClient(ownerUrl, { purpose: 'migration' })
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const applied = await applyMissing(client, options.wanted ?? migrations)
    await migrateJobs({ connectionString: ownerUrl })
    const { rows } = await client.query<{ owner: string }>('select current_user as owner')
    if (options.appRole && options.appRole !== rows[0]?.owner) await grantTo(client, options.appRole)
    return applied
  } finally {
    await client.end()
  }
}
