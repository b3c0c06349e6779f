/** Focuses an element after a dialog has closed. Finds it by id, because its list may have been rendered anew. */
export function focusElementAfterDialogCloses(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}
