import { useCallback, useEffect, useState } from 'react'
import {
  addRecentSearch,
  loadRecentSearches,
  saveRecentMessageSearches,
} from '#web/lib/e2ee/storage/recent-searches.ts'

/** The user's recent searches on this device, and functions to change them. Undefined until loaded. */
export function useRecentMessageSearches(userId: number) {
  const [searches, setSearches] = useState<string[]>()
  useEffect(() => {
    // When the browser blocks storage on the device, no recent searches are kept.
    loadRecentSearches(userId).then(setSearches, () => setSearches([]))
  }, [userId])
  const change = useCallback(
    async (update: (current: string[]) => string[]) => {
      const next = update(await loadRecentSearches(userId))
      setSearches(next)
      await saveRecentMessageSearches(userId, next)
    },
    [userId],
  )
  const changeSafely = useCallback(
    (update: (current: string[]) => string[]) => void change(update).catch(() => {}),
    [change],
  )
  return {
    searches,
    add: useCallback(
      (terms: string) => changeSafely(current => addRecentSearch(current, terms)),
      [changeSafely],
    ),
    remove: (search: string) => changeSafely(current => current.filter(other => other !== search)),
    clear: () => changeSafely(() => []),
  }
}
