import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { recordEvent, userTarget } from '#server/events/events.service.ts'
import { rejectedMonths } from '#server/retention/rules.queries.ts'
import { emptyPerson, everywhere } from './erase-account.service.ts'

const atOnce = 100

/** Turned down so long ago, and not asked again since. */
const isOver = sql`${users.status} = 'rejected' and ${users.erasedAt} is null and
  (select max(h.created_at) from user_history h where h.user_id = ${users.id} and h.status = 'rejected')
    < now() - make_interval(months => ${rejectedMonths})`

/** Each in a transaction of its own, looked at again while it is held: whoever applies at that moment stays. */
export async function eraseRejected(context: Context): Promise<void> {
  const found = await context.db.select({ id: users.id }).from(users).where(isOver).limit(atOnce)
  for (const { id } of found) {
    await context.transaction(async tx => {
      const [user] = await tx.db
        .select()
        .from(users)
        .where(and(eq(users.id, id), eq(users.status, 'rejected'), isNull(users.erasedAt), isOver))
        .for('update')
      if (!user) return
      await emptyPerson(tx, user)
      await recordEvent(tx, { kind: 'user.expired', target: userTarget(user), touches: everywhere })
    })
  }
}
