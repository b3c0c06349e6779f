import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, CloseButton, Group, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import type { ViewBody } from '#shared/contracts/views.ts'
import { roleLabels } from '#shared/labels.ts'
import styles from './Users.module.css'
import { useRemoveView, useSaveView, useViews } from './views.api.ts'
import { viewText as text } from './views.text.ts'

interface Props {
  user: CurrentUser
  list: ViewBody['list']
  /** What stands behind ? in the address now. */
  search: string
  onOpen: (search: string) => void
}

function SaveDialog({ user, list, search, onClose }: Omit<Props, 'onOpen'> & { onClose: () => void }) {
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
            label={text.share(roleLabels[user.role])}
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

/** Ways to look at this list that were kept, one's own and those shared within the role, and the way to keep this one. */
export function ViewMenu({ user, list, search, onOpen }: Props) {
  const [isSaving, saving] = useDisclosure()
  const [isOpen, menu] = useDisclosure()
  const views = useViews(list, isOpen)
  const remove = useRemoveView()
  return (
    <>
      <Menu position="bottom-end" width={290} opened={isOpen} onOpen={menu.open} onClose={menu.close}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={18} aria-hidden />}>
            {text.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.data?.length === 0 && <Menu.Label>{text.none}</Menu.Label>}
          {views.data?.map(view => (
            <div key={view.id} className={styles.view}>
              <Menu.Item onClick={() => onOpen(view.search)}>
                {view.name}
                <span className={styles.muted}>
                  {view.sharedBy ? text.by(view.sharedBy) : view.isShared && text.shared}
                </span>
              </Menu.Item>
              {!view.sharedBy && (
                <CloseButton
                  size="sm"
                  aria-label={text.remove(view.name)}
                  onClick={() => remove.mutate(view.id)}
                />
              )}
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={18} aria-hidden />} onClick={saving.open}>
            {text.save}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && <SaveDialog user={user} list={list} search={search} onClose={saving.close} />}
    </>
  )
}
