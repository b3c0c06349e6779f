// Lists the people who were asked in a roll call (safety check), page by page, filtered by answer.
// Managers of the roll call can reveal the phone number of one person at a time.
import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { rollCallPeople } from '#server/db/schema/roll-calls.ts'
import { conflict, notFound } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import type { AskedPeopleQuery } from '#shared/contracts/roll-calls/roll-calls.schemas.ts'
import { buildPersonOfRollCallCondition, requireRollCallManagedByCaller } from './roll-calls.service.ts'

const buildAnswerStateCondition = (state: AskedPeopleQuery['state']) =>
  state === 'silent' ? isNull(rollCallPeople.state) : eq(rollCallPeople.state, state)

const personColumns = {
  userId: users.id,
  fullName: users.fullName,
  clubName: clubs.name,
  hasPhone: sql<boolean>`${users.phone} is not null`,
  state: rollCallPeople.state,
  note: rollCallPeople.note,
  place: rollCallPeople.place,
  answeredAt: rollCallPeople.answeredAt,
}

/** Selects the people asked in a roll call (safety check) in order of their id, one page at a time. */
export function buildSqlQueryForRollCallRecipients(
  { db }: Pick<SignedInContext, 'db'>,
  id: number,
  where: SQL | undefined,
  limit: number,
) {
  return db
    .select(personColumns)
    .from(rollCallPeople)
    .innerJoin(users, eq(users.id, rollCallPeople.userId))
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(and(eq(rollCallPeople.rollCallId, id), where))
    .orderBy(asc(users.id))
    .limit(limit)
}

export async function listRollCallPeople(
  context: SignedInContext,
  id: number,
  { state, after, limit }: AskedPeopleQuery,
) {
  await requireRollCallManagedByCaller(context, id, { isLocked: false })
  return buildSqlQueryForRollCallRecipients(
    context,
    id,
    and(buildAnswerStateCondition(state), after ? gt(users.id, after) : undefined),
    limit,
  )
}

/**
 * Returns the phone number of a person in an open roll call.
 * The access to the phone number is recorded first, and its owner is notified.
 */
export async function revealRollCallPhoneNumber(context: SignedInContext, id: number, userId: number) {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const rollCall = await requireRollCallManagedByCaller(tx, id, { isLocked: false })
    if (rollCall.closedAt) throw conflict('roll_call_closed')
    const [person] = await db
      .select({ user: users })
      .from(rollCallPeople)
      .innerJoin(users, eq(users.id, rollCallPeople.userId))
      .where(buildPersonOfRollCallCondition(userId, id))
    if (!person) throw notFound()
    await recordAuditEvent(tx, {
      kind: 'user.phone_shown',
      target: buildUserAuditTarget(person.user),
      details: { rollCallId: id },
      notify: { users: [userId], kind: 'user.phone_shown', params: { userId: actor.id } },
      touches: { topics: ['unmaskings'], to: { users: [userId] } },
    })
    return { phone: person.user.phone }
  })
}
