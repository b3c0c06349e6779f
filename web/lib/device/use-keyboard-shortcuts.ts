import { useEffect, useRef } from 'react'

/** CSS selector of elements in which a letter key types text or selects an option. */
const typingSelector = 'input, textarea, select, [contenteditable], [role=listbox], [role=menu]'

/** Handles shortcuts of a single letter, except while the focus is in a field or a dialog is open. */
export function useKeyboardShortcuts(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const handleShortcutKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return
      const { target } = event
      if (target instanceof Element && target.closest(typingSelector)) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const runShortcut = latest.current[event.key.toLowerCase()]
      if (!runShortcut) return
      event.preventDefault()
      runShortcut()
    }
    window.addEventListener('keydown', handleShortcutKey)
    return () => window.removeEventListener('keydown', handleShortcutKey)
  }, [])
}
