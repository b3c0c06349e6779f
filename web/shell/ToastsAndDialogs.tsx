import './overlays.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { markToastsAndDialogsReady } from '#web/lib/document/toasts-and-dialogs.ts'

/** Renders the toasts (at most one at a time) and the confirmation dialogs. */
export function ToastsAndDialogs() {
  // React runs the effects of children first, so toasts and dialogs are already listening when this effect runs.
  useEffect(markToastsAndDialogsReady, [])
  return (
    <ModalsProvider modalProps={{ centered: true, radius: 16 }}>
      {/* Toasts are above dialogs, but below menus and select lists. */}
      <Notifications limit={1} position="top-right" zIndex={250} />
    </ModalsProvider>
  )
}
