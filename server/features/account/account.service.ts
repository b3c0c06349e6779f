import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { accountTokens, sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { unauthenticated } from '#server/errors.ts'
import { isRecentlyReauthenticated } from '#server/identity/require-reauthentication.service.ts'
import type { Account } from '#shared/contracts/account/account.schemas.ts'

/** Returns the most recently requested new email address that can still be confirmed. */
async function findUnconfirmedNewEmail(db: Db, userId: number): Promise<string | null> {
  const [pending] = await db
    .select({ email: accountTokens.email })
    .from(accountTokens)
    .where(
      and(
        eq(accountTokens.userId, userId),
        eq(accountTokens.kind, 'change_email'),
        isNull(accountTokens.usedAt),
        gt(accountTokens.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(accountTokens.createdAt))
    .limit(1)
  return pending?.email ?? null
}

export async function readAccount({ db, sessionId, actor }: SignedInContext): Promise<Account> {
  const [row] = await db
    .select({
      email: users.email,
      isEmailConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      hasPassword: sql<boolean>`${users.password} is not null`,
      hasGoogle: sql<boolean>`${users.googleId} is not null`,
      hasOtherProof: sql<boolean>`(
        exists (select from two_factor f where f.user_id = ${users.id} and f.confirmed_at is not null)
        or exists (select from passkeys p where p.user_id = ${users.id}))`,
      isConfirmed: isRecentlyReauthenticated,
      showsPresence: sql<boolean>`not ${users.hidesPresence}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId))
  if (!row) throw unauthenticated()
  return { ...row, pendingEmail: await findUnconfirmedNewEmail(db, actor.id) }
}
