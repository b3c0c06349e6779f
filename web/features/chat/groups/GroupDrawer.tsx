import { Drawer, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { groupText as text } from '#texts/chat.ts'
import { chatText } from '#texts/conversations.ts'
import { personText } from '#texts/person-menu.ts'
import styles from '#web/features/chat/Chat.module.css'
import { GroupEncryptionSection } from '#web/features/chat/encryption/GroupEncryptionSection.tsx'
import type { Encryption } from '#web/features/chat/encryption/use-conversation-encryption.ts'
import { BlockUserButton } from '#web/features/chat/moderation/BlockUserButton.tsx'
import { ColouredBadge } from '#web/ui/feedback/ColouredBadge.tsx'
import { AddMembersForm } from './AddMembersForm.tsx'
import { ChatGroupMemberList } from './ChatGroupMemberList.tsx'
import { EncryptedGroupMemberList } from './EncryptedGroupMemberList.tsx'
import { GroupAvatar } from './GroupAvatar.tsx'
import { GroupMuteAndPinSettings } from './GroupMuteAndPinSettings.tsx'
import { LeaveOrCloseGroupButtons } from './LeaveOrCloseGroupButtons.tsx'
import { RenameGroupForm } from './RenameGroupForm.tsx'

/** Drawer with the members and settings of a chat group, which owners and administrators can change in it. */
export function GroupDrawer({
  group,
  myId,
  encryption,
  mayEncrypt,
  personActions,
  onEncrypt,
  onLeft,
  onClose,
}: {
  group: GroupRow
  myId: number
  encryption: Encryption
  mayEncrypt: boolean
  personActions: (userId: number) => ReactNode
  onEncrypt: () => void
  onLeft: () => void
  onClose: () => void
}) {
  const encryptedGroup = encryption.kind === 'sealed' ? encryption.group : undefined
  const isCustom = group.type === 'custom' && !group.direct
  const canManage = isCustom && group.isActive && group.role !== 'member'
  const blockButton = group.peer && (
    <BlockUserButton userId={group.peer.id} name={group.name} isBlocked={group.isBlocked} />
  )
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={group.direct ? chatText.directInfo : chatText.info}
      classNames={{ header: styles.drawerHead }}
    >
      <Stack gap="xl" pt="md">
        <Stack align="center" gap={8}>
          <GroupAvatar group={group} size={72} />
          <Text fw={700} fz={20} lh={1.25} ta="center" style={{ overflowWrap: 'anywhere' }}>
            {group.name}
          </Text>
          {group.isBlocked && (
            <>
              <ColouredBadge tone="bad">{personText.isBlocked}</ColouredBadge>
              <Text size="sm" c="dimmed" ta="center">
                {personText.isBlockedHint}
              </Text>
              {blockButton}
            </>
          )}
          {!group.direct && (
            <Text size="sm" c="dimmed">
              {chatText.members({ count: group.memberCount })}
            </Text>
          )}
        </Stack>
        {canManage && <RenameGroupForm key={group.name} group={group} />}
        <GroupEncryptionSection
          group={group}
          encryption={encryption}
          mayTurnOn={mayEncrypt && group.isActive}
          onTurnOn={onEncrypt}
        />
        <GroupMuteAndPinSettings group={group} />
        {!isCustom && !group.direct && (
          <Text size="sm" c="dimmed">
            {text.systemHint}
          </Text>
        )}
        {canManage && <AddMembersForm group={group} encryptedGroup={encryptedGroup} />}
        {!group.direct &&
          (encryptedGroup?.get().roster ? (
            <EncryptedGroupMemberList
              group={group}
              encryptedGroup={encryptedGroup}
              myId={myId}
              mayManage={canManage}
              personActions={personActions}
            />
          ) : (
            <ChatGroupMemberList
              group={group}
              myId={myId}
              mayManage={canManage}
              encryptedGroup={encryptedGroup}
              personActions={personActions}
            />
          ))}
        {!group.isBlocked && blockButton}
        {isCustom && (
          <LeaveOrCloseGroupButtons
            group={group}
            myId={myId}
            mayClose={canManage}
            encryptedGroup={encryptedGroup}
            onLeft={onLeft}
          />
        )}
      </Stack>
    </Drawer>
  )
}
