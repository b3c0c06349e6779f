import { notifications } from '@mantine/notifications'
import { wantOverlays } from './overlays.ts'

const titles = { success: 'Kejayaan', failure: 'Ralat' }

/** One at a time: the newest takes the place of the one before. */
export async function showToast(kind: 'success' | 'failure', message: string): Promise<void> {
  await wantOverlays()
  notifications.clean()
  notifications.show({
    title: titles[kind],
    message,
    color: kind === 'success' ? 'laut' : 'red',
    autoClose: 5000,
    closeButtonProps: { 'aria-label': 'Tutup' },
    // The library's own grey does not reach 4.5 to 1.
    styles: { description: { color: 'var(--mantine-color-text)' } },
    withBorder: true,
    role: kind === 'success' ? 'status' : 'alert',
  })
}
