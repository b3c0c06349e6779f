import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useActiveOption } from './use-active-option.ts'

const pause = 300
const fewestLetters = 2

const isLongEnough = (words: string) => Array.from(words).length >= fewestLetters

/** What is typed, whether the results of it are shown, and how the keys lead through them. */
export function useSearchList({
  isInline,
  isReady,
  onGo,
}: {
  /** The results are never put away: they have a dialog of their own. */
  isInline: boolean
  /** What shows them has come over the line. */
  isReady: boolean
  onGo?: () => void
}) {
  const panel = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const [isOpen, setOpen] = useState(false)
  const { activeId, reset, move, choose } = useActiveOption(panel)
  const isShown = (isOpen || isInline) && isLongEnough(search) && isLongEnough(typed.trim()) && isReady

  function type(words: string): void {
    setTyped(words)
    reset()
    setOpen(true)
  }

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

  return { panel, typed, search, activeId, isShown, type, press, close, go }
}
