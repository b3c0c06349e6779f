import { eq } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { clubs } from '#server/db/schema/core.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { badInput, conflict, forbidden } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { isSameCard } from '#shared/e2ee/card.ts'
import type { RosterEntry } from '#shared/e2ee/roster.ts'
import { can } from '#shared/policies.ts'
import { findNewestCards } from './cards.queries.ts'
import type { holdGroup } from './hold-group.service.ts'

type Group = Awaited<ReturnType<typeof holdGroup>>
export type Genesis = Extract<RosterEntry, { op: 'genesis' }>

/** Whoever runs it; of a conversation of two either. */
async function requireRight(
  { db, actor }: SignedIn,
  { type, clubId, directKey, role }: Group,
): Promise<void> {
  if (type === 'club') {
    const [club] = await db
      .select({ id: clubs.id, country: clubs.country })
      .from(clubs)
      .where(eq(clubs.id, clubId ?? 0))
    if (!club || !can(actor, 'groups.encrypt', { club })) throw forbidden()
  } else if (directKey === null && role === 'member') throw forbidden('not_group_owner')
}

/** From here on, and for good, nothing but what its members sealed is taken. */
export async function beginRoster(
  tx: SignedIn,
  group: Group,
  { shape, plainUntil, card }: Genesis,
): Promise<void> {
  const { db, actor } = tx
  await requireRight(tx, group)
  if (shape !== (group.directKey === null ? 'group' : 'direct')) throw badInput()
  // Somebody spoke meanwhile: what is plain has to end where it really does.
  if (plainUntil !== group.lastSeq) throw conflict('roster_moved')
  const [own] = await findNewestCards(db, eq(userKeys.userId, actor.id))
  if (!own || !isSameCard(own, card)) throw conflict('keys_moved')
  if (group.encrypted) return
  await db.update(messageGroups).set({ encrypted: true }).where(eq(messageGroups.id, group.id))
  await recordEvent(tx, {
    kind: 'group.encrypted',
    target: { type: 'group', id: group.id, country: actor.currentCountry },
    touches: { topics: ['groups'], to: { group: group.id } },
  })
}
