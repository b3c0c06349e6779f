import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestampColumn } from './columns.ts'

/** Table of scheduled backups and their results. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Name of the backup file in the folder BACKUP_DIR. */
    file: text().notNull(),
    startedAt: timestampColumn().notNull().defaultNow(),
    finishedAt: timestampColumn(),
    size: bigint({ mode: 'number' }),
    /** Time at which the backup was verified by restoring it into an empty database. */
    checkedAt: timestampColumn(),
    failedAt: timestampColumn(),
    /** Reason why the backup failed, as a sentence for the operator. */
    reason: text(),
    /** Time at which headquarters was notified of the failed backup. */
    toldAt: timestampColumn(),
    /** Time at which the file of the expired backup was deleted. */
    removedAt: timestampColumn(),
  },
  t => [
    check('backup_runs_checked', sql`${t.checkedAt} is null or ${t.finishedAt} is not null`),
    index('backup_runs_by_start').on(t.startedAt),
  ],
)
