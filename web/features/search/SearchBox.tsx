import { Text } from '@mantine/core'
import { type RefObject, useId, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { can } from '#shared/policies.ts'
import { reportLoadFailure, usePart } from '#web/lib/use-part.ts'
import styles from './SearchBox.module.css'
import { SearchInput } from './SearchInput.tsx'
import { searchText as text } from './search.text.ts'
import { useSearchList } from './use-search-list.ts'

/**
 * A field whose results one walks through with the arrow keys, the focus staying where one types. `isInline`: the
 * results stand below it, in a dialog of their own.
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
  const { part: Results, preload } = usePart(
    async () => (await import('./SearchResults.tsx')).SearchResults,
    hasTyped,
    () => {
      // The next letter starts a new load.
      setTyped(false)
      void reportLoadFailure()
    },
  )
  const list = useSearchList({ isInline, isReady: Boolean(Results), onGo })
  const { isShown, activeId } = list
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus has gone elsewhere
    <div
      className={styles.box}
      data-inline={isInline || undefined}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) list.close()
      }}
    >
      <SearchInput
        ref={field}
        isInline={isInline}
        label={text.field(can(user, 'users.list'))}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown ? activeId : undefined}
        value={list.typed}
        onFocus={preload}
        onKeyDown={list.press}
        onChange={event => {
          setTyped(true)
          list.type(event.currentTarget.value)
        }}
      />
      {isInline && !isShown && (
        <Text size="sm" c="dimmed" mt="xs">
          {text.hint}
        </Text>
      )}
      {isShown && Results && (
        // Pressing a result does not take the focus away from the field, which would close the list before the click.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <div ref={list.panel} className={styles.panel} onMouseDown={event => event.preventDefault()}>
          <Results user={user} search={list.search} listId={listId} activeId={activeId} onGo={list.go} />
        </div>
      )}
    </div>
  )
}
