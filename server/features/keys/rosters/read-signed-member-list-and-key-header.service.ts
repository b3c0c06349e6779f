// Reads a group's stored member-list (roster) entries and group keys (epochs), and computes their current state.
// Signatures of member-list entries and group keys are not verified again, because the server did so before storing.
// An in-memory cache keeps member list and group key of recently read groups, so that only newer rows are read.
import { and, asc, eq, gte } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { groupEpochs, groupRoster } from '#server/db/schema/e2ee.ts'
import { type GroupLog, verifyAndAppendMembershipChangesAndKeys } from '#shared/e2ee/group-log.ts'
import { getRosterHead, getRosterLength, RosterError } from '#shared/e2ee/roster.ts'

const maxCachedGroups = 50
/** Cached roster (member list) and newest epoch (group key) by group id, ordered from least to most recently read. */
const cachedLogs = new Map<number, GroupLog>()

function cacheGroupLog(groupId: number, log: GroupLog): void {
  cachedLogs.delete(groupId)
  cachedLogs.set(groupId, log)
  const [oldest] = cachedLogs.keys()
  if (cachedLogs.size > maxCachedGroups && oldest !== undefined) cachedLogs.delete(oldest)
}

async function findRosterEntries(db: Db, groupId: number, from: number) {
  const { body, sig, seq, hash } = groupRoster
  return db
    .select({ signed: { body, sig }, digest: hash })
    .from(groupRoster)
    .where(and(eq(groupRoster.groupId, groupId), gte(seq, from)))
    .orderBy(asc(seq))
}

async function findEpochHeaders(db: Db, groupId: number, from: number) {
  const { body, sig, n, eid } = groupEpochs
  return db
    .select({ signed: { body, sig }, digest: eid })
    .from(groupEpochs)
    .where(and(eq(groupEpochs.groupId, groupId), gte(n, from)))
    .orderBy(asc(n))
}

/**
 * Returns the member-list entries or group keys that follow the newest cached one (hash `last`). Undefined if
 * the first element of `rows` has another hash.
 */
function selectNewRows<T extends { digest: string }>(rows: T[], last: string): T[] | undefined {
  if (last === '') return rows
  return rows[0]?.digest === last ? rows.slice(1) : undefined
}

/**
 * Returns the group's member list and key header. To be called before inserting rows: only committed rows are cached.
 */
export async function readSignedMemberListAndKeyHeader(db: Db, groupId: number): Promise<GroupLog> {
  const cachedLog = cachedLogs.get(groupId) ?? {}
  const { roster, epoch } = cachedLog
  // Group keys are read before member-list entries, so that every entry to which a group key refers is read.
  const headers = selectNewRows(await findEpochHeaders(db, groupId, epoch?.n ?? 1), epoch?.eid ?? '')
  const entries = selectNewRows(
    await findRosterEntries(db, groupId, roster ? getRosterLength(roster) : 1),
    roster ? getRosterHead(roster) : '',
  )
  // Member-list entries form a hash chain. If the last cached entry has another hash, the database was restored.
  if (!entries || !headers) {
    cachedLogs.delete(groupId)
    return readSignedMemberListAndKeyHeader(db, groupId)
  }
  const getSignedTexts = (rows: typeof entries) => rows.map(({ signed }) => signed)
  try {
    const { log } = await verifyAndAppendMembershipChangesAndKeys(
      cachedLog,
      getSignedTexts(entries),
      getSignedTexts(headers),
      groupId,
      async () => true,
    )
    cacheGroupLog(groupId, log)
    return log
  } catch (error) {
    if (!(error instanceof RosterError)) throw error
    // After a gap in the stored entries of a member list, the server accepts no more entries. Clients detect the gap.
    return {}
  }
}
