import { forgetMarks } from './marks-place.ts'
import { queryClient } from './query-client.ts'
import { hasKept } from './recalled.ts'

/** Nothing of the person stays behind, not even in memory: a new page is the surest way. */
export async function leaveDevice(next: string): Promise<void> {
  if (hasKept()) {
    const { forgetKept } = await import('./kept.ts')
    await forgetKept().catch(() => {})
  }
  queryClient.clear()
  sessionStorage.clear()
  // What was said at a door and not sent yet is this person's, too.
  forgetMarks()
  window.location.replace(next)
}
