/** Once what covers the page is gone, back to where one was; by its id, because lists draw themselves anew. */
export function focusLater(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}
