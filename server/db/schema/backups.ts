import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Scheduled backups and their results. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** File name of the backup in BACKUP_DIR. */
    file: text().notNull(),
    startedAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
    size: bigint({ mode: 'number' }),
    /** Time at which the backup was restored into an empty database and verified. */
    checkedAt: moment(),
    failedAt: moment(),
    /** Reason of the failure in one sentence for the operator. */
    reason: text(),
    /** Time at which headquarters were notified of the failed backup. */
    toldAt: moment(),
    /** Time at which the backup file was deleted by the retention rule. */
    removedAt: moment(),
  },
  t => [
    check('backup_runs_checked', sql`${t.checkedAt} is null or ${t.finishedAt} is not null`),
    index('backup_runs_by_start').on(t.startedAt),
  ],
)
