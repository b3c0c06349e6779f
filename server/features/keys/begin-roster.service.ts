import { and, eq, inArray } from 'drizzle-orm'
import type { SignedIn } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { badInput, conflict, forbidden } from '#server/errors.ts'
import { recordEvent } from '#server/events/events.service.ts'
import { type Card, isSameCard } from '#shared/e2ee/card.ts'
import { mostEncrypted, type RosterEntry, readersNow } from '#shared/e2ee/roster.ts'
import { findActiveMembers, findCardsOf, findNewestCards } from './cards.queries.ts'
import { type HeldGroup, requireRightToRemove, requireRunner } from './hold-group.service.ts'
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

async function turnOn(tx: SignedIn, { id, encrypted }: HeldGroup): Promise<void> {
  if (encrypted) return
  await tx.db.update(messageGroups).set({ encrypted: true }).where(eq(messageGroups.id, id))
  await record(tx, id)
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
  await turnOn(tx, group)
}

function cardsOf(entry: RosterEntry): Card[] {
  if (entry.op === 'remove') return []
  return entry.op === 'add' ? entry.cards : [entry.card]
}

/** Again from before the database was put back to an earlier state, by whoever runs the group. */
async function beginAgain(tx: SignedIn, group: HeldGroup, { plainUntil }: Genesis): Promise<void> {
  if (group.directKey === null) await requireRunner(tx, group)
  // What was sealed stands behind what was plain.
  if (plainUntil > group.lastSeq) throw conflict('roster_moved')
  await turnOn(tx, group)
}

/**
 * What was signed before the database was put back to an earlier state, by whoever kept it. Signatures and chain are
 * what counts, with keys that really are theirs: anybody can make a card in anybody's name.
 */
export async function takeBack(tx: SignedIn, group: HeldGroup, entries: RosterEntry[]): Promise<void> {
  const cards = entries.flatMap(cardsOf)
  const published = await findCardsOf(
    tx.db,
    cards.map(({ userId }) => userId),
  )
  if (!cards.every(card => published.some(one => isSameCard(one, card)))) throw conflict('roster_moved')
  for (const entry of entries) {
    if (entry.op === 'genesis') await beginAgain(tx, group, entry)
    if (entry.op === 'restart') await requireLost(tx, group)
    if (entry.op === 'remove') await requireRightToRemove(tx, group, entry.userIds)
  }
}

export async function requireRestart(tx: SignedIn, group: HeldGroup, { card }: Restart): Promise<void> {
  await requireLost(tx, group)
  await requireOwnCard(tx, card)
  await record(tx, group.id)
}

/** Only where nobody is left who could sign anybody in, and by whoever runs the club. */
async function requireLost(tx: SignedIn, group: HeldGroup): Promise<void> {
  if (group.type !== 'club') throw forbidden()
  await requireRunner(tx, group)
  const { roster } = await readLog(tx.db, group.id)
  const cards = roster ? readersNow(roster).map(one => one.card) : []
  const ids = cards.map(({ userId }) => userId)
  const active = await findActiveMembers(tx.db, group.id, { among: ids })
  // With the keys that are on the list: whoever has lost theirs can sign nothing.
  const newest = await findNewestCards(tx.db, and(inArray(userKeys.userId, active.length > 0 ? active : [0])))
  const canSign = newest.some(one => cards.some(known => isSameCard(known, one)))
  if (canSign) throw conflict('roster_still_kept')
}
