import { hasCachedResponses } from '#web/lib/offline/displayed-cached-responses.ts'
import { deletePendingCheckIns } from '#web/lib/offline/pending-check-ins.ts'
import { queryClient } from '#web/lib/query/query-client.ts'

/** Deletes the signed-in user's data on this device and loads a new page, which also clears data in memory. */
export async function deleteDeviceDataAndRedirect(next: string): Promise<void> {
  if (hasCachedResponses()) {
    const { clearResponseCache: forgetKept } = await import('#web/lib/offline/response-cache.ts')
    await forgetKept().catch(() => {})
  }
  try {
    const { deleteRecentSearches: forgetSearches } = await import('#web/lib/e2ee/storage/recent-searches.ts')
    await forgetSearches()
  } catch {
    // A browser that blocks storage has stored no recent searches, so there is nothing to delete.
  }
  queryClient.clear()
  sessionStorage.clear()
  // Signing out also deletes the user's check-ins that were recorded offline and not sent yet.
  deletePendingCheckIns()
  window.location.replace(next)
}
