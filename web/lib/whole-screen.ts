// Something that on a phone has the whole screen to itself: the header and the bar of the shell step aside.
import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

const isTaken = createStore(false)

/** The keyboard makes the page shorter instead of lying over its foot. Nowhere else: elsewhere the page would jump. */
function makeRoomForKeyboard(): () => void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]')
  const before = meta?.content ?? ''
  if (!meta || before.includes('interactive-widget')) return () => {}
  meta.content = `${before}, interactive-widget=resizes-content`
  return () => {
    meta.content = before
  }
}

export function useWholeScreen(): void {
  useEffect(() => {
    const undo = makeRoomForKeyboard()
    isTaken.set(true)
    return () => {
      undo()
      isTaken.set(false)
    }
  }, [])
}

export function useScreenTaken(): boolean {
  return useStore(isTaken)
}
