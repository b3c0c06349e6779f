/** Focuses an element after a dialog or menu has closed. The element is found by id, because lists render it anew. */
export function focusElementAfterDialogCloses(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}
