// Toasts and questions weigh a tenth of the first load, and most visits end without one: the shell brings in what
// shows them when the first is wanted.
import { useSyncExternalStore } from 'react'

let isWanted = false
const listeners = new Set<() => void>()
let onReady = () => {}
const ready = new Promise<void>(resolve => {
  onReady = resolve
})

/** Done when they can be shown. */
export function wantOverlays(): Promise<void> {
  isWanted = true
  for (const listener of listeners) listener()
  return ready
}

export function useWantedOverlays(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isWanted,
  )
}

/** Said by what shows them, once it listens. */
export function announceOverlays(): void {
  onReady()
}
