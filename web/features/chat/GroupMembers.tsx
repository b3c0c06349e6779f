import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { GroupMember, GroupRow } from '#shared/contracts/chat.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Chat.module.css'
import { groupText as text } from './chat.text.ts'
import { memberPageSize, useGroupMembers, useRemoveMember } from './groups.api.ts'

/** Without `onRemove` they stay. */
function Member({ person, onRemove }: { person: GroupMember; onRemove?: () => void }) {
  const remove = text.remove(person.fullName)
  const ask = (onConfirm: () => void) =>
    confirm({
      title: remove,
      text: text.removeConfirm(person.fullName),
      action: remove,
      isDangerous: true,
      onConfirm,
    })
  return (
    <span className={styles.member}>
      <PersonAvatar person={person} size={36} />
      <span className={styles.itemWords}>
        <span className={styles.itemName}>{person.fullName}</span>
        <span className={styles.itemPreview}>
          {[text.roles[person.role], person.clubName].filter(Boolean).join(' · ')}
        </span>
      </span>
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" aria-label={remove} onClick={() => ask(onRemove)}>
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
  const mayRemove = ({ id, role }: GroupMember) => mayManage && id !== myId && role !== 'owner'
  return (
    <ListTable
      caption={text.list}
      columns={[
        {
          title: text.members,
          isBare: true,
          cell: person => (
            <Member
              person={person}
              onRemove={mayRemove(person) ? () => remove.mutate(person.id) : undefined}
            />
          ),
        },
      ]}
      query={query}
      empty={text.nobody}
      pages={{ page, pageSize: memberPageSize, onChange: setPage }}
    />
  )
}
