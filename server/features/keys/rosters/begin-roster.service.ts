import { and, eq, inArray } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/db/connection/client.ts'
import { messageGroups } from '#server/db/schema/chat.ts'
import { userKeys } from '#server/db/schema/e2ee.ts'
import { badInput, conflict, forbidden } from '#server/errors.ts'
import { recordAuditEvent } from '#server/events/events.service.ts'
import {
  findActiveGroupMemberIds,
  findNewestPublicKeys,
  findPublishedPublicKeys,
} from '#server/features/keys/cards/cards.queries.ts'
import {
  listMembersWhoMayReadNewMessages,
  maxEncryptedMembers,
  type RosterEntry,
} from '#shared/e2ee/roster.ts'
import { type Card, hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import {
  type LockedGroup,
  requireCallerToManageGroup,
  requireGroupMemberRemovalPermission,
} from './lock-group-for-key-update.service.ts'
import { readSignedMemberListAndKeyHeader } from './read-signed-member-list-and-key-header.service.ts'

type Genesis = Extract<RosterEntry, { op: 'genesis' }>
type Restart = Extract<RosterEntry, { op: 'restart' }>

export async function requireGroupSmallEnoughForEncryption(db: Db, groupId: number): Promise<void> {
  const members = await findActiveGroupMemberIds(db, groupId, { limit: maxEncryptedMembers + 1 })
  if (members.length > maxEncryptedMembers) throw conflict('group_full')
}

async function requireOwnCard({ db, actor }: SignedInContext, card: Card): Promise<void> {
  const [ownCard] = await findNewestPublicKeys(db, eq(userKeys.userId, actor.id))
  if (!ownCard || !hasSamePublicKeys(ownCard, card)) throw conflict('keys_moved')
}

const getGroupShape = ({ type, directKey }: LockedGroup) => (directKey === null ? type : 'direct')

/**
 * Checks the first entry of a roster (signed member list) against the group.
 * Only club groups may contain earlier plaintext messages; then `plainUntil` is the number of the group's last message.
 * Version 1 of the encryption protocol allowed earlier plaintext messages in every group.
 */
function validateGenesisEntry({ v, shape, plainUntil }: Genesis, group: LockedGroup): void {
  const expectedShape = v === 1 && group.directKey === null ? 'group' : getGroupShape(group)
  if (shape !== expectedShape) throw badInput()
  // After a newer plaintext message, clients must sign the first roster entry again with a new `plainUntil`.
  const canHavePlaintextPast = v === 1 || shape === 'club'
  if (plainUntil !== (canHavePlaintextPast ? group.lastSeq : 0)) throw conflict('roster_moved')
}

async function enableEncryption(tx: SignedInContext, { id, encrypted }: LockedGroup): Promise<void> {
  if (encrypted) return
  await tx.db.update(messageGroups).set({ encrypted: true }).where(eq(messageGroups.id, id))
  await recordGroupEncryption(tx, id)
}

async function recordGroupEncryption(tx: SignedInContext, groupId: number): Promise<void> {
  await recordAuditEvent(tx, {
    kind: 'group.encrypted',
    target: { type: 'group', id: groupId, country: tx.actor.currentCountry },
    touches: { topics: ['groups'], to: { group: groupId } },
  })
}

/**
 * Accepts the first entry of a roster (signed member list) and turns on end-to-end encryption permanently.
 * In a direct conversation either person may post the first entry, in other groups only a group manager.
 */
export async function enableEncryptionWithFirstRosterEntry(
  tx: SignedInContext,
  group: LockedGroup,
  entry: Genesis,
): Promise<void> {
  if (group.directKey === null) await requireCallerToManageGroup(tx, group)
  validateGenesisEntry(entry, group)
  await requireOwnCard(tx, entry.card)
  await enableEncryption(tx, group)
}

function getEntryCards(entry: RosterEntry): Card[] {
  if (entry.op === 'remove') return []
  return entry.op === 'add' ? entry.cards : [entry.card]
}

/**
 * Accepts the first entry of a roster (signed member list) again after the database was restored from a backup.
 * Requires a group manager, except in direct conversations.
 */
async function authorizeResubmittedGenesis(
  tx: SignedInContext,
  group: LockedGroup,
  { plainUntil }: Genesis,
): Promise<void> {
  if (group.directKey === null) await requireCallerToManageGroup(tx, group)
  // Clients accept unencrypted messages up to number `plainUntil`, so later messages must be encrypted.
  if (plainUntil > group.lastSeq) throw conflict('roster_moved')
  await enableEncryption(tx, group)
}

/**
 * Checks entries of a roster (signed member list) that a client posts again after the database was restored from a
 * backup. Signatures and hash chain of the roster entries decide, not the author of the request. Public keys in an
 * entry must have been published by their owner, because anyone can create keys in another's name.
 */
export async function authorizeResubmittedMemberListEntries(
  tx: SignedInContext,
  group: LockedGroup,
  entries: RosterEntry[],
): Promise<void> {
  const cards = entries.flatMap(getEntryCards)
  const published = await findPublishedPublicKeys(
    tx.db,
    cards.map(({ userId }) => userId),
  )
  if (!cards.every(card => published.some(publishedCard => hasSamePublicKeys(publishedCard, card))))
    throw conflict('roster_moved')
  for (const entry of entries) {
    if (entry.op === 'genesis') await authorizeResubmittedGenesis(tx, group, entry)
    if (entry.op === 'restart') await requireNoActiveSigner(tx, group)
    if (entry.op === 'remove') await requireGroupMemberRemovalPermission(tx, group, entry.userIds)
  }
}

export async function authorizeSignedMemberListRestart(
  tx: SignedInContext,
  group: LockedGroup,
  { card }: Restart,
): Promise<void> {
  await requireNoActiveSigner(tx, group)
  await requireOwnCard(tx, card)
  await recordGroupEncryption(tx, group.id)
}

/**
 * Allows only the club's manager to start a new roster (member list), and only when no listed member can sign any more.
 */
async function requireNoActiveSigner(tx: SignedInContext, group: LockedGroup): Promise<void> {
  if (group.type !== 'club') throw forbidden()
  await requireCallerToManageGroup(tx, group)
  const { roster } = await readSignedMemberListAndKeyHeader(tx.db, group.id)
  const cards = roster ? listMembersWhoMayReadNewMessages(roster).map(member => member.card) : []
  const ids = cards.map(({ userId }) => userId)
  const activeIds = await findActiveGroupMemberIds(tx.db, group.id, { among: ids })
  // A member can sign roster entries only if the roster has the member's newest keys. Old keys may be lost.
  const newest = await findNewestPublicKeys(
    tx.db,
    and(inArray(userKeys.userId, activeIds.length > 0 ? activeIds : [0])),
  )
  const canSign = newest.some(newestCard =>
    cards.some(readerCard => hasSamePublicKeys(readerCard, newestCard)),
  )
  if (canSign) throw conflict('roster_still_kept')
}
