let release = () => {}

/** What nobody sees waits until the first screen has been painted: on a slow phone everything at once is everything late. */
export const firstScreen = new Promise<void>(resolve => {
  release = resolve
})

/** Called when the first screen has been drawn; what waits begins with the browser's next idle moment after it is painted. */
export function noteFirstScreen(): void {
  // Older Safaris cannot tell when they are idle.
  const rest = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(release, { timeout: 1000 })
    else setTimeout(release, 100)
  }
  // A page in the background paints nothing.
  if (document.hidden) rest()
  else requestAnimationFrame(rest)
}
