import { ActionIcon } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { focusLater } from '#web/lib/focus.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import styles from './HeaderSearch.module.css'
import { SearchBox } from './SearchBox.tsx'
import { searchText as text } from './search.text.ts'

const SearchDialog = lazyOverlay(async () => (await import('./SearchDialog.tsx')).SearchDialog)

const openId = 'open-search'

/** In the header where there is room for a field, behind a button where there is not. */
export function HeaderSearch({ user }: { user: CurrentUser }) {
  const isWide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const begin = () => {
    // What covers the page comes first.
    if (document.querySelector('[aria-modal=true]')) return
    if (isWide) field.current?.select()
    else setOpen(true)
  }
  useHotkeys([['mod+K', begin]], [])
  if (isWide) {
    return (
      <search className={styles.field}>
        <SearchBox user={user} field={field} />
      </search>
    )
  }
  const dismiss = () => {
    setOpen(false)
    focusLater(openId)
  }
  return (
    <>
      <Hint label={text.open}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text.open}
          id={openId}
          aria-haspopup="dialog"
          onPointerEnter={SearchDialog.preload}
          onFocus={SearchDialog.preload}
          onClick={begin}
        >
          <IconSearch size={22} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Hint>
      <SearchDialog user={user} isOpen={isOpen} onClose={dismiss} onGo={() => setOpen(false)} />
    </>
  )
}
