import { notifications } from '@mantine/notifications'

const titles = { success: 'Kejayaan', failure: 'Ralat' }

/** One at a time: the newest takes the place of the one before. */
export function showToast(kind: 'success' | 'failure', message: string): void {
  notifications.clean()
  notifications.show({
    title: titles[kind],
    message,
    color: kind === 'success' ? 'laut' : 'red',
    autoClose: 5000,
    withBorder: true,
    role: kind === 'success' ? 'status' : 'alert',
  })
}
