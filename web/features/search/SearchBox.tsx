import { Box, Text } from '@mantine/core'
import { type RefObject, useId, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can } from '#shared/policies.ts'
import { searchText as text } from '#texts/search.ts'
import { reportCodeLoadFailure, useLazilyLoadedCode } from '#web/lib/query/use-lazily-loaded-code.ts'
import { GlobalSearchInput } from './GlobalSearchInput.tsx'
import styles from './SearchBox.module.css'
import { useSearchBox } from './use-search-box.ts'

/**
 * Search combobox: arrow keys move through the results while the input keeps the focus.
 * `isInline` shows the results below the input, inside the search dialog.
 */
export function SearchBox({
  user,
  field,
  isInline = false,
  onGo,
}: {
  user: CurrentUser
  field?: RefObject<HTMLInputElement | null>
  isInline?: boolean
  onGo?: () => void
}) {
  const listId = useId()
  const [hasTyped, setTyped] = useState(false)
  const { part: Results, preload } = useLazilyLoadedCode(
    async () => (await import('./SearchResults.tsx')).SearchResults,
    hasTyped,
    () => {
      // If the component for search results could not be loaded, the next keystroke loads it again.
      setTyped(false)
      void reportCodeLoadFailure()
    },
  )
  const list = useSearchBox({ isInline, isReady: Boolean(Results), onGo })
  const { isShown, activeId } = list
  return (
    <Box
      pos="relative"
      w="100%"
      className={styles.box}
      data-inline={isInline || undefined}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) list.close()
      }}
    >
      <GlobalSearchInput
        ref={field}
        isInline={isInline}
        label={can(user, 'users.list') ? text.fieldWithPeople : text.field}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown ? activeId : undefined}
        value={list.typed}
        onFocus={preload}
        onKeyDown={list.handleKeyDown}
        onChange={event => {
          setTyped(true)
          list.handleInput(event.currentTarget.value)
        }}
      />
      {isInline && !isShown && (
        <Text size="sm" c="dimmed" mt="xs">
          {text.hint}
        </Text>
      )}
      {isShown && Results && (
        // Pressing a search result must not take the focus from the input, because the results would close too early.
        // biome-ignore lint/a11y/noStaticElementInteractions: the handler only keeps the input from losing the focus
        <div ref={list.panel} className={styles.panel} onMouseDown={event => event.preventDefault()}>
          <Results
            user={user}
            search={list.search}
            listId={listId}
            activeId={activeId}
            onGo={list.handleOpened}
          />
        </div>
      )}
    </Box>
  )
}
