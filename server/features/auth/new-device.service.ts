// After a sign-in from an unknown device, the user gets a mail and a notification with a link "this was not me".
import { and, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents } from '#server/db/schema/events.ts'
import { buildUserAuditTarget, notifyUsers, recordAuditEvent } from '#server/events/events.service.ts'
import {
  consumeAccountToken,
  createAccountToken,
  createInvalidLinkError,
  requireUnusedAccountToken,
} from '#server/identity/account-tokens.service.ts'
import { detectBrowserAndOperatingSystem } from '#server/identity/detect-browser-and-operating-system.ts'
import { removeTrustedDevices } from '#server/identity/trusted-devices.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { createSignedLinkToken } from '#server/secret.ts'
import type { SignInMethod } from '#server/sessions/sessions.service.ts'

interface SignIn {
  sessionId: number
  method: SignInMethod
  userAgent?: string
}

/**
 * Returns whether the user has never signed in; must be called before the sign-in is recorded.
 * The first sign-in sends no new-device mail, because every device is new then.
 */
export async function isFirstSignInOfUser(db: Db, userId: number): Promise<boolean> {
  const earlier = await db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.actorId, userId), eq(auditEvents.kind, 'auth.login')))
    .limit(1)
  return earlier.length === 0
}

/**
 * Sends a new-device mail and notification unless the user has signed in with this browser before.
 * `knownAt`: last sign-in of the user in this browser, from its cookie.
 */
export async function notifyUserAboutNewDevice(
  tx: Context,
  userId: number,
  knownAt: Date | undefined,
  { sessionId, method, userAgent }: SignIn,
): Promise<void> {
  const { db } = tx
  const [user] = await db
    .select({ id: users.id, email: users.email, knownSince: users.knownSince })
    .from(users)
    .where(eq(users.id, userId))
  if (!user || (knownAt && (!user.knownSince || knownAt > user.knownSince))) return
  const { browser, system } = detectBrowserAndOperatingSystem(userAgent ?? null)
  const token = await createAccountToken(db, user, 'not_me', sessionId)
  await queueMail(db, {
    to: [user],
    kind: 'auth.new_device',
    params: { token, method, browser: browser ?? '', system: system ?? '', at: new Date().toISOString() },
  })
  await notifyUsers(tx, { users: [userId], kind: 'auth.new_device', params: { userId } })
}

/**
 * Handles the link "this was not me" of a new-device mail.
 * Ends the reported session and all later ones, because an intruder could have signed in again unnoticed.
 * Removes all trusted and known devices of the user.
 * Returns a token for a password reset, because the link proves access to the mailbox.
 * Returns null instead of a reset token when the account has another email address by now.
 */
export async function endSessionOfUnrecognizedSignIn(
  context: Context,
  token: string,
): Promise<string | null> {
  const found = await requireUnusedAccountToken(context, ['not_me'], token)
  return context.transaction(async tx => {
    const { db, secret } = tx
    await consumeAccountToken(db, found.id)
    const [user] = await db
      .update(users)
      .set({ knownSince: sql`now()` })
      .where(and(eq(users.id, found.userId), isNull(users.erasedAt)))
      .returning({ id: users.id, email: users.email, currentCountry: users.currentCountry })
    if (!user) throw createInvalidLinkError()
    const isLaterSession = gte(sessions.createdAt, found.createdAt)
    const isReportedSession = found.sessionId === null ? undefined : eq(sessions.id, found.sessionId)
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.userId, user.id), or(isReportedSession, isLaterSession)))
    await removeTrustedDevices(db, user.id)
    await recordAuditEvent(tx, {
      kind: 'auth.entry_denied',
      actorId: user.id,
      target: buildUserAuditTarget(user),
      details: { hasEnded: (ended.rowCount ?? 0) > 0 },
      touches: { topics: ['sessions'], to: { users: [user.id] } },
    })
    if (user.email !== found.email) return null
    return createSignedLinkToken(secret, await createAccountToken(db, user, 'reset_password'))
  })
}
