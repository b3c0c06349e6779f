import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'

export const LazyActivityDialog = createLazyOverlay(
  async () => (await import('./ActivityDialog.tsx')).ActivityDialog,
)
