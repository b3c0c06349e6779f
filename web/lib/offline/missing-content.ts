// Places on the screen whose content is missing because the server cannot be reached.
// Each page and each dialog explains this once, however many of its parts are missing.
import { createStore } from '#web/lib/state/store.ts'

/** Elements of the missing parts, in any order. */
export const missingContent = createStore<readonly Element[]>([])

export function addMissingContent(element: Element): () => void {
  missingContent.set([...missingContent.get(), element])
  return () => missingContent.set(missingContent.get().filter(other => other !== element))
}

const getArea = (element: Element) => element.closest('[role="dialog"], main') ?? document.body

/**
 * Whether the element is the last missing part of its page or dialog, and so the one that explains.
 * Figures and filters come before the list that they belong to, so the explanation stands in the list's place.
 */
export function isLastMissingElement(element: Element | null, missing: readonly Element[]): boolean {
  // Before the first paint of a part its element is not known yet.
  if (!element) return true
  const area = getArea(element)
  return !missing.some(
    other =>
      other !== element &&
      getArea(other) === area &&
      element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
