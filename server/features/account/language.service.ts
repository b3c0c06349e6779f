import { and, eq, isNull } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  recordAuditEvent,
} from '#server/events/events.service.ts'
import type { Language } from '#shared/language/languages.ts'

/** Sets the language of the user's mails, notifications and calendar feeds, and of devices after the next sign-in. */
export async function setLanguage(context: SignedInContext, language: Language): Promise<void> {
  await context.changeOwnAccount(async tx => {
    const { db, actor } = tx
    await db
      .update(users)
      .set({ language })
      .where(and(eq(users.id, actor.id), isNull(users.erasedAt)))
    await recordAuditEvent(tx, {
      kind: 'account.preference_changed',
      target: buildUserAuditTarget(actor),
      details: { preference: 'language', language },
    })
    await invalidateClientCache(tx, { topics: ['account'], to: { users: [actor.id] } })
  })
}
