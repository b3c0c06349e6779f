import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { changeEmail } from '#server/features/account/change-email.service.ts'
import {
  createAccountToken,
  createInvalidLinkError,
  requireUnusedAccountToken,
} from '#server/identity/account-tokens.service.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'

/** Confirms the email address of an account, or completes a change to a new email address. */
export async function confirmEmail(context: Context, token: string): Promise<void> {
  const found = await requireUnusedAccountToken(context, ['confirm_email', 'change_email'], token)
  if (found.kind === 'change_email') await changeEmail(context, found)
  else await confirmAccountEmail(context, found)
}

/** Confirms the account's email address. A link that is opened twice succeeds both times. */
async function confirmAccountEmail(
  context: Context,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  await context.transaction(async tx => {
    const [user] = await tx.db
      .select({ email: users.email, country: users.currentCountry, clubId: users.clubId })
      .from(users)
      .where(eq(users.id, userId))
    if (user?.email !== email) throw createInvalidLinkError()
    const { rowCount } = await tx.db
      .update(users)
      .set({ emailConfirmedAt: sql`now()` })
      .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt)))
    if (rowCount === 0) return
    const { country, clubId } = user
    await recordAuditEvent(tx, {
      kind: 'user.email_confirmed',
      actorId: userId,
      target: { type: 'user', id: userId, country },
      touches: { topics: ['person', 'me'], to: { users: [userId], reach: { country, clubId } } },
    })
  })
}

/** Sends another confirmation link by email, at most three per hour to protect the inbox. */
export async function resendEmailConfirmation(context: SignedInContext): Promise<void> {
  await enforceRateLimits(context, {
    key: hashRateLimitKey('confirm', String(context.actor.id)),
    most: 3,
    minutes: 60,
  })
  await context.transaction(async ({ db, actor }) => {
    const [user] = await db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, actor.id), isNull(users.emailConfirmedAt)))
    if (!user) return
    const token = await createAccountToken(db, user, 'confirm_email')
    await queueMail(db, { to: [user], kind: 'email.confirm', params: { token } })
  })
}
