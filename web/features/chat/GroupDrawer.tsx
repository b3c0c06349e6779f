import { Drawer, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { GroupRow } from '#shared/contracts/chat.ts'
import { AddPeople } from './AddPeople.tsx'
import { BlockPerson } from './BlockPerson.tsx'
import styles from './Chat.module.css'
import { chatText, groupText as text } from './chat.text.ts'
import { EncryptionSection } from './EncryptionSection.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { GroupPlace } from './GroupPlace.tsx'
import { LeaveGroup } from './LeaveGroup.tsx'
import { ReaderList } from './ReaderList.tsx'
import { RenameGroup } from './RenameGroup.tsx'
import type { Encryption } from './use-encryption.ts'

/** Who belongs to a group; and for its owner, what can be done about it. */
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
  const sealed = encryption.kind === 'sealed' ? encryption.group : undefined
  const isCustom = group.type === 'custom' && !group.direct
  const mayManage = isCustom && group.isActive && group.role !== 'member'
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="md"
      title={group.direct ? chatText.directInfo : chatText.info}
    >
      <Stack>
        {mayManage ? (
          <RenameGroup key={group.name} group={group} />
        ) : (
          <Text fw={700} className={styles.wrap}>
            {group.name}
          </Text>
        )}
        <EncryptionSection
          group={group}
          encryption={encryption}
          mayTurnOn={mayEncrypt && group.isActive}
          onTurnOn={onEncrypt}
        />
        <GroupPlace group={group} />
        {!isCustom && !group.direct && (
          <Text size="sm" c="dimmed">
            {text.systemHint}
          </Text>
        )}
        {mayManage && <AddPeople group={group} sealed={sealed} />}
        {!group.direct &&
          (sealed?.get().roster ? (
            <ReaderList
              group={group}
              sealed={sealed}
              myId={myId}
              mayManage={mayManage}
              personActions={personActions}
            />
          ) : (
            <GroupMembers
              group={group}
              myId={myId}
              mayManage={mayManage}
              sealed={sealed}
              personActions={personActions}
            />
          ))}
        {group.peer && <BlockPerson userId={group.peer.id} name={group.name} isBlocked={group.isBlocked} />}
        {isCustom && (
          <LeaveGroup group={group} myId={myId} mayClose={mayManage} sealed={sealed} onLeft={onLeft} />
        )}
      </Stack>
    </Drawer>
  )
}
