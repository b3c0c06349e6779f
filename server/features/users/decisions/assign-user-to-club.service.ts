import { inArray, sql } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { forbidden } from '#server/errors.ts'
import {
  buildUserAuditTarget,
  invalidateClientCache,
  notifyUsers,
  recordAuditEvents,
} from '#server/events/events.service.ts'
import { syncSystemGroups } from '#server/features/chat/groups/system-groups.service.ts'
import { removeClubAdmins } from '#server/features/clubs/club-admin.service.ts'
import { requireCountryOpenForRegistration } from '#server/features/countries/require-country-open-for-registration.service.ts'
import {
  buildCacheInvalidationsForChangedUsers,
  buildChangedUserResponse,
  type User,
} from '#server/features/users/access/require-access-to-user.service.ts'
import { requireClubAcceptingMembers } from '#server/features/users/person-data/person.service.ts'
import type { Decision, PlacementBody } from '#shared/contracts/users/users.schemas.ts'
import { can } from '#shared/policies.ts'
import {
  applyDecisionToEligibleUsers,
  getDecisionResultForUserOrThrow,
  type Outcomes,
} from './apply-decision-to-eligible-users.service.ts'

async function recordPlacementChanges(
  tx: SignedInContext,
  movers: User[],
  placement: PlacementBody,
): Promise<void> {
  const moved = movers.map(user => ({ ...user, ...placement }))
  await recordAuditEvents(
    tx,
    movers.map(user => ({
      kind: 'user.placed' as const,
      target: buildUserAuditTarget({ ...user, ...placement }),
      details: {
        fromCountry: user.currentCountry,
        toCountry: placement.currentCountry,
        fromClub: user.clubId,
        toClub: placement.clubId,
      },
    })),
  )
  await notifyUsers(tx, { users: movers.map(({ id }) => id), kind: 'user.placed', params: 'their own' })
  for (const invalidation of [
    ...buildCacheInvalidationsForChangedUsers(moved),
    ...buildCacheInvalidationsForChangedUsers(movers),
  ]) {
    await invalidateClientCache(tx, invalidation)
  }
}

async function moveUsersToPlacement(
  tx: SignedInContext,
  movers: User[],
  placement: PlacementBody,
): Promise<void> {
  const { db, actor } = tx
  const { currentCountry, clubId } = placement
  if (movers.some(user => user.currentCountry !== currentCountry)) {
    await requireCountryOpenForRegistration(db, currentCountry, 'currentCountry')
  }
  await requireClubAcceptingMembers(db, placement)
  const ids = movers.map(({ id }) => id)
  await db.update(users).set({ currentCountry, clubId, updatedAt: sql`now()` }).where(inArray(users.id, ids))
  await removeClubAdmins(tx, ids, clubId)
  await db
    .insert(userHistory)
    .values(
      movers.map(({ id, status }) => ({ userId: id, status, currentCountry, clubId, changedBy: actor.id })),
    )
  await syncSystemGroups(db, ...ids)
  await recordPlacementChanges(tx, movers, placement)
}

/**
 * Moves users to another country or club in one transaction and returns an error for each of the others.
 * The caller needs permission for both the old and the new location. A move does not change the membership number.
 */
export async function assignUsersToClub(
  context: SignedInContext,
  ids: number[],
  { currentCountry, clubId }: PlacementBody,
): Promise<Outcomes> {
  const placement = { currentCountry, clubId }
  return context.transaction(tx =>
    applyDecisionToEligibleUsers(tx, ids, {
      action: 'users.place',
      check: user => (can(tx.actor, 'users.place', { user: { ...user, ...placement } }) ? user : forbidden()),
      apply: async people => {
        const movers = people.filter(user => user.currentCountry !== currentCountry || user.clubId !== clubId)
        if (movers.length > 0) await moveUsersToPlacement(tx, movers, placement)
        return people.map(buildChangedUserResponse)
      },
    }),
  )
}

export async function assignUserToClub(
  context: SignedInContext,
  id: number,
  body: PlacementBody,
): Promise<Decision> {
  return getDecisionResultForUserOrThrow(await assignUsersToClub(context, [id], body), id)
}
