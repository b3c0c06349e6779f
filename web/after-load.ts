// What a page does after it has loaded. Nothing on the screen waits for it.
import { isWorkerWanted } from '#web/lib/branding.ts'
import { firstScreen } from '#web/lib/first-screen.ts'
import { followInstall } from '#web/lib/install.ts'
import { endWorker, startWorker } from '#web/lib/new-version.ts'

followInstall()
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  firstScreen.then(() => (isWorkerWanted ? startWorker() : endWorker())).catch(() => {})
// For the few who have the system choose all colours.
if (matchMedia('(forced-colors: active)').matches) void import('#web/forced-colours.css')
