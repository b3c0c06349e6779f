import './overlays.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { announceOverlays } from '#web/lib/overlays.ts'

/** What lies over a page for a moment: at most one toast, and questions before what cannot be taken back. */
export function Overlays() {
  // After the two below have begun to listen: effects run from the inside out.
  useEffect(announceOverlays, [])
  return (
    <ModalsProvider modalProps={{ centered: true, radius: 16 }}>
      {/* Over dialogs, but below the menu or list that somebody opens meanwhile. */}
      <Notifications limit={1} position="top-right" zIndex={250} />
    </ModalsProvider>
  )
}
