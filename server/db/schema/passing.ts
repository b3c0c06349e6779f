// What only passes through: written with a change, passed on after its commit, then gone.

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
import { moment } from './columns.ts'

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * What instances tell each other of (bus.ts). Unlogged, which the migration says: it is for those who listen now, and a
 * database that comes back from a crash or on another machine makes all of them look everything up.
 */
export const notices = pgTable(
  'notices',
  {
    /** In the order of causes: whoever could see a change writes theirs with a higher number. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** By which a reader knows what it could not see the last time it looked. */
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    signal: jsonb().notNull(),
  },
  t => [index('notices_by_transaction').on(t.xid)],
)

/** Jobs on their way to the runner's own tables, which are filled in batches (enqueue.ts). */
export const queuedJobs = pgTable(
  'queued_jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    task: text().notNull(),
    payload: jsonb().notNull(),
    /** The same key again takes the place of what still waits. */
    key: text(),
    /** One that waits keeps its time, however often it is asked for again. */
    keepsTime: boolean().notNull().default(false),
    runAt: moment().notNull(),
    priority: smallint().notNull().default(0),
  },
  t => [index('queued_jobs_by_key').on(t.key)],
)

/** Whoever is to be looked at for others who may be the same person; filled by triggers, emptied by a job. */
export const unpaired = pgTable('unpaired', { userId: integer().primaryKey() })
