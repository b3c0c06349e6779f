import type { Db } from '#server/db/connection/client.ts'
import { retentionRules } from './retention-rules.queries.ts'

/**
 * Number of rows that the retention job deletes per SQL statement. Small batches keep locks and replication lag short.
 */
const defaultBatchSize = 1000

/** Retention job: deletes expired rows by all retention rules, in batches with a transaction each. */
export async function deleteExpiredRows(db: Db, batchSize = defaultBatchSize): Promise<void> {
  for (const { remove } of retentionRules) {
    let deletedRows = batchSize
    while (remove && deletedRows === batchSize)
      deletedRows = (await db.execute(remove(batchSize))).rowCount ?? 0
  }
}
