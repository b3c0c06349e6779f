import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Tag } from '#shared/contracts/users/tags.schemas.ts'
import { tagText as text } from '#texts/tags.ts'
import styles from '#web/features/users/Users.module.css'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { useCreateTag, useDeleteTag, useRenameTag, useTags } from './tags.api.ts'

function TagNameForm({
  name = '',
  label,
  isBusy,
  onSave,
}: {
  name?: string
  label: string
  isBusy: boolean
  onSave: (name: string) => void
}) {
  const [typed, setTyped] = useState(name)
  return (
    <Group gap={8} align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        maxLength={40}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Button
        loading={isBusy}
        disabled={typed.trim() === '' || typed.trim() === name}
        onClick={() => onSave(typed.trim())}
      >
        {text.save}
      </Button>
    </Group>
  )
}

function TagRow({ tag }: { tag: Tag }) {
  const [isRenaming, setRenaming] = useState(false)
  const rename = useRenameTag()
  const remove = useDeleteTag()
  if (isRenaming) {
    return (
      <TagNameForm
        name={tag.name}
        label={text.name}
        isBusy={rename.isPending}
        onSave={name => rename.mutate({ id: tag.id, name }, { onSuccess: () => setRenaming(false) })}
      />
    )
  }
  const confirmRemoval = () =>
    openConfirmDialog({
      title: text.removeTag({ name: tag.name }),
      text: text.removeConfirm({ count: tag.memberCount }),
      action: text.remove,
      isDangerous: true,
      onConfirm: () => remove.mutate(tag.id),
    })
  return (
    <Group gap={4} wrap="nowrap">
      <Text flex={1} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {tag.name}
        <Text span size="xs" c="dimmed" display="block">
          {text.members({ count: tag.memberCount })}
        </Text>
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={text.renameTag({ name: tag.name })}
        onClick={() => setRenaming(true)}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        aria-label={text.removeTag({ name: tag.name })}
        onClick={confirmRemoval}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** Dialog that creates, renames and removes the tags of the user's club, country or headquarters. */
export function ManageTagsDialog({ onClose }: { onClose: () => void }) {
  const tags = useTags()
  const create = useCreateTag()
  return (
    <FormDialog title={text.manage} onClose={onClose}>
      {/* After a tag has been created, the form is empty again. */}
      <TagNameForm
        key={tags.data?.length}
        label={text.new}
        isBusy={create.isPending}
        onSave={name => create.mutate(name)}
      />
      {tags.data?.length === 0 && <EmptyState text={text.none} />}
      <ul className={styles.entries}>
        {tags.data?.map(tag => (
          <li key={tag.id}>
            <TagRow tag={tag} />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
