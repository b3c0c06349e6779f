import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { accountTokens, sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import type { Settings } from '#server/env.ts'
import { conflict } from '#server/errors.ts'
import { hashPassword, inHashingTurn } from '#server/features/auth/password.ts'
import { refuseCommonPassword } from '#server/features/auth/register.service.ts'
import type { Session } from '#server/features/auth/sessions.service.ts'
import { recordEvent, userTarget } from '#server/features/events/events.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { ChangePasswordBody } from '#shared/contracts/account.ts'
import { confirmPerson } from './confirm-person.service.ts'

/** Also the first password of somebody who came by Google. Every other device has to sign in again. */
export async function changePassword(
  db: Db,
  settings: Settings,
  session: Session,
  { currentPassword, password }: ChangePasswordBody,
): Promise<void> {
  const { user } = session
  const before = await confirmPerson(db, settings, session, currentPassword)
  refuseCommonPassword(password)
  const hash = await inHashingTurn(() => hashPassword(password))
  await db.transaction(async tx => {
    // Of two changes at once one finds that the password is no longer the one it was allowed for.
    const { rowCount } = await tx
      .update(users)
      .set({ password: hash, updatedAt: sql`now()` })
      .where(
        and(
          ...[eq(users.id, user.id), isNull(users.erasedAt)],
          sql`${users.password} is not distinct from ${before}`,
        ),
      )
    if (rowCount === 0) throw conflict()
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, session.id)))
    await tx.update(sessions).set({ confirmedAt: null }).where(eq(sessions.id, session.id))
    await tx
      .update(accountTokens)
      .set({ usedAt: sql`now()` })
      .where(and(eq(accountTokens.userId, user.id), eq(accountTokens.kind, 'reset_password')))
    await recordEvent(tx, { kind: 'auth.password_changed', actorId: user.id, target: userTarget(user) })
    await announce(tx, { type: 'refresh', urls: ['/api/account'], to: { users: [user.id] } })
    await queueMail(tx, settings, { to: [user], kind: 'password.changed' })
  })
}
