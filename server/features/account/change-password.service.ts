import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import { invalidateAccountTokens } from '#server/identity/account-tokens.service.ts'
import { rejectCommonPassword } from '#server/identity/common-passwords.ts'
import { hashingSemaphore, hashPassword } from '#server/identity/password.ts'
import { requireReauthentication } from '#server/identity/require-reauthentication.service.ts'
import { removeTrustedDevices } from '#server/identity/trusted-devices.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { ChangePasswordBody } from '#shared/contracts/account/account.schemas.ts'

/**
 * Changes the password, or sets the first one of a user who registered through Google.
 * A password change ends all other sessions of the user.
 */
export async function changePassword(
  context: SignedInContext,
  { currentPassword, password }: ChangePasswordBody,
): Promise<void> {
  const previousHash = await requireReauthentication(context, currentPassword)
  rejectCommonPassword(password)
  const hash = await hashingSemaphore.run(() => hashPassword(password))
  await context.changeOwnAccount(async tx => {
    const { db, actor, sessionId } = tx
    // The second of two concurrent password changes finds a changed password hash and fails with 409.
    const { rowCount } = await db
      .update(users)
      .set({ password: hash, updatedAt: sql`now()` })
      .where(
        and(
          eq(users.id, actor.id),
          isNull(users.erasedAt),
          sql`${users.password} is not distinct from ${previousHash}`,
        ),
      )
    if (rowCount === 0) throw conflict()
    await db.delete(sessions).where(and(eq(sessions.userId, actor.id), ne(sessions.id, sessionId)))
    await removeTrustedDevices(db, actor.id)
    await db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.id, sessionId))
    await invalidateAccountTokens(db, actor.id, 'reset_password')
    await recordAuditEvent(tx, { kind: 'auth.password_changed', target: buildUserAuditTarget(actor) })
    await invalidateClientCache(tx, { topics: ['account'], to: { users: [actor.id] } })
    await queueMail(db, { to: [actor], kind: 'password.changed' })
  })
}
