// Migration runner. Migrations are identified by name and verified by hash, and run while an advisory lock is held.
import { createHash } from 'node:crypto'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { openDedicatedConnection } from '#server/db/connection/client.ts'
import { StartupError } from '#server/terminal.ts'

export interface Migration {
  name: string
  sql: string
}

/** The SQL files of all migrations are bundled at build time, so that the built server needs no separate files. */
const sources = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export const migrations: Migration[] = Object.entries(sources)
  .map(([path, sql]) => ({ name: path.replace('./migrations/', '').replace('.sql', ''), sql }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/**
 * First line of a migration file that cannot run in a transaction. Each statement of such a file must be repeatable.
 */
const outsideTransaction = '-- outside-transaction'
const lockKey = 7_283_615_901

function computeMigrationHash(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}

function splitMigrationStatements(migration: Migration): string[] {
  return migration.sql.split('--> statement-breakpoint').filter(statement => statement.trim())
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  const record = 'insert into schema_migrations (name, hash) values ($1, $2)'
  const values = [migration.name, computeMigrationHash(migration)]
  if (migration.sql.startsWith(outsideTransaction)) {
    for (const statement of splitMigrationStatements(migration)) await client.query(statement)
    await client.query(record, values)
    return
  }
  await client.query('begin')
  try {
    for (const statement of splitMigrationStatements(migration)) await client.query(statement)
    await client.query(record, values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function applyMissingMigrations(client: pg.Client, wanted: Migration[]): Promise<string[]> {
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
    if (hash && hash !== computeMigrationHash(migration)) {
      throw new StartupError(
        `Migration ${migration.name} was changed after it had been applied; restore the original file.`,
      )
    }
  }
  for (const migration of missing) await applyMigration(client, migration)
  return missing.map(migration => migration.name)
}

/**
 * Tables whose rows the application role may not change, with the columns that it may change nevertheless. Triggers,
 * which run as the owner, maintain sums and receipt numbers of the fee ledger.
 */
const appendOnlyTables: Record<string, string[]> = {
  term_acceptances: [],
  fee_entries: [],
  fee_lines: [],
  fee_receipts: [],
  fee_charges: [],
  fee_receipt_counters: [],
  fee_accounts: ['user_id', 'merged_at'],
  fee_payees: ['status', 'decided_by', 'decided_at', 'retired_at'],
  fee_payee_approvers: [],
}

/**
 * Revokes updates and deletions on append-only tables. Tables that do not exist yet, as in a restored older schema, are
 * skipped.
 */
async function restrictAppendOnlyTables(client: pg.Client, role: string): Promise<void> {
  for (const [table, columns] of Object.entries(appendOnlyTables)) {
    const { rowCount } = await client.query('select where to_regclass($1) is not null', [table])
    if (!rowCount) continue
    await client.query(`revoke update, delete, truncate on ${table} from ${role}`)
    if (columns.length > 0) await client.query(`grant update (${columns.join(', ')}) on ${table} to ${role}`)
  }
}

/** Grants the application role access to all tables. On the audit log it gets only insert and select. */
async function grantPrivileges(client: pg.Client, appRole: string): Promise<void> {
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
  await restrictAppendOnlyTables(client, role)
  // Row-level security would hide the rows of graphile-worker from the application role, so it is disabled.
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = '${jobs}'::regnamespace and relkind = 'r' and relrowsecurity`,
  )
  for (const { name } of rows) {
    await client.query(`alter table ${jobs}.${pg.escapeIdentifier(name)} disable row level security`)
  }
}

/**
 * Applies missing migrations as the owner of the schema. A lock ensures that instances starting together migrate once.
 * Migrations are compared by name and hash, so one that arrives late from another branch is applied too.
 */
export async function migrate(
  ownerUrl: string,
  options: { appRole?: string; wanted?: Migration[] } = {},
): Promise<string[]> {
  const client = await openDedicatedConnection(ownerUrl, { purpose: 'migration' })
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const applied = await applyMissingMigrations(client, options.wanted ?? migrations)
    await migrateJobs({ connectionString: ownerUrl })
    const { rows } = await client.query<{ owner: string }>('select current_user as owner')
    if (options.appRole && options.appRole !== rows[0]?.owner) await grantPrivileges(client, options.appRole)
    return applied
  } finally {
    await client.end()
  }
}
