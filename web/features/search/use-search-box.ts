import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useActiveSearchResult } from './use-active-search-result.ts'

const debounceMs = 300
const minLetters = 2

const isQueryLongEnough = (value: string) => Array.from(value).length >= minLetters

/** Hook with the state of the search box: typed text, visibility of the results and keyboard navigation. */
export function useSearchBox({
  isInline,
  isReady,
  onGo,
}: {
  /** Whether the search results are shown inside the search dialog and therefore stay open. */
  isInline: boolean
  /** Whether the lazily loaded component for search results is available. */
  isReady: boolean
  onGo?: () => void
}) {
  const panel = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), debounceMs)
  const [isOpen, setOpen] = useState(false)
  const { activeId, reset, move, choose } = useActiveSearchResult(panel)
  const isShown =
    (isOpen || isInline) && isQueryLongEnough(search) && isQueryLongEnough(typed.trim()) && isReady

  function handleInput(value: string): void {
    setTyped(value)
    reset()
    setOpen(true)
  }

  function closeSearchBox(): void {
    setOpen(false)
    reset()
  }

  function handleOpened(): void {
    closeSearchBox()
    setTyped('')
    // After a search result was opened, the content of the opened page takes the keyboard focus.
    document.getElementById('content')?.focus()
    onGo?.()
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      choose(search === typed.trim())
    } else if (event.key === 'Escape' && isShown && !isInline) {
      event.stopPropagation()
      closeSearchBox()
    }
  }

  return {
    panel,
    typed,
    search,
    activeId,
    isShown,
    handleInput,
    handleKeyDown,
    close: closeSearchBox,
    handleOpened,
  }
}
