import { Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { searchText as text } from '#texts/search.ts'
import { SearchBox } from './SearchBox.tsx'

/** Search dialog for screens that are too narrow for a search field in the header. */
export function SearchDialog({
  user,
  isOpen,
  onClose,
  onGo,
}: {
  user: CurrentUser
  isOpen: boolean
  onClose: () => void
  onGo: () => void
}) {
  // The search dialog is mounted closed and then opened, because its transition and autofocus need both states.
  const isThere = useMounted()
  return (
    <Modal
      opened={isThere && isOpen}
      onClose={onClose}
      title={text.open}
      centered={false}
      yOffset={16}
      // After the user has chosen a search result, the opened page gets the focus instead of the search button.
      returnFocus={false}
    >
      <SearchBox user={user} isInline onGo={onGo} />
    </Modal>
  )
}
