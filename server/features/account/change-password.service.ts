import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'
import { dropTokens } from '#server/identity/account-tokens.service.ts'
import { refuseCommonPassword } from '#server/identity/common-passwords.ts'
import { confirmPerson } from '#server/identity/confirm-person.service.ts'
import { hashingSemaphore, hashPassword } from '#server/identity/password.ts'
import { distrustAll } from '#server/identity/trusted-devices.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { ChangePasswordBody } from '#shared/contracts/account.ts'

/**
 * Changes the password, or sets the first one of a user who registered through Google.
 * A password change ends all other sessions of the user.
 */
export async function changePassword(
  context: SignedIn,
  { currentPassword, password }: ChangePasswordBody,
): Promise<void> {
  const previousHash = await confirmPerson(context, currentPassword)
  refuseCommonPassword(password)
  const hash = await hashingSemaphore.run(() => hashPassword(password))
  await context.changeSelf(async tx => {
    const { db, actor, sessionId } = tx
    // When two password changes run concurrently, the second finds another stored hash and returns 409.
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
    await distrustAll(db, actor.id)
    await db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.id, sessionId))
    await dropTokens(db, actor.id, 'reset_password')
    await recordEvent(tx, { kind: 'auth.password_changed', target: userTarget(actor) })
    await touch(tx, { topics: ['account'], to: { users: [actor.id] } })
    await queueMail(db, { to: [actor], kind: 'password.changed' })
  })
}
