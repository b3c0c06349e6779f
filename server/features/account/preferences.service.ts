import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { unauthenticated } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import {
  canTurnOffNotificationOnChannel,
  channels,
  type Preference,
  preferenceKinds,
} from '#shared/contracts/account/preferences.schemas.ts'

/** Lists every notification channel and kind that the user can switch on or off, with its current state. */
export async function listNotificationPreferences({ db, actor }: SignedInContext): Promise<Preference[]> {
  const [user] = await db.select({ muted: users.muted }).from(users).where(eq(users.id, actor.id))
  if (!user) throw unauthenticated()
  return preferenceKinds.flatMap(kind =>
    channels
      .filter(channel => canTurnOffNotificationOnChannel(channel, kind))
      .map(channel => ({ channel, kind, isOn: !user.muted.includes(`${channel}:${kind}`) })),
  )
}

/** Changes one notification preference at a time, so that two browser windows do not overwrite each other. */
export async function setNotificationPreference(
  context: SignedInContext,
  { channel, kind, isOn }: Preference,
): Promise<void> {
  const entry = `${channel}:${kind}`
  const without = sql`array_remove(${users.muted}, ${entry})`
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await db
      .update(users)
      .set({ muted: isOn ? without : sql`array_append(${without}, ${entry})` })
      .where(and(eq(users.id, actor.id), isNull(users.erasedAt)))
    await recordAuditEvent(tx, {
      kind: 'account.preference_changed',
      target: buildUserAuditTarget(actor),
      details: { preference: entry, isOn },
    })
    await invalidateClientCache(tx, { topics: ['preferences'], to: { users: [actor.id] } })
  })
}
