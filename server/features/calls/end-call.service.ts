import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection/client.ts'
import { callDeclines, callMembers, calls } from '#server/db/schema/calls.ts'
import { groupMembers, messageGroups } from '#server/db/schema/chat.ts'
import { users } from '#server/db/schema/core.ts'
import { notifyUsers, recordAuditEvent } from '#server/events/events.service.ts'
import { buildInCallCondition } from './calls.queries.ts'
import { type LockedCall, publishCallChange } from './select-call-for-update.service.ts'

type CallReference = Pick<LockedCall, 'id' | 'groupId' | 'startedBy'>

/**
 * Audit target of a call: its group and the country of the user who started it. Administrators of this
 * country may read the event.
 */
export async function findGroupAndCountryForCallAuditEvent(db: Db, { groupId, startedBy }: CallReference) {
  const [starter] = await db
    .select({ country: users.currentCountry })
    .from(users)
    .where(eq(users.id, startedBy))
  return { type: 'group' as const, id: groupId, country: starter?.country ?? null }
}

async function countParticipants(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${callMembers.userId})::int` })
    .from(callMembers)
    .where(eq(callMembers.callId, id))
  return row?.count ?? 0
}

/** Finds the users who missed a direct call: the called person, unless this person declined the call. */
async function findUsersWhoMissedCall(db: Db, { id, groupId, startedBy }: CallReference): Promise<number[]> {
  const rows = await db
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .innerJoin(messageGroups, eq(messageGroups.id, groupMembers.groupId))
    .where(
      and(
        eq(groupMembers.groupId, groupId),
        sql`${messageGroups.directKey} is not null and ${groupMembers.userId} <> ${startedBy}`,
        sql`not exists (select from ${callDeclines} d where d.call_id = ${id} and d.user_id = ${groupMembers.userId})`,
      ),
    )
  return rows.map(({ userId }) => userId)
}

/** Ends a call for all participants. For privacy the audit log gets the number of participants, not their names. */
export async function endCall(db: Db, call: CallReference): Promise<void> {
  const { id, groupId, startedBy } = call
  await db.update(callMembers).set({ leftAt: sql`clock_timestamp()` }).where(buildInCallCondition(id))
  const [ended] = await db
    .update(calls)
    .set({ endedAt: sql`clock_timestamp()` })
    .where(and(eq(calls.id, id), isNull(calls.endedAt)))
    .returning({
      seconds: sql<number>`round(extract(epoch from ${calls.endedAt} - ${calls.startedAt}))::int`,
    })
  if (!ended) return
  const people = await countParticipants(db, id)
  await recordAuditEvent(
    { db },
    {
      kind: 'call.ended',
      target: await findGroupAndCountryForCallAuditEvent(db, call),
      details: { seconds: ended.seconds, people },
    },
  )
  if (people > 1) return
  const missed = await findUsersWhoMissedCall(db, call)
  await notifyUsers({ db }, { users: missed, kind: 'call.missed', params: { userId: startedBy, groupId } })
}

export async function isDirectMessageGroup(db: Db, groupId: number): Promise<boolean> {
  const [group] = await db
    .select({ directKey: messageGroups.directKey })
    .from(messageGroups)
    .where(eq(messageGroups.id, groupId))
  return group?.directKey != null
}

/**
 * Ends the call if nobody is left in it, and publishes the change after a participant left. In a direct conversation
 * hanging up (`hasHungUp`) ends the call for both people. An answered direct call otherwise stays open without
 * participants until the call cleanup ends it (`reconnectTimeout`).
 */
export async function endCallWithoutParticipants(
  db: Db,
  call: CallReference,
  { hasHungUp = false } = {},
): Promise<void> {
  const [remaining] = await db
    .select({ id: callMembers.id })
    .from(callMembers)
    .where(buildInCallCondition(call.id))
    .limit(1)
  const isBetweenTwo = await isDirectMessageGroup(db, call.groupId)
  const waitsForReturn = isBetweenTwo && !hasHungUp && (await countParticipants(db, call.id)) > 1
  if ((!remaining && !waitsForReturn) || (isBetweenTwo && hasHungUp)) await endCall(db, call)
  await publishCallChange(db, call)
}
