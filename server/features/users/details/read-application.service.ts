import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, invitations, users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { notFound } from '#server/errors.ts'
import { maskUserRow } from '#server/features/users/list/mask-user-row.ts'
import {
  buildUserVisibilitySqlCondition,
  userDetailColumns,
  userRowColumns,
} from '#server/features/users/list/users.queries.ts'
import { readIdentityNumber } from '#server/features/users/person-data/read-identity-number.ts'
import { getBirthDateFromIdentityNumber, getStateOfBirthFromIdentityNumber } from '#shared/ic-number.ts'
import { findSimilarUsers } from './similar-users.queries.ts'

/** Reads a pending application with the data for the decision. Returns 404 once the application is decided. */
export async function readApplication(context: SignedInContext, id: number) {
  const { db, actor } = context
  const [found] = await db
    .select({ row: userRowColumns, detail: userDetailColumns, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(
      and(
        eq(users.id, id),
        eq(users.status, 'pending'),
        buildUserVisibilitySqlCondition(actor, 'users.pending'),
      ),
    )
  if (!found) throw notFound()
  const { row, detail, emailConfirmedAt } = found
  return {
    ...maskUserRow(context, row),
    ...detail,
    ...deriveFromIcNumber(context, row),
    emailConfirmedAt,
    ...(await readPastDecisions(db, row)),
    likely: await readLikelyDuplicates(context, id),
    invitedBy: await readInviter(db, id),
  }
}

/** Derives birth date and birth state from the identity number without revealing the number. */
function deriveFromIcNumber(
  context: SignedInContext,
  { id, icEncrypted }: Pick<typeof users.$inferSelect, 'id' | 'icEncrypted'>,
) {
  const digits = (icEncrypted && readIdentityNumber(context, id, icEncrypted)) ?? ''
  return {
    numberBirthDay: getBirthDateFromIdentityNumber(digits) ?? null,
    numberBirthState: getStateOfBirthFromIdentityNumber(digits) ?? null,
  }
}

/**
 * Lists users within the caller's scope who may be the same person as the applicant.
 * Users whom an administrator has marked as a different person are omitted.
 */
async function readLikelyDuplicates({ db, actor }: SignedInContext, id: number) {
  const reasonsById = new Map((await findSimilarUsers(db, [id])).map(({ otherId, why }) => [otherId, why]))
  if (reasonsById.size === 0) return []
  const found = await db
    .select({
      id: users.id,
      fullName: users.fullName,
      status: users.status,
      membershipNumber: users.membershipNumber,
      clubName: clubs.name,
    })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(
      and(
        inArray(users.id, [...reasonsById.keys()]),
        buildUserVisibilitySqlCondition(actor, 'users.pending'),
        sql`not exists (select from likely_pairs p where p.dismissed_at is not null
          and p.low_id = least(${users.id}, ${id}::int) and p.high_id = greatest(${users.id}, ${id}::int))`,
      ),
    )
    .orderBy(users.id)
    .limit(5)
  return found.map(person => ({ ...person, why: reasonsById.get(person.id) ?? 'same_name' }))
}

/** Name of the user whose invitation link the applicant used; null without an invitation. */
async function readInviter(db: Db, id: number) {
  const inviters = alias(users, 'inviters')
  const [found] = await db
    .select({ fullName: inviters.fullName })
    .from(users)
    .innerJoin(invitations, eq(invitations.id, users.invitationId))
    .innerJoin(inviters, eq(inviters.id, invitations.createdBy))
    .where(and(eq(users.id, id), isNull(inviters.erasedAt)))
  return found?.fullName ?? null
}

async function readPastDecisions(db: Db, { id, createdAt }: { id: number; createdAt: Date }) {
  const entries = await db
    .select({ status: userHistory.status, reason: userHistory.reason, createdAt: userHistory.createdAt })
    .from(userHistory)
    .where(eq(userHistory.userId, id))
    .orderBy(desc(userHistory.createdAt), desc(userHistory.id))
    .limit(50)
  const rejected = entries.filter(({ status }) => status === 'rejected')
  // The applicant has waited since the first pending history entry after the last decision.
  // Moving a pending applicant to another country or club adds another entry `pending` to the history.
  const lastDecision = entries.findIndex(({ status }) => status !== 'pending')
  const pendingEntries = lastDecision === -1 ? entries : entries.slice(0, lastDecision)
  return {
    waitingSince: pendingEntries.at(-1)?.createdAt ?? createdAt,
    rejections: { count: rejected.length, lastReason: rejected[0]?.reason ?? null },
  }
}
