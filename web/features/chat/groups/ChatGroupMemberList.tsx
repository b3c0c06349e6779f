import { Box, Button, Flex, Stack, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { GroupMember, GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { groupText as text } from '#texts/chat.ts'
import { personText } from '#texts/person-menu.ts'
import styles from '#web/features/chat/Chat.module.css'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ListRow } from '#web/ui/list/ListRow.tsx'
import { ListTable } from '#web/ui/list/ListTable.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { memberPageSize, useGroupMembers, useRemoveGroupMember } from './groups.api.ts'

function askToRemoveMember({ fullName }: GroupMember, onConfirm: () => void): void {
  const remove = text.remove({ name: fullName })
  openConfirmDialog({
    title: remove,
    text: text.removeConfirm({ name: fullName }),
    action: remove,
    isDangerous: true,
    onConfirm,
  })
}

const describeGroupMember = ({ role, clubName }: GroupMember) =>
  [text.roles[role], clubName].filter(Boolean).join(' · ')

/** Row of a group member on phones. The row expands to show actions, unless `renderActions` is missing. */
function GroupMemberRowOnPhone({
  person,
  renderActions,
}: {
  person: GroupMember
  renderActions?: () => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListRow
        lead={<PersonAvatar person={person} size={40} />}
        title={person.fullName}
        line={describeGroupMember(person)}
        {...(renderActions && { isOpen, onOpen: () => setOpen(!isOpen) })}
      />
      {isOpen && renderActions && (
        <Box pb={14} pr={14} pl={66}>
          {renderActions()}
        </Box>
      )}
    </>
  )
}

function GroupMemberRow({ person, renderActions }: { person: GroupMember; renderActions?: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const summary = (
    <>
      <PersonAvatar person={person} size={36} />
      <Flex component="span" direction="column" flex={1} miw={0}>
        <span className={styles.itemName}>{person.fullName}</span>
        <span className={styles.itemPreview}>{describeGroupMember(person)}</span>
      </Flex>
    </>
  )
  if (!renderActions) return <span className={styles.member}>{summary}</span>
  return (
    <>
      <UnstyledButton
        className={styles.member}
        aria-expanded={isOpen}
        aria-label={personText.profile({ name: person.fullName })}
        onClick={() => setOpen(!isOpen)}
      >
        {summary}
        <IconChevronDown size={16} aria-hidden className={styles.turn} data-open={isOpen || undefined} />
      </UnstyledButton>
      {isOpen && (
        <Box pb={14} pr={14} pl={66}>
          {renderActions()}
        </Box>
      )}
    </>
  )
}

export function ChatGroupMemberList({
  group,
  myId,
  mayManage,
  encryptedGroup,
  personActions,
}: {
  group: GroupRow
  myId: number
  mayManage: boolean
  encryptedGroup?: EncryptedGroup
  personActions: (userId: number) => ReactNode
}) {
  const [page, setPage] = useState(1)
  const query = useGroupMembers(group.id, page)
  const remove = useRemoveGroupMember(group.id, encryptedGroup)
  /** Renders the buttons for actions on a group member; undefined for the signed-in user. */
  const buildMemberActions = (person: GroupMember) => {
    if (person.id === myId) return undefined
    const mayRemove = mayManage && person.role !== 'owner'
    return () => (
      <Stack gap="xs">
        {personActions(person.id)}
        {mayRemove && (
          <Button
            variant="light"
            color="red"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => askToRemoveMember(person, () => remove.mutate(person.id))}
          >
            {text.remove({ name: person.fullName })}
          </Button>
        )}
      </Stack>
    )
  }
  return (
    <ListTable
      caption={text.list}
      columns={[
        {
          title: text.members,
          hasNoLabel: true,
          cell: person => <GroupMemberRow person={person} renderActions={buildMemberActions(person)} />,
        },
      ]}
      phoneRow={person => (
        <GroupMemberRowOnPhone person={person} renderActions={buildMemberActions(person)} />
      )}
      query={query}
      empty={text.nobody}
      pages={{ page, pageSize: memberPageSize, onChange: setPage }}
    />
  )
}
