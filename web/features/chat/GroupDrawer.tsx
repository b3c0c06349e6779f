import { ActionIcon, Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { GroupMember, GroupRow } from '#shared/contracts/chat.ts'
import type { PersonFound } from '#shared/contracts/users.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/encrypted-group.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { type Column, ListTable } from '#web/ui/ListTable.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import styles from './Chat.module.css'
import { chatText, groupText as text } from './chat.text.ts'
import { EncryptionSection } from './EncryptionSection.tsx'
import {
  memberPageSize,
  useAddMembers,
  useCloseGroup,
  useGroupMembers,
  useLeaveGroup,
  useRemoveMember,
  useRenameGroup,
} from './groups.api.ts'
import { toggle } from './NewGroupDialog.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'
import type { Encryption } from './use-encryption.ts'

function Rename({ group }: { group: GroupRow }) {
  const rename = useRenameGroup(group.id)
  const [name, setName] = useState(group.name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) rename.mutate({ name })
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label={text.name}
          flex={1}
          maxLength={100}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={rename.isPending}
          disabled={!name.trim() || name === group.name}
        >
          {text.save}
        </Button>
      </Group>
    </form>
  )
}

function AddPeople({ group, sealed }: { group: GroupRow; sealed?: EncryptedGroup }) {
  const add = useAddMembers(group.id, sealed)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<PersonFound[]>([])
  if (!isOpen) {
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {text.add}
      </Button>
    )
  }
  const submit = () =>
    add.mutate(
      chosen.map(({ id }) => id),
      {
        onSuccess: () => {
          setChosen([])
          setOpen(false)
        },
      },
    )
  return (
    <Stack gap="xs">
      <PeoplePicker chosen={chosen} onPick={person => setChosen(toggle(chosen, person))} />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => setOpen(false)}>
          {text.cancel}
        </Button>
        <Button disabled={chosen.length === 0} loading={add.isPending} onClick={submit}>
          {text.add}
        </Button>
      </Group>
    </Stack>
  )
}

function Members({
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
  const columns: Column<GroupMember>[] = [
    {
      title: text.members,
      isBare: true,
      cell: person => (
        <span className={styles.member}>
          <PersonAvatar person={person} size={36} />
          <span className={styles.itemWords}>
            <span className={styles.itemName}>{person.fullName}</span>
            <span className={styles.itemPreview}>
              {[text.roles[person.role], person.clubName].filter(Boolean).join(' · ')}
            </span>
          </span>
          {mayRemove(person) && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text.remove(person.fullName)}
              onClick={() =>
                confirm({
                  title: text.remove(person.fullName),
                  text: text.removeConfirm(person.fullName),
                  action: text.remove(person.fullName),
                  isDangerous: true,
                  onConfirm: () => remove.mutate(person.id),
                })
              }
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </span>
      ),
    },
  ]
  return (
    <ListTable
      caption={text.list}
      columns={columns}
      query={query}
      empty={text.nobody}
      pages={{ page, pageSize: memberPageSize, onChange: setPage }}
    />
  )
}

/** Who belongs to a group; and for its owner, what can be done about it. */
export function GroupDrawer({
  group,
  myId,
  encryption,
  mayEncrypt,
  onEncrypt,
  onLeft,
  onClose,
}: {
  group: GroupRow
  myId: number
  encryption: Encryption
  mayEncrypt: boolean
  onEncrypt: () => void
  onLeft: () => void
  onClose: () => void
}) {
  const sealed = encryption.kind === 'sealed' ? encryption.group : undefined
  const leave = useLeaveGroup(group.id, myId, onLeft, sealed)
  const close = useCloseGroup(group.id)
  const isCustom = group.type === 'custom' && !group.direct
  const mayManage = isCustom && group.isActive && group.role !== 'member'
  const askToLeave = () =>
    confirm({
      title: text.leave,
      text: text.leaveConfirm,
      action: text.leave,
      isDangerous: true,
      onConfirm: () => leave.mutate(),
    })
  const askToClose = () =>
    confirm({
      title: text.close,
      text: text.closeConfirm,
      action: text.close,
      isDangerous: true,
      onConfirm: () => close.mutate(),
    })
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
          <Rename key={group.name} group={group} />
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
        {!isCustom && !group.direct && (
          <Text size="sm" c="dimmed">
            {text.systemHint}
          </Text>
        )}
        {mayManage && <AddPeople group={group} {...(sealed && { sealed })} />}
        {!group.direct && (
          <Members group={group} myId={myId} mayManage={mayManage} {...(sealed && { sealed })} />
        )}
        {isCustom && (
          <Group>
            <Button variant="default" loading={leave.isPending} onClick={askToLeave}>
              {text.leave}
            </Button>
            {mayManage && (
              <Button variant="subtle" color="red" loading={close.isPending} onClick={askToClose}>
                {text.close}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Drawer>
  )
}
