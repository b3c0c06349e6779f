// Transfers the admin role in end-to-end encrypted club groups when an office gets a new holder.
// The admins of an encrypted club group are in its signed member list, which the server cannot change.
// The device of the present office holder signs the member list entry that makes the successor an admin.
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { findMemberAfterMembershipChange, type RosterRole } from '#shared/e2ee/roster.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { loadEncryptedGroup, loadOwnAndPinnedKeys } from '#web/lib/e2ee/group/load-encrypted-group.ts'
import { fetchAllChatGroups } from '#web/lib/query/fetch-all-chat-groups.ts'
import { currentUserQuery, queryClient } from '#web/lib/query/query-client.ts'

async function signRoleInGroup(
  group: GroupRow,
  identity: Identity,
  successorId: number,
  role: RosterRole,
): Promise<boolean> {
  const encryptedGroup = await loadEncryptedGroup(group, identity)
  await encryptedGroup.setMemberRole(successorId, role)
  const { roster } = encryptedGroup.get()
  return roster !== undefined && findMemberAfterMembershipChange(roster, successorId)?.role === role
}

/**
 * Signs the successor's role in all encrypted groups of the current user's club. Returns false if at least one group
 * was not signed, because the keys are not on this device or the successor is no member of the group.
 */
export async function signSuccessorRoleInEncryptedGroups(
  successorId: number,
  role: RosterRole,
): Promise<boolean> {
  const currentUser = await queryClient.ensureQueryData(currentUserQuery)
  const groups = await fetchAllChatGroups()
  const encryptedClubGroups = groups.filter(
    ({ type, encrypted, clubId }) => type === 'club' && encrypted && clubId === currentUser?.clubId,
  )
  if (!currentUser || encryptedClubGroups.length === 0) return true
  const { identity } = await loadOwnAndPinnedKeys(currentUser.id)
  if (!identity) return false
  const results = await Promise.all(
    encryptedClubGroups.map(group => signRoleInGroup(group, identity, successorId, role).catch(() => false)),
  )
  return results.every(Boolean)
}
