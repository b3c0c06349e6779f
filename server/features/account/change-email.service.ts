import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { invalidateClientCache, recordAuditEvent } from '#server/events/events.service.ts'
import {
  consumeAccountToken,
  createAccountToken,
  createInvalidLinkError,
  invalidateAccountTokens,
} from '#server/identity/account-tokens.service.ts'
import { enforceRateLimits, hashRateLimitKey } from '#server/identity/rate-limit.service.ts'
import { requireReauthentication } from '#server/identity/require-reauthentication.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { ChangeEmailBody } from '#shared/contracts/account/account.schemas.ts'

/** Sends a link to the new email address. The account keeps the old email address until the user follows the link. */
export async function requestEmailChange(
  context: SignedInContext,
  { email, currentPassword }: ChangeEmailBody,
): Promise<void> {
  await requireReauthentication(context, currentPassword)
  // Limits email change requests, so that nobody can flood a mailbox or probe for registered email addresses.
  await enforceRateLimits(context, {
    key: hashRateLimitKey('change email', String(context.actor.id)),
    most: 5,
    minutes: 60,
  })
  await context.transaction(async tx => {
    const { db, actor } = tx
    const { id } = actor
    const [taken] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (taken) throw conflict('email_taken')
    // A new request for an email change invalidates the links of the user's earlier requests.
    await invalidateAccountTokens(db, id, 'change_email')
    const token = await createAccountToken(db, { id, email }, 'change_email')
    await queueMail(db, { to: [{ id, email }], kind: 'email.change', params: { token } })
    await invalidateClientCache(tx, { topics: ['account'], to: { users: [id] } })
  })
}

/**
 * Changes the email address after the link sent to the new address was followed.
 * The old email address gets a mail, in case somebody else made the change.
 */
export async function changeEmail(
  context: Context,
  { id, userId, email }: { id: string; userId: number; email: string },
): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    await consumeAccountToken(db, id)
    const [before] = await db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.erasedAt)))
      .for('update')
    if (!before) throw createInvalidLinkError()
    const [user] = await db
      .update(users)
      .set({ email, emailConfirmedAt: sql`now()`, updatedAt: sql`now()` })
      .where(eq(users.id, userId))
      .returning({ country: users.currentCountry, clubId: users.clubId })
    if (!user) throw createInvalidLinkError()
    await recordAuditEvent(tx, {
      kind: 'user.email_changed',
      actorId: userId,
      target: { type: 'user', id: userId, country: user.country },
      touches: { topics: ['account', 'me', 'person'], to: { users: [userId], reach: user } },
    })
    await queueMail(db, { to: [before], kind: 'email.changed' })
  })
}
