import { eq, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { forbidden } from '#server/errors.ts'
import { buildUserAuditTarget, recordAuditEvent } from '#server/events/events.service.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { removeClubAdmin } from '#server/features/clubs/club-admin.service.ts'
import { requireOpenCountry } from '#server/features/countries/require-open-country.service.ts'
import {
  buildUserDecision,
  buildUserInvalidation,
  requireUser,
} from '#server/features/users/access/require-user.service.ts'
import { requireClubAcceptingMembers } from '#server/features/users/person-data/person.service.ts'
import type { Decision, PlacementBody } from '#shared/contracts/users/users.schemas.ts'
import { can } from '#shared/policies.ts'

/**
 * Moves a user to another country or club. The caller needs permission for both the old and the new location.
 * A move does not change the membership number.
 */
export async function assignUserToClub(
  context: SignedInContext,
  id: number,
  body: PlacementBody,
): Promise<Decision> {
  return context.transaction(async tx => {
    const { db, actor } = tx
    const user = await requireUser(tx, id, 'users.place')
    const { currentCountry, clubId } = body
    const moved = { ...user, currentCountry, clubId }
    if (!can(actor, 'users.place', { user: moved })) throw forbidden()
    if (user.currentCountry === currentCountry && user.clubId === clubId) return buildUserDecision(user)
    if (user.currentCountry !== currentCountry) await requireOpenCountry(db, currentCountry, 'currentCountry')
    await requireClubAcceptingMembers(db, body)
    await db.update(users).set({ currentCountry, clubId, updatedAt: sql`now()` }).where(eq(users.id, id))
    await removeClubAdmin(tx, id, clubId)
    await db
      .insert(userHistory)
      .values({ userId: id, status: user.status, currentCountry, clubId, changedBy: actor.id })
    await syncSystemGroups(db, id)
    await recordAuditEvent(tx, {
      kind: 'user.placed',
      target: buildUserAuditTarget(moved),
      details: {
        fromCountry: user.currentCountry,
        toCountry: currentCountry,
        fromClub: user.clubId,
        toClub: clubId,
      },
      notify: { users: [id], kind: 'user.placed', params: { userId: id } },
      touches: [...buildUserInvalidation(moved), ...buildUserInvalidation(user)],
    })
    return buildUserDecision(user)
  })
}
