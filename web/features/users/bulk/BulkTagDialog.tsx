import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { tagText as text } from '#texts/tags.ts'
import { ManageTagsButton } from '#web/features/users/tags/ManageTagsButton.tsx'
import { type TagChoice, TagSelect } from '#web/features/users/tags/TagSelect.tsx'
import { addOrRemoveTagOfUsers, useCreateTag, useTags } from '#web/features/users/tags/tags.api.ts'
import { ApiError } from '#web/lib/http/api.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import type { SendBatch } from './use-bulk-action-runner.ts'

/** Dialog that adds a tag to the selected users or removes it from them. */
export function BulkTagDialog({
  count,
  onSend,
  onClose,
}: {
  count: number
  onSend: (send: SendBatch) => void
  onClose: () => void
}) {
  const tags = useTags()
  const create = useCreateTag()
  const [chosen, setChosen] = useState<TagChoice>()
  const first = tags.data?.[0]
  const choice = chosen ?? { id: first?.id, name: '' }
  const sendTagChange = (change: 'add' | 'remove', tagId: number) =>
    onSend(ids => addOrRemoveTagOfUsers(change, tagId, ids))
  const applyChosenTag = () => {
    if (choice.id !== undefined) sendTagChange('add', choice.id)
    else create.mutate(choice.name, { onSuccess: ({ id }) => sendTagChange('add', id) })
  }
  return (
    <FormDialog
      title={text.titleMany({ count })}
      isShort
      footer={
        <>
          {choice.id !== undefined && (
            <Button
              variant="default"
              onClick={() => choice.id !== undefined && sendTagChange('remove', choice.id)}
            >
              {text.removeFromMany}
            </Button>
          )}
          <Button
            loading={create.isPending}
            disabled={choice.id === undefined && choice.name.trim() === ''}
            onClick={applyChosenTag}
          >
            {text.addToMany}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <TagSelect
        choice={choice}
        error={create.error instanceof ApiError ? create.error.text : undefined}
        onChange={setChosen}
      />
      <Text size="sm" c="dimmed">
        {text.help}
      </Text>
      {first && <ManageTagsButton />}
    </FormDialog>
  )
}
