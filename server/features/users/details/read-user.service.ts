import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { clubs, users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { notFound } from '#server/errors.ts'
import { maskApproverOnlyFields, maskUserRow } from '#server/features/users/list/mask-user-row.ts'
import {
  buildUserVisibilitySqlCondition,
  userDetailColumns,
  userRowColumns,
} from '#server/features/users/list/users.queries.ts'
import { countPasskeys } from '#server/identity/passkeys.service.ts'
import { hasEnabledTwoFactorAuthentication } from '#server/identity/two-factor.service.ts'
import { can } from '#shared/policies.ts'
import { listAppointmentsOfUser } from './held-offices.queries.ts'
import { findMergedAccountIds } from './merged-accounts.queries.ts'

export async function readUser(context: SignedInContext, id: number) {
  const { db, actor } = context
  const [found] = await db
    .select({ row: userRowColumns, detail: userDetailColumns })
    .from(users)
    .leftJoin(clubs, eq(clubs.id, users.clubId))
    .where(and(eq(users.id, id), buildUserVisibilitySqlCondition(actor, 'users.view')))
  if (!found) throw notFound()
  const detail = {
    ...maskUserRow(context, found.row),
    ...found.detail,
    history: await readHistory(db, id),
    appointments: await listAppointmentsOfUser(db, id),
  }
  const canReset = can(actor, 'users.resetTwoFactor', { user: found.row })
  return {
    ...maskApproverOnlyFields(context, detail),
    mayResetTwoFactor: canReset && (await hasSecondFactor(db, id)),
  }
}

async function hasSecondFactor(db: Db, id: number): Promise<boolean> {
  return (await hasEnabledTwoFactorAuthentication(db, id)) || (await countPasskeys(db, id)) > 0
}

const changers = alias(users, 'changers')

/**
 * Reads the status history of a user and of accounts that were merged into the user's account.
 * Entries that the merges wrote are omitted.
 */
async function readHistory(db: Db, userId: number) {
  const ids = [userId, ...(await findMergedAccountIds(db, userId))]
  return db
    .select({
      status: userHistory.status,
      currentCountry: userHistory.currentCountry,
      clubName: clubs.name,
      reason: userHistory.reason,
      changedBy: changers.fullName,
      createdAt: userHistory.createdAt,
    })
    .from(userHistory)
    .leftJoin(clubs, eq(clubs.id, userHistory.clubId))
    .leftJoin(changers, eq(changers.id, userHistory.changedBy))
    .innerJoin(users, eq(users.id, userHistory.userId))
    .where(
      and(
        inArray(userHistory.userId, ids),
        sql`(${users.erasedAt} is null or ${userHistory.createdAt} < ${users.erasedAt})`,
      ),
    )
    .orderBy(desc(userHistory.createdAt), desc(userHistory.id))
    .limit(50)
}
