import { and, eq, isNull } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { recordEvent, touch, userTarget } from '#server/events/events.service.ts'

/** Sets whether the user shares online presence; users who hide it do not see that of others. */
export async function setPresence(context: SignedIn, isShown: boolean): Promise<void> {
  await context.changeSelf(async tx => {
    const { db, actor } = tx
    await db
      .update(users)
      .set({ hidesPresence: !isShown })
      .where(and(eq(users.id, actor.id), isNull(users.erasedAt)))
    await recordEvent(tx, {
      kind: 'account.preference_changed',
      target: userTarget(actor),
      details: { preference: 'presence', isOn: isShown },
    })
    await touch(tx, { topics: ['account'], to: { users: [actor.id] } })
  })
}
