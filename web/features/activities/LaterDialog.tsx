import { type ComponentProps, lazy } from 'react'
import { LateDialog } from '#web/ui/LateDialog.tsx'

const Dialog = lazy(async () => ({ default: (await import('./ActivityDialog.tsx')).ActivityDialog }))

/** The form with its calendars, fetched when somebody wants to write in it. */
export function ActivityDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <LateDialog>
      <Dialog {...props} />
    </LateDialog>
  )
}
