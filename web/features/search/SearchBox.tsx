import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { can } from '#shared/policies.ts'
import { usePart } from '#web/lib/use-part.ts'
import styles from './SearchBox.module.css'
import { searchText as text } from './search.text.ts'

const pause = 300
const fewestLetters = 2
const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

const isLongEnough = (words: string) => Array.from(words).length >= fewestLetters

/** The one before or after, and round the ends. */
function neighbour(options: HTMLElement[], activeId: string | undefined, step: 1 | -1) {
  const at = options.findIndex(({ id }) => id === activeId)
  if (at < 0) return options.at(step === 1 ? 0 : -1)
  return options[(at + step + options.length) % options.length]
}

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
  const [activeId, setActiveId] = useState<string>()
  const { part: Results, load } = usePart(async () => (await import('./SearchResults.tsx')).SearchResults)
  const label = text.field(can(user, 'users.list'))
  const isShown =
    (isOpen || isInline) && isLongEnough(search) && isLongEnough(typed.trim()) && Boolean(Results)

  function close(): void {
    setOpen(false)
    setActiveId(undefined)
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
    const list = panel.current?.querySelector('[role=listbox]')
    const options = Array.from(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const next = neighbour(options, activeId, event.key === 'ArrowDown' ? 1 : -1)
      next?.scrollIntoView({ block: 'nearest' })
      setActiveId(next?.id)
    } else if (event.key === 'Enter') {
      // Without a choice the first, once it answers what was typed.
      const isAnswered = search === typed.trim() && list?.ariaBusy === 'false'
      const chosen = options.find(({ id }) => id === activeId) ?? (isAnswered ? options[0] : undefined)
      chosen?.click()
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
      <TextInput
        ref={field}
        data-autofocus={isInline || undefined}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown ? activeId : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isInline ? undefined : <kbd className={styles.shortcut}>{shortcut}</kbd>}
        rightSectionWidth={isInline ? undefined : 62}
        rightSectionPointerEvents="none"
        value={typed}
        onFocus={load}
        onKeyDown={press}
        onChange={event => {
          load()
          setTyped(event.currentTarget.value)
          setActiveId(undefined)
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
