import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'

export const ActivityDialog = lazyOverlay(async () => (await import('./ActivityDialog.tsx')).ActivityDialog)
