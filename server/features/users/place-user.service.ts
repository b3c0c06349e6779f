import { eq, sql } from 'drizzle-orm'
import { announce } from '#server/db/bus.ts'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/core.ts'
import { userHistory } from '#server/db/schema/history.ts'
import { forbidden } from '#server/errors.ts'
import { syncSystemGroups } from '#server/features/chat/system-groups.service.ts'
import { endClubAdmin } from '#server/features/clubs/club-admin.service.ts'
import { recordEvent, userTarget } from '#server/features/events/events.service.ts'
import type { Decision, PlacementBody } from '#shared/contracts/users.ts'
import { type Actor, can } from '#shared/policies.ts'
import { requireClubOf } from './person.service.ts'
import { asDecision, refreshFor, requireUser } from './require-user.service.ts'

/** To another country or club, by somebody who reaches both ends; the membership number stays. */
export async function placeUser(db: Db, actor: Actor, id: number, body: PlacementBody): Promise<Decision> {
  return db.transaction(async tx => {
    const user = await requireUser(tx, actor, id, 'users.place')
    const { currentCountry, clubId } = body
    const moved = { ...user, currentCountry, clubId }
    if (!can(actor, 'users.place', { user: moved })) throw forbidden()
    if (user.currentCountry === currentCountry && user.clubId === clubId) return asDecision(user)
    await requireClubOf(tx, body)
    await tx.update(users).set({ currentCountry, clubId, updatedAt: sql`now()` }).where(eq(users.id, id))
    await endClubAdmin(tx, actor, id, clubId)
    await tx
      .insert(userHistory)
      .values({ userId: id, status: user.status, currentCountry, clubId, changedBy: actor.id })
    await syncSystemGroups(tx, id)
    await recordEvent(tx, {
      kind: 'user.placed',
      actorId: actor.id,
      target: userTarget(moved),
      details: {
        fromCountry: user.currentCountry,
        toCountry: currentCountry,
        fromClub: user.clubId,
        toClub: clubId,
      },
      notify: { users: [id], kind: 'user.placed', params: { userId: id } },
      refresh: refreshFor(moved),
    })
    await announce(tx, { type: 'refresh', ...refreshFor(user) })
    return asDecision(user)
  })
}
