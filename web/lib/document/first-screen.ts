let releaseDeferredWork = () => {}

/**
 * Promise that resolves after the first screen was painted. Deferred work waits for it, so that slow phones paint
 * sooner.
 */
export const firstScreenPainted = new Promise<void>(resolve => {
  releaseDeferredWork = resolve
})

/** Marks the first screen as rendered. Deferred work then starts once the browser has painted and is idle. */
export function startDeferredWorkAfterFirstPaint(): void {
  // Older versions of Safari lack requestIdleCallback, so a timeout starts the deferred work.
  const releaseWhenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(releaseDeferredWork, { timeout: 1000 })
    else setTimeout(releaseDeferredWork, 100)
  }
  // Browsers run no animation frames on hidden pages, so deferred work on a hidden page does not wait for one.
  if (document.hidden) releaseWhenIdle()
  else requestAnimationFrame(releaseWhenIdle)
}
