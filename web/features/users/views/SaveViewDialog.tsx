import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ViewBody } from '#shared/contracts/users/views.schemas.ts'
import { roleLabels } from '#texts/labels.ts'
import { viewText as text } from '#texts/saved-views.ts'
import { FormDialog } from '#web/ui/form/FormDialog.tsx'
import { useSaveListView } from './views.api.ts'

/** Dialog that saves the user list's current filters, sort order and columns as a named view. */
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
  const save = useSaveListView()
  return (
    <FormDialog
      title={text.save}
      isShort
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!name.trim()}>
            {text.keep}
          </Button>
        </>
      }
      onSubmit={event => {
        event.preventDefault()
        if (name.trim()) save.mutate({ list, name, search, isShared }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
