import { and, eq, inArray } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { badInput, conflict, forbidden } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import { mostEncrypted, type RosterEntry, readersNow } from '#shared/e2ee/roster.ts'
import { findActiveMembers, findNewestCards } from './cards.queries.ts'
import { type HeldGroup, requireRunner } from './hold-group.service.ts'
import { readLog } from './read-roster.service.ts'

type Genesis = Extract<RosterEntry, { op: 'genesis' }>
type Restart = Extract<RosterEntry, { op: 'restart' }>

export async function refuseCrowd(db: Db, groupId: number): Promise<void> {
  const members = await findActiveMembers(db, groupId, { limit: mostEncrypted + 1 })
  if (members.length > mostEncrypted) throw conflict('group_full')
}

async function requireOwnCard({ db, actor }: SignedIn, card: Card): Promise<void> {
  const [own] = await findNewestCards(db, eq(userKeys.userId, actor.id))
  if (!own || !isSameCard(own, card)) throw conflict('keys_moved')
}

const shapeOf = ({ type, directKey }: HeldGroup) => (directKey === null ? type : 'direct')

/** A club's past ends where the club stands; other groups have none. Version 1 let every group have one. */
function checkBeginning({ v, shape, plainUntil }: Genesis, group: HeldGroup): void {
  const wanted = v === 1 && group.directKey === null ? 'group' : shapeOf(group)
  if (shape !== wanted) throw badInput()
  // Somebody spoke meanwhile: what is plain has to end where it really does.
  const isPast = v === 1 || shape === 'club'
  if (plainUntil !== (isPast ? group.lastSeq : 0)) throw conflict('roster_moved')
}

async function record(tx: SignedIn, groupId: number): Promise<void> {
  await recordEvent(tx, {
    kind: 'group.encrypted',
    target: { type: 'group', id: groupId, country: tx.actor.currentCountry },
    touches: { topics: ['groups'], to: { group: groupId } },
  })
}

/** From here on, and for good, nothing but what its members sealed is taken. Of two people either may begin. */
export async function beginRoster(tx: SignedIn, group: HeldGroup, entry: Genesis): Promise<void> {
  if (group.directKey === null) await requireRunner(tx, group)
  checkBeginning(entry, group)
  await requireOwnCard(tx, entry.card)
  if (group.encrypted) return
  await tx.db.update(messageGroups).set({ encrypted: true }).where(eq(messageGroups.id, group.id))
  await record(tx, group.id)
}

/** Only where nobody is left who could sign anybody in, and by whoever runs the club. */
export async function requireRestart(tx: SignedIn, group: HeldGroup, { card }: Restart): Promise<void> {
  if (group.type !== 'club') throw forbidden()
  await requireRunner(tx, group)
  await requireOwnCard(tx, card)
  const { roster } = await readLog(tx.db, group.id)
  const cards = roster ? readersNow(roster).map(one => one.card) : []
  const ids = cards.map(({ userId }) => userId)
  const active = await findActiveMembers(tx.db, group.id, { among: ids })
  // With the keys that are on the list: whoever has lost theirs can sign nothing.
  const newest = await findNewestCards(tx.db, and(inArray(userKeys.userId, active.length > 0 ? active : [0])))
  const canSign = newest.some(one => cards.some(known => isSameCard(known, one)))
  if (canSign) throw conflict('roster_still_kept')
  await record(tx, group.id)
}
