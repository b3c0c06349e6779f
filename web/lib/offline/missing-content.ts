// Registry of the screen areas whose content could not be loaded because a request to the server failed.
// Each page and each dialog explains missing content only once, even if several parts lack content.
import { createStore } from '#web/lib/state/store.ts'

/** DOM elements of the parts of the screen whose content could not be loaded, in no particular order. */
export const missingContent = createStore<readonly Element[]>([])

export function registerFailedContentArea(element: Element): () => void {
  missingContent.set([...missingContent.get(), element])
  return () => missingContent.set(missingContent.get().filter(other => other !== element))
}

const getElementArea = (element: Element) => element.closest('dialog, [role="dialog"], main') ?? document.body

/**
 * Whether the element is the last part without content on its page or in its dialog. Only that part shows the
 * explanation. Key figures and filters come before their list, so the explanation appears in place of the list.
 */
export function isLastFailedContentAreaOnPage(element: Element | null, missing: readonly Element[]): boolean {
  // Before its first paint, a failed content area has no DOM element to compare, so it shows the explanation.
  if (!element) return true
  const area = getElementArea(element)
  return !missing.some(
    other =>
      other !== element &&
      getElementArea(other) === area &&
      element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
