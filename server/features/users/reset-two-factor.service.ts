import { eq } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { sessions } from '#server/db/schema/accounts.ts'
import { users } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { removePasskeys } from '#server/identity/passkeys.service.ts'
import { distrustAll } from '#server/identity/trusted-devices.service.ts'
import { removeTwoFactor } from '#server/identity/two-factor.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { requireUser, touchesPerson } from './require-user.service.ts'

/** For somebody who lost the app and the codes, or their passkeys. They are told, and whoever has their devices is out. */
export async function resetTwoFactor(context: SignedIn, id: number): Promise<void> {
  await context.transaction(async tx => {
    const { db } = tx
    const user = await requireUser(tx, id, 'users.resetTwoFactor')
    const hadApp = await removeTwoFactor(db, id)
    const hadPasskeys = (await removePasskeys(db, id)).length > 0
    if (!hadApp && !hadPasskeys) throw conflict('two_factor_off')
    await distrustAll(db, id)
    await db.update(users).set({ graceUntil: null }).where(eq(users.id, id))
    await db.delete(sessions).where(eq(sessions.userId, id))
    await recordEvent(tx, {
      kind: 'user.two_factor_reset',
      target: userTarget(user),
      notify: { users: [id], kind: 'two_factor.reset', params: { userId: id } },
      touches: touchesPerson(user),
    })
    await queueMail(db, { to: [user], kind: 'two_factor.reset' })
  })
}
