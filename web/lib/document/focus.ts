/** Focuses an element after an overlay has closed. Takes an id because lists re-render their elements. */
export function focusElementLater(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}
