import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { groupText as text } from '#texts/chat.ts'
import { useRenameGroup } from './groups.api.ts'

export function RenameGroupForm({ group }: { group: GroupRow }) {
  const rename = useRenameGroup(group.id)
  const [name, setName] = useState(group.name)
  const renameGroup = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) rename.mutate({ name })
  }
  return (
    <form onSubmit={renameGroup}>
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
