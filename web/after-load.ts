// Work that starts after the page has loaded and that no screen depends on.
import { isServiceWorkerEnabled } from '#web/lib/branding.ts'
import { firstScreenPainted } from '#web/lib/first-screen.ts'
import { listenForInstallPrompt } from '#web/lib/install.ts'
import { registerServiceWorker, unregisterServiceWorkers } from '#web/lib/new-version.ts'

listenForInstallPrompt()
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  firstScreenPainted
    .then(() => (isServiceWorkerEnabled ? registerServiceWorker() : unregisterServiceWorkers()))
    .catch(() => {})
// Styles for high contrast mode are loaded only where it is active.
if (matchMedia('(forced-colors: active)').matches) void import('#web/forced-colours.css')
