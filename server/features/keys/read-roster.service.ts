// Rosters as they are stored. Every signature was checked as it came in; what is left is to go through the entries,
// and of a group that was read before only through those that are new.
import { and, asc, eq, gte } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { groupRoster } from '#server/db/schema/e2ee.ts'
import { applyEntries, headOf, type Roster, seqOf } from '#shared/e2ee/roster.ts'

const mostKept = 50
/** By group, the one that was read last at the end. */
const kept = new Map<number, Roster>()

function keep(roster: Roster): void {
  kept.delete(roster.groupId)
  kept.set(roster.groupId, roster)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
}

async function findEntries(db: Db, groupId: number, from: number) {
  const { body, sig, seq, hash } = groupRoster
  return db
    .select({ body, sig, hash })
    .from(groupRoster)
    .where(and(eq(groupRoster.groupId, groupId), gte(seq, from)))
    .orderBy(asc(seq))
}

/** Whoever adds to it reads it before: what is kept here was committed. */
export async function readRoster(db: Db, groupId: number): Promise<Roster | undefined> {
  const before = kept.get(groupId)
  const since = before ? await findEntries(db, groupId, seqOf(before)) : []
  // The same head stands for the same entries, all the way down.
  const goesOn = before !== undefined && since[0]?.hash === headOf(before)
  const entries = goesOn ? since.slice(1) : await findEntries(db, groupId, 1)
  const signed = entries.map(({ body, sig }) => ({ body, sig }))
  const roster = await applyEntries(goesOn ? before : undefined, signed, groupId, async () => true)
  if (roster) keep(roster)
  return roster
}
