// Group membership queries for sockets. They must be fast, because all sockets reconnect after a server restart.
import type { Pool } from 'pg'
import { prepareStatement } from '#server/db/connection/prepared-statements.ts'

const selectMemberships = prepareStatement<{ userId: number; groupId: number }>(
  'find-memberships',
  `select user_id as "userId", group_id as "groupId" from group_members where user_id = any($1)`,
)

export interface GroupHead {
  lastSeq: number
  lastChange: number
}

const selectHead = prepareStatement<GroupHead>(
  'find-head',
  `select g.last_seq::float8 as "lastSeq", g.last_change::float8 as "lastChange"
     from message_groups g join group_members m on m.group_id = g.id
    where g.id = $2 and m.user_id = $1`,
)

/** Returns the ids of the groups that each user belongs to. */
export async function findGroupIdsByUser(pool: Pool, userIds: number[]): Promise<Map<number, number[]>> {
  const groups = new Map<number, number[]>(userIds.map(id => [id, []]))
  if (userIds.length === 0) return groups
  const { rows } = await selectMemberships(pool, [userIds])
  for (const { userId, groupId } of rows) groups.get(userId)?.push(groupId)
  return groups
}

/** Returns sequence numbers of a group's last message and message change; undefined for non-members. */
export async function findLastSequenceNumbersOfGroupIfMember(
  pool: Pool,
  userId: number,
  groupId: number,
): Promise<GroupHead | undefined> {
  const { rows } = await selectHead(pool, [userId, groupId])
  return rows[0]
}
