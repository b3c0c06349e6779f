import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { GroupMember, GroupRow } from '#shared/contracts/chat.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Chat.module.css'
import { groupText as text } from './chat.text.ts'
import { memberPageSize, useGroupMembers, useRemoveMember } from './groups.api.ts'

function askToRemove({ fullName }: GroupMember, onConfirm: () => void): void {
  const remove = text.remove(fullName)
  confirm({ title: remove, text: text.removeConfirm(fullName), action: remove, isDangerous: true, onConfirm })
}

const aboutOf = ({ role, clubName }: GroupMember) => [text.roles[role], clubName].filter(Boolean).join(' · ')

/** On a phone; opened, it shows what can be done. Without `onRemove` they stay, and there is nothing to open. */
function MemberLine({ person, onRemove }: { person: GroupMember; onRemove?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListRow
        lead={<PersonAvatar person={person} size={40} />}
        title={person.fullName}
        line={aboutOf(person)}
        {...(onRemove && { isOpen, onOpen: () => setOpen(!isOpen) })}
      />
      {isOpen && onRemove && (
        <div className={styles.memberMore}>
          <Button
            variant="light"
            color="red"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => askToRemove(person, onRemove)}
          >
            {text.remove(person.fullName)}
          </Button>
        </div>
      )}
    </>
  )
}

/** Without `onRemove` they stay. */
function Member({ person, onRemove }: { person: GroupMember; onRemove?: () => void }) {
  return (
    <span className={styles.member}>
      <PersonAvatar person={person} size={36} />
      <span className={styles.itemWords}>
        <span className={styles.itemName}>{person.fullName}</span>
        <span className={styles.itemPreview}>{aboutOf(person)}</span>
      </span>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.remove(person.fullName)}
          onClick={() => askToRemove(person, onRemove)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}

export function GroupMembers({
  group,
  myId,
  mayManage,
  sealed,
}: {
  group: GroupRow
  myId: number
  mayManage: boolean
  sealed?: EncryptedGroup
}) {
  const [page, setPage] = useState(1)
  const query = useGroupMembers(group.id, page)
  const remove = useRemoveMember(group.id, sealed)
  const removerOf = ({ id, role }: GroupMember) =>
    mayManage && id !== myId && role !== 'owner' ? () => remove.mutate(id) : undefined
  return (
    <ListTable
      caption={text.list}
      columns={[
        {
          title: text.members,
          isBare: true,
          cell: person => <Member person={person} onRemove={removerOf(person)} />,
        },
      ]}
      phoneRow={person => <MemberLine person={person} onRemove={removerOf(person)} />}
      query={query}
      empty={text.nobody}
      pages={{ page, pageSize: memberPageSize, onChange: setPage }}
    />
  )
}
