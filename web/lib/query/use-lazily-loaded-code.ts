import { useEffect, useEffectEvent, useState } from 'react'
import { getErrorMessageForUser, NetworkError } from '#web/lib/http/api.ts'

/**
 * Loads the code of a component when `isNeeded` becomes true. `preload` may start loading earlier, for example when the
 * pointer enters a button; its failures are ignored. `onFailed` must reset `isNeeded`, so that setting it again starts
 * another attempt.
 */
export function useLazilyLoadedCode<Part>(
  load: () => Promise<Part>,
  isNeeded: boolean,
  onFailed: () => void,
) {
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

/**
 * Shows a toast after code failed to load. If the toast's code fails as well, the status line reports the lost
 * connection.
 */
export async function reportCodeLoadFailure(): Promise<void> {
  const toast = await import('./toast.ts').catch(() => undefined)
  await toast?.showToast('failure', getErrorMessageForUser(new NetworkError(), ''))
}
