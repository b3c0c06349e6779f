import { deletePendingCheckIns } from './marks-place.ts'
import { queryClient } from './query-client.ts'
import { hasCachedResponses } from './recalled.ts'

/** Deletes the signed-in user's data on this device and loads a new page, which also clears the memory. */
export async function clearDeviceAndRedirect(next: string): Promise<void> {
  if (hasCachedResponses()) {
    const { clearResponseCache: forgetKept } = await import('./kept.ts')
    await forgetKept().catch(() => {})
  }
  queryClient.clear()
  sessionStorage.clear()
  // Check-ins that were recorded offline and not sent yet belong to this user as well.
  deletePendingCheckIns()
  window.location.replace(next)
}
