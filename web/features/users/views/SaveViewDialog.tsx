import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ViewBody } from '#shared/contracts/users/views.schemas.ts'
import { roleLabels } from '#texts/labels.ts'
import { viewText as text } from '#texts/saved-views.ts'
import { useSaveView } from './views.api.ts'

/** Saves the user list's current filters, sort order and columns as a named view. */
export function SaveViewDialog({
  user,
  list,
  search,
  onClose,
}: {
  user: CurrentUser
  list: ViewBody['list']
  search: string
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const save = useSaveView()
  return (
    <Modal opened onClose={onClose} title={text.save}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (name.trim()) save.mutate({ list, name, search, isShared }, { onSuccess: onClose })
        }}
      >
        <Stack>
          <TextInput
            label={text.name}
            description={text.nameHelp}
            data-autofocus
            required
            maxLength={60}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Checkbox
            label={text.share({ role: roleLabels[user.role] })}
            description={text.shareHelp}
            checked={isShared}
            onChange={event => setShared(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {text.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!name.trim()}>
              {text.keep}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
