import { useState } from 'react'
import { failureText, NetworkError } from './api.ts'

/**
 * A part of the program, fetched when it is about to be needed (`load`), or at the latest when it is (`need`). Over a bad
 * network it may not come: whoever needs it is told, `onFailed` puts back what waited for it, and the next try is a new one.
 */
export function usePart<Part>(fetchPart: () => Promise<Part>) {
  const [part, setPart] = useState<Part>()
  const fetchOnce = async () => {
    if (part) return
    const fetched = await fetchPart()
    setPart(() => fetched)
  }
  const load = () => void fetchOnce().catch(() => {})
  const need = (onFailed: () => void) =>
    void fetchOnce()
      .catch(async () => {
        onFailed()
        const { showToast } = await import('./toast.ts')
        await showToast('failure', failureText(new NetworkError(), ''))
      })
      // Nor does what would say so; the line at the top says that there is no connection.
      .catch(() => {})
  return { part, load, need }
}
