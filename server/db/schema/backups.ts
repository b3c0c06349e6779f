import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Backups that the program made by itself, and what became of them. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Its name in BACKUP_DIR. */
    file: text().notNull(),
    startedAt: moment().notNull().defaultNow(),
    finishedAt: moment(),
    size: bigint({ mode: 'number' }),
    /** When it was brought back into an empty place and compared. */
    checkedAt: moment(),
    failedAt: moment(),
    /** One sentence for whoever has to mend it. */
    reason: text(),
    /** When headquarters were told of the failure. */
    toldAt: moment(),
    /** When its time was over and the file was deleted. */
    removedAt: moment(),
  },
  t => [
    check('backup_runs_checked', sql`${t.checkedAt} is null or ${t.finishedAt} is not null`),
    index('backup_runs_by_start').on(t.startedAt),
  ],
)
