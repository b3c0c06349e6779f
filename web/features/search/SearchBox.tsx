import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { can } from '#shared/policies.ts'
import { usePart } from '#web/lib/use-part.ts'
import styles from './SearchBox.module.css'
import { SearchInput } from './SearchInput.tsx'
import { searchText as text } from './search.text.ts'
import { useActiveOption } from './use-active-option.ts'

const pause = 300
const fewestLetters = 2

const isLongEnough = (words: string) => Array.from(words).length >= fewestLetters

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
  const panel = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const [isOpen, setOpen] = useState(false)
  const { activeId, reset, move, choose } = useActiveOption(panel)
  const { part: Results, load } = usePart(async () => (await import('./SearchResults.tsx')).SearchResults)
  const isShown =
    (isOpen || isInline) && isLongEnough(search) && isLongEnough(typed.trim()) && Boolean(Results)

  function close(): void {
    setOpen(false)
    reset()
  }

  function go(): void {
    close()
    setTyped('')
    // On with what was opened.
    document.getElementById('content')?.focus()
    onGo?.()
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      choose(search === typed.trim())
    } else if (event.key === 'Escape' && isShown && !isInline) {
      event.stopPropagation()
      close()
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus has gone elsewhere
    <div
      className={styles.box}
      data-inline={isInline || undefined}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <SearchInput
        ref={field}
        isInline={isInline}
        label={text.field(can(user, 'users.list'))}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown ? activeId : undefined}
        value={typed}
        onFocus={load}
        onKeyDown={press}
        onChange={event => {
          load()
          setTyped(event.currentTarget.value)
          reset()
          setOpen(true)
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
        <div ref={panel} className={styles.panel} onMouseDown={event => event.preventDefault()}>
          <Results user={user} search={search} listId={listId} activeId={activeId} onGo={go} />
        </div>
      )}
    </div>
  )
}
