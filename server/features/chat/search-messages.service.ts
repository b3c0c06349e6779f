// Looking for words in one's plain groups. Messages have no index of their words: keeping one would cost every message
// that is said more than all searches together. They are read backwards instead, a stretch of each group at a time.
import { sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { imageUrl } from '#server/db/image-url.ts'
import { escapeLike } from '#server/db/like.ts'
import { users } from '#server/db/schema/core.ts'
import type { MessageSearchQuery } from '#shared/contracts/message-search.ts'
import { formerMember } from '#shared/labels.ts'

/** So many of one group at a time. */
const stretch = 10_000
/** Enough to show; and of one group, before the others had their turn. */
const enough = 40
/** Share of the request's database timeout after which a search returns the messages found so far. */
const searchShare = 0.4

interface Found extends Record<string, unknown> {
  groupId: number
  seq: number
  senderId: number
  fullName: string
  profileImageUrl: string | null
  content: string
  createdAt: Date
}

/** Where to go on in each group: below this place. */
type Reached = Map<number, number>

async function startsOf({ db, actor }: SignedIn, { groupId, reached }: MessageSearchQuery): Promise<Reached> {
  const { rows } = await db.execute<{ id: number; below: number }>(sql`
    select g.id, (g.last_seq + 1)::float8 as below from group_members gm join message_groups g on g.id = gm.group_id
     where gm.user_id = ${actor.id} and not g.encrypted and g.last_seq > 0
       and ${groupId === undefined ? sql`true` : sql`g.id = ${groupId}`}`)
  const known = reached && new Map(reached)
  // Only where one is at this moment, and only where something is left.
  const open = known ? rows.filter(({ id }) => known.has(id)) : rows
  return new Map(open.map(({ id, below }) => [id, Math.min(below, known?.get(id) ?? below)]))
}

const literally = (word: string) => `%${escapeLike(word)}%`

async function lookThrough({ db }: SignedIn, query: MessageSearchQuery, starts: Reached): Promise<Found[]> {
  const { search, senderId, from, to } = query
  const words = search.split(/\s+/).map(literally)
  const { rows } = await db.execute<Found>(sql`
    select m.group_id as "groupId", m.seq::float8 as seq, m.sender_id as "senderId", left(m.content, 300) as content,
           m.created_at as "createdAt",
           case when ${users.erasedAt} is null then ${users.fullName} else ${formerMember} end as "fullName",
           case when ${users.erasedAt} is null then ${imageUrl(users.profileImageId)} end as "profileImageUrl"
      from unnest(${sql.param([...starts.keys()])}::int[], ${sql.param([...starts.values()])}::bigint[]) s(group_id, below)
      cross join lateral (
        select * from messages m
         where m.group_id = s.group_id and m.seq < s.below and m.seq >= s.below - ${stretch}
           and m.content ilike all(${sql.param(words)}::text[])
           and m.hidden_for is null and m.deleted_at is null
           and ${senderId === undefined ? sql`true` : sql`m.sender_id = ${senderId}`}
           and ${from === undefined ? sql`true` : sql`m.created_at >= ${from}`}
           and ${to === undefined ? sql`true` : sql`m.created_at < ${to}`}
         order by m.seq desc limit ${enough}) m
      join ${users} on ${users.id} = m.sender_id
     order by m.id desc`)
  return rows.map(row => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/** Below the oldest that was shown of a group that had more than enough, else below its stretch; then whatever is left. */
function goOn(starts: Reached, found: Found[]): Reached {
  const next: Reached = new Map()
  for (const [groupId, below] of starts) {
    const own = found.filter(one => one.groupId === groupId)
    const place = own.length < enough ? below - stretch : (own.at(-1)?.seq ?? 0)
    if (place > 1) next.set(groupId, place)
  }
  return next
}

export async function searchMessages(context: SignedIn, query: MessageSearchQuery) {
  const deadline = performance.now() + context.settings.DATABASE_TIMEOUT_MS * searchShare
  const found: Found[] = []
  let starts = await startsOf(context, query)
  while (starts.size > 0 && found.length < enough) {
    const more = await lookThrough(context, query, starts)
    starts = goOn(starts, more)
    found.push(...more)
    if (performance.now() > deadline) break
  }
  return {
    found: found
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .map(({ fullName, profileImageUrl, ...one }) => ({ ...one, sender: { fullName, profileImageUrl } })),
    reached: starts.size === 0 ? null : Array.from(starts, place => place.join(':')).join(),
  }
}
