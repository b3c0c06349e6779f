// Short-lived rows (events and jobs): written in a transaction, processed after its commit and then deleted.

import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { timestampColumn } from './columns.ts'

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * Events between server instances (bus.ts). The table is not logged (UNLOGGED), because only running instances need it.
 * After a database crash or failover every instance loads its state again.
 */
export const notices = pgTable(
  'notices',
  {
    /** Event id. If transaction B has seen a change of transaction A, the event of B has the higher id. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Id of the transaction that wrote the event. Readers use it to find events committed since their last read. */
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    signal: jsonb().notNull(),
  },
  t => [index('notices_by_transaction').on(t.xid)],
)

/** Jobs that wait for their transfer to graphile-worker in batches (enqueue-jobs.ts). */
export const queuedJobs = pgTable(
  'queued_jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    task: text().notNull(),
    payload: jsonb().notNull(),
    /** Key of a job. A new job replaces a waiting job that has the same key. */
    key: text(),
    /** True when adding a job with the same key again keeps the start time (run_at) of the waiting job. */
    keepsTime: boolean().notNull().default(false),
    runAt: timestampColumn().notNull(),
    priority: smallint().notNull().default(0),
  },
  t => [index('queued_jobs_by_key').on(t.key)],
)

/** Users whose accounts a job will compare with all others in search of duplicates. Triggers insert the rows. */
export const unpaired = pgTable('unpaired', { userId: integer().primaryKey() })
