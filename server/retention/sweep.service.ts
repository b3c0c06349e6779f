import type { Db } from '#server/db/client.ts'
import { rules } from './rules.queries.ts'

/** So that no statement holds many rows for long, nor the replica behind it. */
const batch = 1000

/** What has run out goes, also where nobody comes back to notice; in parts, each a transaction of its own. */
export async function sweepExpired(db: Db, most = batch): Promise<void> {
  for (const { remove } of rules) {
    let gone = most
    while (remove && gone === most) gone = (await db.execute(remove(most))).rowCount ?? 0
  }
}
