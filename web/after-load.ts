// Work that starts after the page has loaded and that no screen depends on.
import { isWorkerWanted } from '#web/lib/branding.ts'
import { firstScreen } from '#web/lib/first-screen.ts'
import { followInstall } from '#web/lib/install.ts'
import { endWorker, startWorker } from '#web/lib/new-version.ts'

followInstall()
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  firstScreen.then(() => (isWorkerWanted ? startWorker() : endWorker())).catch(() => {})
// Styles for high contrast mode are loaded only where it is active.
if (matchMedia('(forced-colors: active)').matches) void import('#web/forced-colours.css')
