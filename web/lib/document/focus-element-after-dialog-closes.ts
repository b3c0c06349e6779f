/** Focuses an element by its id after a dialog or menu has closed, because a list may have rendered it anew. */
export function focusElementAfterDialogCloses(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}
