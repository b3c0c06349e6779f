/** Static HTML of the page's frame, shown before any script runs. React's first render replaces it. */
const staticFrame = document.querySelector('body > .frame')

export const clonePrerenderedPageFrame = () =>
  Array.from(staticFrame?.childNodes ?? [], node => node.cloneNode(true))

export function removePrerenderedPageFrame(): void {
  staticFrame?.remove()
}
