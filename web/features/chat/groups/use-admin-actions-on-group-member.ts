import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { findMemberAfterMembershipChange } from '#shared/e2ee/roster.ts'
import { groupText } from '#texts/chat.ts'
import { readersText as text } from '#texts/encryption.ts'
import {
  useChangeRoleInSignedMemberList,
  type useGroupMemberNames,
} from '#web/features/chat/encryption/encryption.api.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { useChangeGroupMemberRole, useRemoveGroupMember } from './groups.api.ts'

export interface Reader {
  userId: number
  /**
   * Remarks beside a group member's name: administrator of the signed member list, departed from the group, former
   * name.
   */
  remarks: string[]
  isOnList: boolean
}

export interface ReaderActionOptions {
  group: GroupRow
  encryptedGroup: EncryptedGroup
  reader: Reader
  names: ReturnType<typeof useGroupMemberNames>
  isMe: boolean
  mayManage: boolean
}

/** Actions of an administrator on one group member, each with a confirmation. An action not allowed is undefined. */
export function useAdminActionsOnGroupMember(options: ReaderActionOptions) {
  const { group, encryptedGroup, reader, names, isMe, mayManage } = options
  const { userId, isOnList } = reader
  const { isAdmin, roster } = useStoreState(encryptedGroup)
  const name = names.one(userId)
  const person = names.personOf(userId)
  const isListAdmin =
    roster !== undefined && findMemberAfterMembershipChange(roster, userId)?.role === 'admin'
  const appoint = useChangeRoleInSignedMemberList(encryptedGroup, isListAdmin ? 'member' : 'admin')
  const remove = useRemoveGroupMember(group.id, encryptedGroup)
  const change = useChangeGroupMemberRole(group.id)
  const mayRemove = mayManage && !isMe && person !== undefined && person.role !== 'owner'
  const isGroupAdmin = person?.role === 'admin'
  const rosterRoleLabel = isListAdmin ? text.dismiss : text.appoint
  const groupRoleLabel = isGroupAdmin ? groupText.dismiss : groupText.appoint
  const removeLabel = groupText.remove({ name })

  const askToChangeRosterRole = () =>
    openConfirmDialog({
      title: rosterRoleLabel,
      text: isListAdmin ? name : text.appointConfirm({ name }),
      action: rosterRoleLabel,
      onConfirm: () => appoint.mutate(userId),
    })
  const askToChangeGroupRole = () =>
    openConfirmDialog({
      title: groupRoleLabel,
      text: isGroupAdmin ? name : groupText.appointConfirm({ name }),
      action: groupRoleLabel,
      onConfirm: async () => {
        await change.mutateAsync({ userId, role: isGroupAdmin ? 'member' : 'admin' })
        // A new group administrator gets this role in the signed member list as well, to sign its changes.
        if (isAdmin && isOnList) appoint.mutate(userId)
      },
    })
  const askToRemoveMember = () =>
    openConfirmDialog({
      title: removeLabel,
      text: groupText.removeConfirm({ name }),
      action: removeLabel,
      isDangerous: true,
      onConfirm: () => remove.mutate(userId),
    })

  const mayChangeRosterRole = isOnList && !isMe && isAdmin && group.type === 'club'
  return {
    changeRosterRole: mayChangeRosterRole
      ? { label: rosterRoleLabel, isPending: appoint.isPending, ask: askToChangeRosterRole }
      : undefined,
    changeGroupRole:
      mayRemove && group.role === 'owner'
        ? { label: groupRoleLabel, isPending: change.isPending, ask: askToChangeGroupRole }
        : undefined,
    remove: mayRemove ? { label: removeLabel, ask: askToRemoveMember } : undefined,
  }
}
