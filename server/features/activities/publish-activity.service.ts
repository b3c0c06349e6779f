import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context, SignedInContext } from '#server/context.ts'
import { activities } from '#server/db/schema/activities.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import { readPublicPage } from '#shared/contracts/public-page/public-page.endpoints.ts'
import { buildActivityAuditTarget, requireActivity, touches } from './activities.service.ts'

export function buildPublicActivityUrl({ settings }: Context, key: string): string {
  return settings.PUBLIC_URL + readPublicPage.path.replace(':key', key)
}

/**
 * Opens or closes the public page of an activity. Its URL contains a random key that cannot be guessed.
 * A closed URL stays invalid; opening the page again creates a new URL.
 */
export async function publishActivity(
  context: SignedInContext,
  id: number,
  isPublic: boolean,
): Promise<void> {
  await context.transaction(async tx => {
    const activity = await requireActivity(tx, id, { organizer: tx.actor, isLocked: true })
    if (isPublic === (activity.publicKey !== null)) return
    await tx.db
      .update(activities)
      .set({ publicKey: isPublic ? randomBytes(12).toString('base64url') : null })
      .where(eq(activities.id, id))
    await recordAuditEvent(tx, {
      kind: isPublic ? 'activity.published' : 'activity.unpublished',
      target: buildActivityAuditTarget(activity),
      touches,
    })
  })
}
