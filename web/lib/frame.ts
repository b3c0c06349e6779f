/** What the document draws before any script runs. It goes when there is something to put in its place. */
const drawn = document.querySelector('body > .frame')

export const copyFrame = () => Array.from(drawn?.childNodes ?? [], node => node.cloneNode(true))

export function removeFrame(): void {
  drawn?.remove()
}
