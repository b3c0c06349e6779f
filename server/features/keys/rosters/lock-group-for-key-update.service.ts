import { eq } from 'drizzle-orm'
import type { SignedInContext } from '#server/context.ts'
import { clubs } from '#server/db/schema/core.ts'
import { badInput, conflict, forbidden } from '#server/errors.ts'
import { requireGroupJoinedByCaller } from '#server/features/chat/groups/groups.service.ts'
import { lockGroupRow } from '#server/features/chat/groups/lock-group-row.queries.ts'
import { findActiveGroupMemberIds } from '#server/features/keys/cards/cards.queries.ts'
import { RosterError } from '#shared/e2ee/roster.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { can } from '#shared/policies.ts'

/**
 * Rejects encryption of country groups and of the global group, because a text with thousands of readers is
 * no secret.
 */
export function rejectEncryptionOfCountryOrGlobalGroup({ type }: { type: string }): void {
  if (type === 'country' || type === 'global') throw conflict('never_encrypted')
}

/** Locks an active group of the caller, so that only one transaction at a time changes its member list or group key. */
export async function lockGroupForKeyUpdate(tx: SignedInContext, id: number) {
  await lockGroupRow(tx.db, id)
  const group = await requireGroupJoinedByCaller(tx, id)
  rejectEncryptionOfCountryOrGlobalGroup(group)
  if (!group.isActive) throw conflict('group_closed')
  return group
}

export type LockedGroup = Awaited<ReturnType<typeof lockGroupForKeyUpdate>>

/** Requires a group manager: the club's administrator for a club group, the owner or an admin for a custom group. */
export async function requireCallerToManageGroup(
  { db, actor }: SignedInContext,
  group: LockedGroup,
): Promise<void> {
  const { type, clubId, directKey, role } = group
  if (directKey !== null) throw forbidden()
  if (type !== 'club') {
    if (role === 'member') throw forbidden('not_group_owner')
    return
  }
  const [club] = await db
    .select({ id: clubs.id, country: clubs.country })
    .from(clubs)
    .where(eq(clubs.id, clubId ?? 0))
  if (!club || !can(actor, 'groups.encrypt', { club })) throw forbidden()
}

/**
 * Any member may remove users from the signed member list who already left the group. Removing an active
 * member requires a group manager.
 */
export async function requireGroupMemberRemovalPermission(
  tx: SignedInContext,
  group: LockedGroup,
  userIds: number[],
): Promise<void> {
  const others = userIds.filter(userId => userId !== tx.actor.id)
  if (others.length === 0) return
  const remainingMembers = await findActiveGroupMemberIds(tx.db, group.id, { among: others })
  if (remainingMembers.length > 0) await requireCallerToManageGroup(tx, group)
}

/** Maps the reason why a member list is invalid (`RosterError`) to an error code. Other reasons become `bad_input`. */
const errorCodesByReason: Record<string, ErrorCode> = {
  'chain-broken': 'roster_moved',
  'entry-outdated': 'roster_moved',
  'too-many': 'group_full',
  'epoch-of-another-roster': 'roster_moved',
  'epoch-out-of-turn': 'stale-epoch',
  'epoch-outdated': 'stale-epoch',
  'epoch-lets-back-in': 'roster_moved',
}

/** Awaits the verification of member-list entries or group keys and converts a `RosterError` into an HTTP error. */
export async function convertMemberListErrorsToHttpErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch(error => {
    if (!(error instanceof RosterError)) throw error
    const code = errorCodesByReason[error.message]
    throw code ? conflict(code) : badInput()
  })
}
