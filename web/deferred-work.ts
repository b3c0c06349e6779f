import { listenForInstallPrompt } from '#web/lib/device/install-prompt.ts'
import { registerServiceWorker, unregisterServiceWorkers } from '#web/lib/device/service-worker-updates.ts'
import { isServiceWorkerEnabled } from '#web/lib/document/branding.ts'
import { firstScreenPainted } from '#web/lib/document/first-screen.ts'

/** Starts background work that no screen depends on. Call it only after the page has loaded. */
export function startBackgroundWorkAfterPageLoad(): void {
  listenForInstallPrompt()
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    firstScreenPainted
      .then(() => (isServiceWorkerEnabled ? registerServiceWorker() : unregisterServiceWorkers()))
      .catch(() => {})
  // The stylesheet for high-contrast mode is loaded only on devices where that mode is active.
  if (matchMedia('(forced-colors: active)').matches) void import('#web/forced-colours.css')
}
