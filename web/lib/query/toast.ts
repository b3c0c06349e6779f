import { notifications } from '@mantine/notifications'
import { commonText } from '#texts/common.ts'
import { loadToastsAndDialogs } from '#web/lib/document/toasts-and-dialogs.ts'
import type { ToastText } from './query-client.ts'

function getToastColor(kind: 'success' | 'failure', content: ToastText): string {
  if (kind === 'failure') return 'red'
  return typeof content === 'string' ? 'laut' : 'emas'
}

/** Shows a toast, which replaces the previous toast. */
export async function showToast(kind: 'success' | 'failure', content: ToastText): Promise<void> {
  await loadToastsAndDialogs()
  const { title, text } = typeof content === 'string' ? { title: commonText[kind], text: content } : content
  notifications.clean()
  notifications.show({
    title,
    message: text,
    color: getToastColor(kind, content),
    autoClose: 5000,
    closeButtonProps: { 'aria-label': commonText.close },
    // Toast descriptions have the default text colour, because the contrast of Mantine's grey is below 4.5:1.
    styles: { description: { color: 'var(--mantine-color-text)' } },
    withBorder: true,
    role: kind === 'success' ? 'status' : 'alert',
  })
}
