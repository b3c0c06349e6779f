/** Focuses an element after a dialog or menu has closed. Takes an element id because lists re-render their elements. */
export function focusElementLater(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}
