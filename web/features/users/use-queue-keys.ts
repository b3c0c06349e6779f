import { useEffect, useRef } from 'react'

/** Where letters are typed, or choose something. */
const typing = 'input, textarea, select, [contenteditable], [role=listbox], [role=menu]'

/** Single letters, as long as nothing is typed and nothing lies over the screen. */
export function useQueueKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return
      const { target } = event
      if (target instanceof Element && target.closest(typing)) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const act = latest.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
