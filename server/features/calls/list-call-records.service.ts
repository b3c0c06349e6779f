import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { calls } from '#server/db/schema/calls.ts'
import { users } from '#server/db/schema/core.ts'
import { requireGroupJoinedByCaller } from '#server/features/chat/groups/groups.service.ts'
import { buildUserNameAndImageColumns } from '#server/features/chat/messages/messages.queries.ts'
import { maxCallRecords } from '#shared/contracts/calls/calls.schemas.ts'

/**
 * Lists the newest call records of a group, ordered by their position among the messages. Records contain a
 * participant count but no participant names.
 */
export async function listCallRecords(context: SignedInContext, groupId: number, from: number) {
  const { db, actor } = context
  await requireGroupJoinedByCaller(context, groupId)
  const { id, startedBy, startedAt, answeredAt, endedAt, isAudioOnly } = calls
  const newest = db
    .select({
      id,
      afterSeq: sql<number>`${calls.afterSeq}`.mapWith(Number).as('after_seq'),
      startedBy,
      fullName: buildUserNameAndImageColumns(users).fullName.as('full_name'),
      startedAt,
      answeredAt,
      endedAt,
      isAudioOnly,
      people:
        sql<number>`(select count(distinct m.user_id)::int from call_members m where m.call_id = ${id})`.as(
          'people',
        ),
      wasIn:
        sql<boolean>`exists (select from call_members m where m.call_id = ${id} and m.user_id = ${actor.id})`.as(
          'was_in',
        ),
      hasDeclined:
        sql<boolean>`exists (select from call_declines d where d.call_id = ${id} and d.user_id = ${actor.id})`.as(
          'has_declined',
        ),
    })
    .from(calls)
    .innerJoin(users, eq(users.id, startedBy))
    .where(and(eq(calls.groupId, groupId), gte(calls.afterSeq, from)))
    .orderBy(desc(calls.afterSeq), desc(startedAt), desc(id))
    .limit(maxCallRecords)
    .as('newest')
  return db.select().from(newest).orderBy(asc(newest.afterSeq), asc(newest.startedAt), asc(newest.id))
}
