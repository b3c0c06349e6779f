// Substring search in the unencrypted groups of a user.
// Messages have no text index, because maintaining the index would cost more than all message searches together.
// The message search scans each group backwards, a fixed number of messages at a time.
import { sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { escapeLikePattern } from '#server/db/sql/escape-like-pattern.ts'
import { buildImageUrlSql } from '#server/db/sql/image-url.ts'
import type { MessageSearchQuery } from '#shared/contracts/chat/message-search.schemas.ts'
import { getPersonName } from '#shared/names/stored-names.ts'

/** Number of messages that the search scans at a time per group. */
const scanSize = 10_000
/** Maximum number of results of a message search. The search of a group stops once it has found this many. */
const maxResults = 40
/** Fraction of a request's database timeout after which a message search returns the messages found so far. */
const timeShare = 0.4

interface FoundMessage extends Record<string, unknown> {
  groupId: number
  seq: number
  senderId: number
  fullName: string
  profileImageUrl: string | null
  content: string
  createdAt: Date
}

/** Sequence number for each group id. The message search continues with messages below this number. */
type ScanPositions = Map<number, number>

async function findSearchStartPositions(
  { db, actor }: SignedInContext,
  { groupId, reached }: MessageSearchQuery,
): Promise<ScanPositions> {
  const { rows } = await db.execute<{ id: number; below: number }>(sql`
    select g.id, (g.last_seq + 1)::float8 as below from group_members gm join message_groups g on g.id = gm.group_id
     where gm.user_id = ${actor.id} and not g.encrypted and g.last_seq > 0
       and ${groupId === undefined ? sql`true` : sql`g.id = ${groupId}`}`)
  const resumePositions = reached && new Map(reached)
  // A continued message search covers only groups that the actor is still in and that have messages left to scan.
  const open = resumePositions ? rows.filter(({ id }) => resumePositions.has(id)) : rows
  return new Map(open.map(({ id, below }) => [id, Math.min(below, resumePositions?.get(id) ?? below)]))
}

const buildLikePattern = (word: string) => `%${escapeLikePattern(word)}%`

async function scanMessagesForWords(
  { db }: SignedInContext,
  query: MessageSearchQuery,
  positions: ScanPositions,
): Promise<FoundMessage[]> {
  const { search, senderId, from, to } = query
  const patterns = search.split(/\s+/).map(buildLikePattern)
  const { rows } = await db.execute<FoundMessage>(sql`
    select m.group_id as "groupId", m.seq::float8 as seq, m.sender_id as "senderId", left(m.content, 300) as content,
           m.created_at as "createdAt",
           ${users.fullName} as "fullName",
           case when ${users.erasedAt} is null then ${buildImageUrlSql(users.profileImageId)} end as "profileImageUrl"
      from unnest(${sql.param([...positions.keys()])}::int[], ${sql.param([...positions.values()])}::bigint[]) s(group_id, below)
      cross join lateral (
        select * from messages m
         where m.group_id = s.group_id and m.seq < s.below and m.seq >= s.below - ${scanSize}
           and m.content ilike all(${sql.param(patterns)}::text[])
           and m.hidden_for is null and m.deleted_at is null
           and ${senderId === undefined ? sql`true` : sql`m.sender_id = ${senderId}`}
           and ${from === undefined ? sql`true` : sql`m.created_at >= ${from}`}
           and ${to === undefined ? sql`true` : sql`m.created_at < ${to}`}
         order by m.seq desc limit ${maxResults}) m
      join ${users} on ${users.id} = m.sender_id
     order by m.id desc`)
  return rows.map(row => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/**
 * Computes the next scan positions.
 * A group continues below its oldest match when it reached the result limit, otherwise below the scanned range.
 * Groups without messages left to scan are dropped.
 */
function advanceSearchPositions(positions: ScanPositions, found: FoundMessage[]): ScanPositions {
  const next: ScanPositions = new Map()
  for (const [groupId, below] of positions) {
    const groupMatches = found.filter(message => message.groupId === groupId)
    const nextPosition = groupMatches.length < maxResults ? below - scanSize : (groupMatches.at(-1)?.seq ?? 0)
    if (nextPosition > 1) next.set(groupId, nextPosition)
  }
  return next
}

export async function searchMessages(context: SignedInContext, query: MessageSearchQuery) {
  const deadline = performance.now() + context.settings.DATABASE_TIMEOUT_MS * timeShare
  const found: FoundMessage[] = []
  let positions = await findSearchStartPositions(context, query)
  while (positions.size > 0 && found.length < maxResults) {
    const matches = await scanMessagesForWords(context, query, positions)
    positions = advanceSearchPositions(positions, matches)
    found.push(...matches)
    if (performance.now() > deadline) break
  }
  return {
    found: found
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .map(({ fullName, profileImageUrl, ...message }) => ({
        ...message,
        sender: { fullName: getPersonName(fullName), profileImageUrl },
      })),
    reached: positions.size === 0 ? null : Array.from(positions, entry => entry.join(':')).join(),
  }
}
