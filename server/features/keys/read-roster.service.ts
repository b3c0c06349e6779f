// Rosters and epochs as they are stored. Every signature was checked as it came in; what is left is to go through
// them, and of a group that was read before only through what is new.
import { and, asc, eq, gte } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { groupEpochs, groupRoster } from '#server/db/schema/e2ee.ts'
import { applyLog, type GroupLog } from '#shared/e2ee/log.ts'
import { headOf, RosterError, seqOf } from '#shared/e2ee/roster.ts'

const mostKept = 50
/** By group, the one that was read last at the end. */
const kept = new Map<number, GroupLog>()

function keep(groupId: number, log: GroupLog): void {
  kept.delete(groupId)
  kept.set(groupId, log)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
}

async function findEntries(db: Db, groupId: number, from: number) {
  const { body, sig, seq, hash } = groupRoster
  return db
    .select({ one: { body, sig }, name: hash })
    .from(groupRoster)
    .where(and(eq(groupRoster.groupId, groupId), gte(seq, from)))
    .orderBy(asc(seq))
}

async function findHeaders(db: Db, groupId: number, from: number) {
  const { body, sig, n, eid } = groupEpochs
  return db
    .select({ one: { body, sig }, name: eid })
    .from(groupEpochs)
    .where(and(eq(groupEpochs.groupId, groupId), gte(n, from)))
    .orderBy(asc(n))
}

/** What came after what was read before; undefined where that is not what is stored any more. */
function following<T extends { name: string }>(rows: T[], last: string): T[] | undefined {
  if (last === '') return rows
  return rows[0]?.name === last ? rows.slice(1) : undefined
}

/** Whoever adds to it reads it before: what is kept here was committed. */
export async function readLog(db: Db, groupId: number): Promise<GroupLog> {
  const before = kept.get(groupId) ?? {}
  const { roster, epoch } = before
  // Epochs first: whatever entry one of them names is there by then.
  const headers = following(await findHeaders(db, groupId, epoch?.n ?? 1), epoch?.eid ?? '')
  const entries = following(
    await findEntries(db, groupId, roster ? seqOf(roster) : 1),
    roster ? headOf(roster) : '',
  )
  // The same head stands for the same entries, all the way down; another one for a database that was put back.
  if (!entries || !headers) {
    kept.delete(groupId)
    return readLog(db, groupId)
  }
  const signed = (rows: typeof entries) => rows.map(({ one }) => one)
  try {
    const { log } = await applyLog(before, signed(entries), signed(headers), groupId, async () => true)
    keep(groupId, log)
    return log
  } catch (error) {
    if (!(error instanceof RosterError)) throw error
    // Half of it is missing: nothing more is added here, and whoever reads what is left sees for themselves.
    return {}
  }
}
