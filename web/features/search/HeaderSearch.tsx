import { ActionIcon } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { searchText as text } from '#texts/search.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { ButtonTooltip } from '#web/ui/feedback/ButtonTooltip.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import styles from './HeaderSearch.module.css'
import { SearchBox } from './SearchBox.tsx'

const SearchDialog = createLazyOverlay(async () => (await import('./SearchDialog.tsx')).SearchDialog)

const openId = 'open-search'

/** Global search: on wide screens a field in the header, on narrow screens a button that opens a dialog. */
export function HeaderSearch({ user }: { user: CurrentUser }) {
  const isWide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const startSearch = () => {
    // The keyboard shortcut for the search is ignored while a modal dialog is open.
    if (document.querySelector('[aria-modal=true]')) return
    if (isWide) input.current?.select()
    else setOpen(true)
  }
  useHotkeys([['mod+K', startSearch]], [])
  if (isWide) {
    return (
      <search className={styles.field}>
        <SearchBox user={user} field={input} />
      </search>
    )
  }
  const closeHeaderSearch = () => {
    setOpen(false)
    focusElementAfterDialogCloses(openId)
  }
  return (
    <>
      <ButtonTooltip label={text.open}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text.open}
          id={openId}
          aria-haspopup="dialog"
          onPointerEnter={SearchDialog.preload}
          onFocus={SearchDialog.preload}
          onClick={startSearch}
        >
          <IconSearch size={22} stroke={1.7} aria-hidden />
        </ActionIcon>
      </ButtonTooltip>
      <SearchDialog user={user} isOpen={isOpen} onClose={closeHeaderSearch} onGo={() => setOpen(false)} />
    </>
  )
}
