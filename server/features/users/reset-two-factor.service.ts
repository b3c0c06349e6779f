import { and, eq, isNull } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { type Change, recordEvent, userTarget } from '#server/events/events.service.ts'
import { removePasskeys } from '#server/identity/passkeys.service.ts'
import { distrustAll } from '#server/identity/trusted-devices.service.ts'
import { removeTwoFactor } from '#server/identity/two-factor.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { requireUser, touchesPerson } from './require-user.service.ts'

type Person = Pick<typeof users.$inferSelect, 'id' | 'email' | 'currentCountry' | 'clubId'>

/** They are told, and whoever has their devices is out. */
async function takeFactors(tx: Change, user: Person, details?: { by: 'terminal' }): Promise<void> {
  const { db } = tx
  const { id } = user
  const hadApp = await removeTwoFactor(db, id)
  const hadPasskeys = (await removePasskeys(db, id)).length > 0
  if (!hadApp && !hadPasskeys) throw conflict('two_factor_off')
  await distrustAll(db, id)
  await db.update(users).set({ graceUntil: null }).where(eq(users.id, id))
  await db.delete(sessions).where(eq(sessions.userId, id))
  await recordEvent(tx, {
    kind: 'user.two_factor_reset',
    target: userTarget(user),
    details,
    notify: { users: [id], kind: 'two_factor.reset', params: { userId: id } },
    touches: touchesPerson(user),
  })
  await queueMail(db, { to: [user], kind: 'two_factor.reset' })
}

/** For somebody who lost the app and the codes, or their passkeys. */
export async function resetTwoFactor(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    await takeFactors(tx, await requireUser(tx, id, 'users.resetTwoFactor'))
  })
}

/** From the terminal, for a system administrator whom nobody else can help. False: there is none of this address. */
export async function resetAdminTwoFactor(db: Db, email: string): Promise<boolean> {
  return db.transaction(async tx => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.role, 'system_admin'), isNull(users.erasedAt)))
      .for('update')
    if (!user) return false
    await takeFactors({ db: tx }, user, { by: 'terminal' })
    return true
  })
}
