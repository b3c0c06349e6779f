import { type ComponentProps, lazy, Suspense } from 'react'

const Dialog = lazy(async () => ({ default: (await import('./ActivityDialog.tsx')).ActivityDialog }))

/** The form with its calendars, fetched when somebody wants to write in it. */
export function ActivityDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}
