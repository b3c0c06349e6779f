// What a page does once it stands: nothing of it is waited for.
import { isWorkerWanted } from '#web/lib/branding.ts'
import { followInstall } from '#web/lib/install.ts'
import { endWorker, startWorker } from '#web/lib/new-version.ts'

followInstall()
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  (isWorkerWanted ? startWorker() : endWorker()).catch(() => {})
