import { notifications } from '@mantine/notifications'
import { wantOverlays } from './overlays.ts'
import type { Said } from './query-client.ts'

const titles = { success: 'Kejayaan', failure: 'Ralat' }

function colorOf(kind: 'success' | 'failure', said: Said): string {
  if (kind === 'failure') return 'red'
  return typeof said === 'string' ? 'laut' : 'emas'
}

/** One at a time: the newest takes the place of the one before. */
export async function showToast(kind: 'success' | 'failure', said: Said): Promise<void> {
  await wantOverlays()
  const { title, text } = typeof said === 'string' ? { title: titles[kind], text: said } : said
  notifications.clean()
  notifications.show({
    title,
    message: text,
    color: colorOf(kind, said),
    autoClose: 5000,
    closeButtonProps: { 'aria-label': 'Tutup' },
    // The library's own grey does not reach 4.5 to 1.
    styles: { description: { color: 'var(--mantine-color-text)' } },
    withBorder: true,
    role: kind === 'success' ? 'status' : 'alert',
  })
}
