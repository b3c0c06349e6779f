import { Button, Flex, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import {
  findMemberAfterMembershipChange,
  listMembersWhoMayReadNewMessages,
  listMembersWhoMaySignMembershipChanges,
} from '#shared/e2ee/roster.ts'
import { readersText as text } from '#texts/encryption.ts'
import { useGroupMemberNames } from '#web/features/chat/encryption/encryption.api.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { EncryptedGroupMemberRow } from './EncryptedGroupMemberRow.tsx'
import type { Reader } from './use-admin-actions-on-group-member.ts'

/** Number of group members shown before the "show all" button. */
const initialCount = 20

/**
 * Members of the verified member list, followed by people whom only the server lists and who cannot read the messages.
 */
function listMembersWithAccess(
  encryptedGroup: EncryptedGroup,
  getFormerName: (userId: number) => string | undefined,
): Reader[] {
  const { roster, unsigned, departed } = encryptedGroup.get()
  if (!roster) return []
  const admins = listMembersWhoMaySignMembershipChanges(roster)
  const listMemberRemarks = (userId: number) => {
    const isAdmin = findMemberAfterMembershipChange(roster, userId)?.role === 'admin'
    const role = isAdmin ? text.admin : admins.includes(userId) ? text.deputy : undefined
    const departure = departed.includes(userId) ? text.departed : undefined
    return [role, departure, getFormerName(userId)].filter(remark => remark !== undefined)
  }
  return [
    ...listMembersWhoMayReadNewMessages(roster).map(({ card: { userId } }) => ({
      userId,
      remarks: listMemberRemarks(userId),
      isOnList: true,
    })),
    ...unsigned.map(userId => ({ userId, remarks: [text.unsigned], isOnList: false })),
  ]
}

/**
 * Lists who can read an encrypted group, by the verified member list, and marks differences from the server's member
 * list.
 */
export function EncryptedGroupMemberList({
  group,
  encryptedGroup,
  myId,
  mayManage,
  personActions,
}: {
  group: GroupRow
  encryptedGroup: EncryptedGroup
  myId: number
  mayManage: boolean
  personActions: (userId: number) => ReactNode
}) {
  useStoreState(encryptedGroup)
  const names = useGroupMemberNames(group, encryptedGroup)
  const { pins } = useStoreState(encryptedGroup.trust)
  const [isExpanded, setExpanded] = useState(false)
  const readers = listMembersWithAccess(encryptedGroup, userId => {
    const formerName = pins[userId]?.name?.before
    return formerName && text.formerly({ name: formerName })
  })
  const shown = isExpanded ? readers : readers.slice(0, initialCount)
  return (
    <section aria-label={text.title}>
      <Title order={3} fz="md">
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mt={10} mb="xs">
        {text.hint}
      </Text>
      <Flex component="ul" direction="column" gap={8}>
        {shown.map(reader => (
          <EncryptedGroupMemberRow
            key={reader.userId}
            group={group}
            encryptedGroup={encryptedGroup}
            reader={reader}
            names={names}
            isMe={reader.userId === myId}
            mayManage={mayManage}
            personActions={personActions}
          />
        ))}
      </Flex>
      {shown.length < readers.length && (
        <Group justify="center">
          <Button variant="subtle" onClick={() => setExpanded(true)}>
            {text.showAll({ count: readers.length })}
          </Button>
        </Group>
      )}
    </section>
  )
}
