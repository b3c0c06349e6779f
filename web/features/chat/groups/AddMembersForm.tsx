import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import type { FoundPerson } from '#shared/contracts/users/users.schemas.ts'
import { groupText as text } from '#texts/chat.ts'
import type { EncryptedGroup } from '#web/lib/e2ee/group/encrypted-group.ts'
import { useAddGroupMembers } from './groups.api.ts'
import { togglePersonSelection } from './NewGroupDialog.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'

export function AddMembersForm({
  group,
  encryptedGroup,
}: {
  group: GroupRow
  encryptedGroup?: EncryptedGroup
}) {
  const add = useAddGroupMembers(group.id, encryptedGroup)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<FoundPerson[]>([])
  if (!isOpen) {
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {text.add}
      </Button>
    )
  }
  const addSelectedMembers = () =>
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
      <PeoplePicker chosen={chosen} onPick={person => setChosen(togglePersonSelection(chosen, person))} />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => setOpen(false)}>
          {text.cancel}
        </Button>
        <Button disabled={chosen.length === 0} loading={add.isPending} onClick={addSelectedMembers}>
          {text.add}
        </Button>
      </Group>
    </Stack>
  )
}
