import { ActionIcon, Button, CloseButton, Group, type Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconPlus } from '@tabler/icons-react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ViewBody } from '#shared/contracts/users/views.schemas.ts'
import { viewText as text } from '#texts/saved-views.ts'
import styles from '#web/features/users/Users.module.css'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { LazyMenu } from '#web/ui/overlay/LazyMenu.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { useDeleteSavedView, useSavedListViews } from './views.api.ts'

const SaveViewDialog = createLazyOverlay(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog)

interface Props {
  user: CurrentUser
  list: ViewBody['list']
  /** Query string of the current URL, which is stored with a saved list view. */
  search: string
  onOpen: (search: string) => void
}

/** Saved list views, fetched when their menu opens. */
function SavedViewItems({
  menu: { Item, Label },
  list,
  onOpen,
}: Pick<Props, 'list' | 'onOpen'> & { menu: typeof Menu }) {
  const views = useSavedListViews(list)
  const remove = useDeleteSavedView()
  return (
    <>
      {views.data?.length === 0 && <Label>{text.none}</Label>}
      {views.data?.map(view => (
        <Group key={view.id} gap={4} wrap="nowrap" className={styles.view}>
          <Item onClick={() => onOpen(view.search)}>
            {view.name}
            <span className={styles.muted}>
              {view.sharedBy ? text.by({ name: view.sharedBy }) : view.isShared && text.shared}
            </span>
          </Item>
          {!view.sharedBy && (
            <CloseButton
              size="sm"
              aria-label={text.remove({ name: view.name })}
              onClick={() => remove.mutate(view.id)}
            />
          )}
        </Group>
      ))}
    </>
  )
}

/** Menu of saved list views: the user's own, those shared with the user's role, and an item that saves a view. */
export function SavedViewMenu({ user, list, search, onOpen }: Props) {
  const [isSaving, saving] = useDisclosure()
  const isPhone = useIsPhone()
  return (
    <>
      <LazyMenu
        width={290}
        button={
          isPhone ? (
            <ActionIcon variant="default" size={36} aria-label={text.views}>
              <IconBookmark size={18} aria-hidden />
            </ActionIcon>
          ) : (
            <Button variant="default" leftSection={<IconBookmark size={18} aria-hidden />}>
              {text.views}
            </Button>
          )
        }
      >
        {Menu => (
          <>
            <SavedViewItems menu={Menu} list={list} onOpen={onOpen} />
            <Menu.Divider />
            <Menu.Item leftSection={<IconPlus size={18} aria-hidden />} onClick={saving.open}>
              {text.save}
            </Menu.Item>
          </>
        )}
      </LazyMenu>
      {isSaving && <SaveViewDialog user={user} list={list} search={search} onClose={saving.close} />}
    </>
  )
}
