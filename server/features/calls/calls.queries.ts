// Queries that read calls. HTTP responses and socket events use the same query, so they contain the same fields.
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { callMembers, calls } from '#server/db/schema/calls.ts'
import { groupMembers } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { buildUserNameAndImageColumns } from '#server/features/chat/messages/messages.queries.ts'

/** SQL condition on `call_members`: the participant is currently in the call. */
export const buildInCallCondition = (id: string) =>
  and(eq(callMembers.callId, id), isNull(callMembers.leftAt))

const declined = sql<number[]>`array(
  select d.user_id from call_declines d where d.call_id = ${calls.id} order by d.user_id)`

const formerMembers = sql<number[]>`array(
  select distinct f.user_id from call_members f where f.call_id = ${calls.id} and f.left_at is not null
     and not exists (select from call_members m
       where m.call_id = f.call_id and m.user_id = f.user_id and m.left_at is null)
   order by f.user_id)`

/** SQL for the ids of members who are in another call. Empty outside direct messages, for privacy. */
const busy = sql<number[]>`array(
  select m.user_id from call_members m
    join group_members gm on gm.user_id = m.user_id and gm.group_id = ${calls.groupId}
    join message_groups g on g.id = gm.group_id and g.direct_key is not null
   where m.left_at is null and m.call_id <> ${calls.id} order by m.user_id)`

async function selectCalls(db: Db, where: SQL | undefined) {
  const { id, groupId, startedBy, startedAt, answeredAt, endedAt, isAudioOnly } = calls
  const isForwarded = sql<boolean>`${calls.room} is not null`
  const { userId, dev, joinedAt } = callMembers
  const rows = await db
    .select({
      call: {
        id,
        groupId,
        startedBy,
        startedAt,
        answeredAt,
        endedAt,
        isAudioOnly,
        isForwarded,
        formerMembers,
        declined,
        busy,
      },
      member: { userId, dev, joinedAt },
      isSending: sql<boolean>`${callMembers.publisher} is not null`,
      fullName: buildUserNameAndImageColumns(users).fullName,
    })
    .from(calls)
    .leftJoin(callMembers, and(eq(callMembers.callId, id), isNull(callMembers.leftAt)))
    .leftJoin(users, eq(users.id, userId))
    .where(where)
    .orderBy(asc(startedAt), asc(id), asc(callMembers.id))
  const found = new Map(
    rows.map(({ call }) => [call.id, { ...call, members: collectCallMembers(rows, call.id) }]),
  )
  return [...found.values()]
}

type CallMemberRow = {
  call: { id: string }
  member: { userId: number; dev: string; joinedAt: Date } | null
  fullName: string
  isSending: boolean
}

function collectCallMembers(rows: CallMemberRow[], id: string) {
  return rows.flatMap(({ call, member, fullName, isSending }) =>
    call.id === id && member ? [{ ...member, fullName, isSending }] : [],
  )
}

/** Finds a call by id, whether it is running or has ended. */
export async function findCall(db: Db, id: string) {
  const [call] = await selectCalls(db, eq(calls.id, id))
  return call
}

/** Lists the running calls in the groups of the requesting user. */
export async function listRunningCalls({ db, actor }: SignedInContext) {
  const isInOwnGroup = sql`exists (select from ${groupMembers} m
    where m.group_id = ${calls.groupId} and m.user_id = ${actor.id})`
  return selectCalls(db, and(isNull(calls.endedAt), isInOwnGroup))
}
