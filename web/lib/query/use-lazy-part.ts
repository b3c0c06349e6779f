import { useEffect, useEffectEvent, useState } from 'react'
import { getFailureText, NetworkError } from '#web/lib/http/api.ts'

/**
 * Loads a lazily loaded part when `isNeeded` becomes true.
 * `preload` may start the load earlier, for example when the pointer enters a button, and fails silently.
 * `onFailed` must reset `isNeeded`; when `isNeeded` becomes true again, a new load starts.
 */
export function useLazyPart<Part>(load: () => Promise<Part>, isNeeded: boolean, onFailed: () => void) {
  const [part, setPart] = useState<Part>()
  const fetchPart = useEffectEvent(async () => {
    if (part) return
    const loaded = await load()
    setPart(() => loaded)
  })
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    fetchPart().catch(() => isCurrent && fail())
    return () => {
      isCurrent = false
    }
  }, [isNeeded])
  const preload = () => {
    if (!part)
      void load()
        .then(loaded => setPart(() => loaded))
        .catch(() => {})
  }
  return { part, preload }
}

/** Shows a toast when code failed to load. If the toast fails too, the status line reports a lost connection. */
export async function reportLoadFailure(): Promise<void> {
  const toast = await import('./toast.ts').catch(() => undefined)
  await toast?.showToast('failure', getFailureText(new NetworkError(), ''))
}
