// Parts of the screen whose content is missing because the server cannot be reached or has failed.
// Each page and each dialog explains missing content once, even if several parts are missing.
import { createStore } from '#web/lib/state/store.ts'

/** Elements of the screen parts whose content is missing, in any order. */
export const missingContent = createStore<readonly Element[]>([])

export function registerElementMissingOfflineContent(element: Element): () => void {
  missingContent.set([...missingContent.get(), element])
  return () => missingContent.set(missingContent.get().filter(other => other !== element))
}

const getElementArea = (element: Element) => element.closest('dialog, [role="dialog"], main') ?? document.body

/**
 * Whether the element is the last part without content on its page or in its dialog. Only that part shows the
 * explanation. Key figures and filters come before their list, so the explanation appears in place of the list.
 */
export function isLastElementMissingOfflineContent(
  element: Element | null,
  missing: readonly Element[],
): boolean {
  // A part of the screen that has not been painted yet has no element in the list.
  if (!element) return true
  const area = getElementArea(element)
  return !missing.some(
    other =>
      other !== element &&
      getElementArea(other) === area &&
      element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
