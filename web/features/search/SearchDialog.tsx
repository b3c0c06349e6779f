import { Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { SearchBox } from './SearchBox.tsx'
import { searchText as text } from './search.text.ts'

/** Where there is no room for a field in the header. */
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
  // Asked for before it was loaded, it still has to see itself open.
  const isThere = useMounted()
  return (
    <Modal
      opened={isThere && isOpen}
      onClose={onClose}
      title={text.open}
      centered={false}
      yOffset={16}
      // Whoever has found something goes on there, and not back here.
      returnFocus={false}
    >
      <SearchBox user={user} isInline onGo={onGo} />
    </Modal>
  )
}
