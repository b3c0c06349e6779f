import { and, eq, isNull } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { buildUserAuditTarget, type ChangeContext, recordAuditEvent } from '#server/events/events.service.ts'
import {
  buildUserInvalidation,
  requireAccessToUser,
} from '#server/features/users/access/require-access-to-user.service.ts'
import { removePasskeys } from '#server/identity/passkeys.service.ts'
import { removeTrustedDevices } from '#server/identity/trusted-devices.service.ts'
import { removeTwoFactor } from '#server/identity/two-factor.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'

type Person = Pick<typeof users.$inferSelect, 'id' | 'email' | 'currentCountry' | 'clubId'>

/** Removes all second factors, ends all sessions and notifies the user by notification and email. */
async function removeSecondFactors(
  tx: ChangeContext,
  user: Person,
  details?: { by: 'terminal' },
): Promise<void> {
  const { db } = tx
  const { id } = user
  const hadApp = await removeTwoFactor(db, id)
  const hadPasskeys = (await removePasskeys(db, id)).length > 0
  if (!hadApp && !hadPasskeys) throw conflict('two_factor_off')
  await removeTrustedDevices(db, id)
  await db.update(users).set({ graceUntil: null }).where(eq(users.id, id))
  await db.delete(sessions).where(eq(sessions.userId, id))
  await recordAuditEvent(tx, {
    kind: 'user.two_factor_reset',
    target: buildUserAuditTarget(user),
    details,
    notify: { users: [id], kind: 'two_factor.reset', params: { userId: id } },
    touches: buildUserInvalidation(user),
  })
  await queueMail(db, { to: [user], kind: 'two_factor.reset' })
}

/** Resets the second factors of a user who lost the authenticator app, the recovery codes or the passkeys. */
export async function resetTwoFactor(context: SignedInContext, id: number): Promise<void> {
  await context.transaction(async tx => {
    await removeSecondFactors(tx, await requireAccessToUser(tx, id, 'users.resetTwoFactor'))
  })
}

/**
 * Resets a system administrator's second factors from the terminal.
 * Returns false when no system administrator has the email address.
 */
export async function resetAdminTwoFactor(db: Db, email: string): Promise<boolean> {
  return db.transaction(async tx => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.role, 'system_admin'), isNull(users.erasedAt)))
      .for('update')
    if (!user) return false
    await removeSecondFactors({ db: tx }, user, { by: 'terminal' })
    return true
  })
}
