// What a page does once it stands: nothing of it is waited for.
import { followInstall } from '#web/lib/install.ts'
import { startWorker } from '#web/lib/new-version.ts'

followInstall()
if (import.meta.env.PROD && 'serviceWorker' in navigator) startWorker().catch(() => {})
